// Scripts that complete the command's arguments in shells, made from the table of commands.

import { formats } from "flakekit";
import { ENCODINGS, IMPORTED_ENCODINGS } from "../../generated/contract.js";
import { type Command, COMMAND_NAMES, COMMANDS, SHELLS } from "./commands.js";
import { type Io, print, quoted } from "../io/index.js";
import { DIALECTS, KEY_BYTES, type Kind, type Option } from "./options.js";
import type { Given } from "./parse.js";
import { UsageError } from "./usage.js";
import { FOREIGN_NAMES } from "./values.js";

export async function printCompletions(io: Io, { rest }: Given): Promise<void> {
  const [shell, ...more] = rest;
  const script = SHELLS.find((known) => known === shell);
  if (script === undefined || more.length > 0) {
    const given = shell === undefined ? "was given none" : `was given ${quoted(rest.join(" "))}`;
    throw new UsageError(`completions takes one shell of ${SHELLS.join(", ")}, and ${given}`);
  }
  await print(io, { bash, zsh, fish }[script]());
}

/** All commands with their rows of the table. */
const commands: [name: string, command: Command][] = COMMAND_NAMES.map((name) => [name, COMMANDS[name]]);

/** Whether a value comes after the option. An option that can stand without its value completes as one that has none. */
const needsValue = ({ value, isOptional }: Option): boolean => value !== undefined && isOptional !== true;

/** The words that a value of a kind can be; none for paths. */
function wordsOf(kind: Kind | undefined): string[] {
  const named = formats().map(({ name }) => name);
  switch (kind) {
    case "bytes":
      return [...KEY_BYTES];
    case "command":
      return [...COMMAND_NAMES];
    case "delimiter":
      return ["tab"];
    case "dialect":
      return DIALECTS;
    case "encoding":
      return ["text", ...ENCODINGS, ...IMPORTED_ENCODINGS];
    case "format":
      return named;
    case "inspected":
      return [...named, ...FOREIGN_NAMES.map((name) => name.replace(" ", "-"))];
    case "shell":
      return [...SHELLS];
    default:
      return [];
  }
}

/** A text in single quotes, for any of the shells. */
function inQuotes(text: string): string {
  return `'${text.replaceAll("'", `'"'"'`)}'`;
}

function bash(): string {
  const names = new Map<string, Set<string>>();
  for (const option of commands.flatMap(([, { options }]) => options.filter(needsValue))) {
    const action = bashAction(option.kind);
    const short = option.short === undefined ? [] : [`-${option.short}`];
    names.set(action, new Set([...(names.get(action) ?? []), `--${option.name}`, ...short]));
  }
  const values = [...names].map(([action, flags]) => `    ${[...flags].join("|")}) ${action} ;;`);
  const rows = commands.map(([name, { kind, many, options }]) => {
    const flags = ["--help", ...options.map((option) => `--${option.name}`)].join(" ");
    const condition = many === true ? "else" : `elif [ "$COMP_CWORD" = 2 ]; then`;
    const first = kind === undefined ? "" : ` ${condition} ${bashAction(kind)};`;
    return `      ${name}) if [[ $cur == -* ]]; then words="${flags}";${first} fi ;;`;
  });
  return `# Completions of flakekit for bash: eval "$(flakekit completions bash)"
_flakekit() {
  local cur=\${COMP_WORDS[COMP_CWORD]} prev=\${COMP_WORDS[COMP_CWORD-1]} words=""
  # --as=hex is three words.
  if [[ $cur == "=" ]]; then cur=""; elif [[ $prev == "=" ]]; then prev=\${COMP_WORDS[COMP_CWORD-2]}; fi
  if [ "$COMP_CWORD" = 1 ]; then words="${COMMAND_NAMES.join(" ")} --help --version"; else
    case $prev in
${values.join("\n")}
    *) case \${COMP_WORDS[1]} in
${rows.join("\n")}
      esac ;;
    esac
  fi
  COMPREPLY=($(compgen -W "$words" -- "$cur"))
}
complete -F _flakekit flakekit
`;
}

