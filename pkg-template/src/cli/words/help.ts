// Help texts, made from the table of commands.

import { type Command, COMMAND_NAMES, COMMANDS, type CommandName } from "./commands.js";
import { bold, type Io, print, quoted, table } from "../io/index.js";
import type { Option } from "./options.js";
import type { Given } from "./parse.js";
import { suggestion, UsageError } from "./usage.js";

declare const VERSION: string;

/** The command with a name that a user typed. */
export function commandNamed(name: string): CommandName {
  if (Object.hasOwn(COMMANDS, name)) return name as CommandName;
  const listed = `; there are ${COMMAND_NAMES.join(", ")}`;
  if (name.startsWith("-")) {
    throw new UsageError(`there is no command ${quoted(name)}; options come after the command${listed}`);
  }
  throw new UsageError(`there is no command ${quoted(name)}${suggestion(name, COMMAND_NAMES) ?? listed}`);
}

export async function help(io: Io, { rest }: Given): Promise<void> {
  const [name, ...more] = rest;
  if (more.length > 0) throw new UsageError(`help takes one command, and was given ${rest.length}: ${rest.join(" ")}`);
  await print(io, name === undefined ? overview(io) : helpOf(io, commandNamed(name)));
}

/** What the command is, for those who give it nothing to do. */
export const INTRODUCTION = `flakekit ${VERSION} reads and makes IDs that hold their time, such as those of Twitter and Discord:
  flakekit inspect 1541815603606036480   says which format an ID has, and when it was made
  flakekit new sno -n 3                  makes IDs
  flakekit scan < app.log                shows the times of the IDs in a log
flakekit --help lists all commands.
`;

/** A line for each command. */
function overview(io: Io): string {
  const rows = COMMAND_NAMES.map((name) => ["", usage(name), COMMANDS[name].does]);
  return `flakekit ${VERSION}: compact, time-sortable unique IDs

${table(io, rows, { heading: false })}
flakekit <command> --help lists the options of a command, with examples. flakekit -v prints the version.
Exit codes: 0, success; 1, an ID could not be read, made or written; 2, the arguments are invalid.
`;
}

/** The help text of one command. */
export function helpOf(io: Io, name: CommandName): string {
  const { does, notes, options, examples }: Command = COMMANDS[name];
  const groups = [...new Set(["Options", ...options.map(groupOf)])].slice(options.length > 0 ? 0 : 1);
  const width = Math.max(...options.map((option) => flags(option).length));
  const listed = groups.map((group) => {
    const lines = options.filter((option) => groupOf(option) === group).map((option) => described(option, width));
    return `\n${bold(io, `${group}:`)}\n${lines.join("")}`;
  });
  const samples = examples.map((example) => `  flakekit ${example}\n`).join("");
  const said = notes === undefined ? "" : `\n${notes}\n`;
  return `${bold(io, usage(name))}${options.length > 0 ? " [option …]" : ""}: ${does}\n${listed.join("")}${said}\n${bold(io, "Examples:")}\n${samples}`;
}

function usage(name: CommandName): string {
  return `flakekit ${name} ${COMMANDS[name].takes}`.trimEnd();
}

function groupOf({ group = "Options" }: Option): string {
  return group;
}

function flags({ name, short, value, isOptional }: Option): string {
  const shown = isOptional === true ? `[${value}]` : value;
  const long = shown === undefined ? `--${name}` : `--${name} ${shown}`;
  return short === undefined ? `    ${long}` : `-${short}, ${long}`;
}

/** The longest line of help, in characters. */
const MAX_LINE_LENGTH = 100;

/** The line of an option; several lines if its help is long. */
function described(option: Option, width: number): string {
  const lines: string[] = [];
  let line = `  ${flags(option).padEnd(width)} `;
  for (const word of option.help.split(" ")) {
    if (line.length + word.length >= MAX_LINE_LENGTH) {
      lines.push(line);
      line = " ".repeat(width + 3);
    }
    line += ` ${word}`;
  }
  return [...lines, line].map((text) => `${text}\n`).join("");
}