/**
 * The code by which bash completes a value of a kind. For paths the code chooses bash's default, which bash 3 does not
 * support.
 */
function bashAction(kind: Kind | undefined): string {
  return kind === "directory" || kind === "file"
    ? "compopt -o default 2>/dev/null"
    : `words="${wordsOf(kind).join(" ")}"`;
}

function zsh(): string {
  const described = commands.map(([name, { does }]) => `    ${inQuotes(`${name}:${does.replaceAll(":", "\\:")}`)}`);
  const rows = commands.map(([name, { kind, many, options }]) => {
    const position = many === true ? "*" : "1";
    const argument = kind === undefined ? [] : [inQuotes(`${position}:${kind}:${zshAction(kind)}`)];
    const specs = ["'--help[explain the command]'", ...options.flatMap(zshOption), ...argument];
    return `    ${name}) _arguments -S ${specs.join(" ")} ;;`;
  });
  return `#compdef flakekit
# Completions of flakekit for zsh: eval "$(flakekit completions zsh)"
_flakekit() {
  local -a commands=(
${described.join("\n")}
  )
  if (( CURRENT == 2 )); then _describe command commands; return; fi
  shift words
  (( CURRENT-- ))
  case $words[1] in
${rows.join("\n")}
  esac
}
if [[ $funcstack[1] == _flakekit ]]; then _flakekit "$@"; else compdef _flakekit flakekit; fi
`;
}

function zshOption(option: Option): string[] {
  const { name, short, value, kind, multiple, help } = option;
  const text = `[${help.replace(/[[\]\\:]/g, "\\$&")}]`;
  if (!needsValue(option)) return [inQuotes(`--${name}${text}`)];
  const repeated = multiple === true ? "*" : "";
  const rest = `${text}:${value}:${zshAction(kind)}`;
  return [inQuotes(`${repeated}--${name}=${rest}`), ...(short === undefined ? [] : [inQuotes(`-${short}+${rest}`)])];
}

function zshAction(kind: Kind | undefined): string {
  if (kind === "directory") return "_files -/";
  if (kind === "file") return "_files";
  return kind === undefined ? " " : `(${wordsOf(kind).join(" ")})`;
}

function fish(): string {
  const lines = commands.flatMap(([name, { kind, many, does, options }]) => {
    const first = kind === "directory" ? "(__fish_complete_directories)" : wordsOf(kind).join(" ");
    const position = many === true ? "" : " 2";
    return [
      `complete -c flakekit -n __fish_use_subcommand -a ${name} -d ${inQuotes(does)}`,
      ...(kind === undefined ? [] : [`complete -c flakekit -n '__flakekit_in ${name}${position}' -a '${first}'`]),
      ...options.map((option) => `complete -c flakekit -n '__flakekit_in ${name}' ${fishOption(option)}`),
    ];
  });
  return `# Completions of flakekit for fish: flakekit completions fish > ~/.config/fish/completions/flakekit.fish
# Whether there is this command, and, if it is given, this count of words before the cursor.
function __flakekit_in
  set -l words (commandline -opc)
  test "$words[2]" = $argv[1]; and contains "$argv[2]" "" (count $words)
end
complete -c flakekit -f
complete -c flakekit -l help -d 'explain a command'
complete -c flakekit -n __fish_use_subcommand -l version -s v -d 'print the version'
${lines.join("\n")}
`;
}

function fishOption(option: Option): string {
  const { name, short, kind, help } = option;
  const flags = `-l ${name}${short === undefined ? "" : ` -s ${short}`} -d ${inQuotes(help)}`;
  if (!needsValue(option)) return flags;
  if (kind === "file") return `${flags} -r -F`;
  const words = kind === "directory" ? "(__fish_complete_directories)" : wordsOf(kind).join(" ");
  return `${flags} -x${words === "" ? "" : ` -a ${inQuotes(words)}`}`;
}
