// Finds values in JSON that arrives in pieces: one value of any size, one in each line, or one after the other. It finds their
// source texts, because JSON.parse rounds the digits of large numbers.

import { quoted } from "./quoted.js";

const ALL = Symbol("all");
const NAMES = Symbol("names");
const WRAPPER = Symbol("wrapper");

/**
 * A step on the way to a value: the name of a property, the position of an element, `ALL` elements and properties, the
 * `NAMES` of the properties, or the only property of a `WRAPPER`.
 */
type Step = string | typeof ALL | typeof NAMES | typeof WRAPPER;

/** The only property of an object in whose place MongoDB has a number or an ObjectId. */
const WRAPPERS = /^\$(?:numberLong|numberDecimal|oid|uuid)$/;

const SYMBOLS: readonly (readonly [string, Step])[] = [
  ["*", ALL],
  ["~", NAMES],
];
const STEPS = new Map(SYMBOLS);

/**
 * The steps to a value: `author.id`, or `messages.*.id`, or `users.~` for the names of the properties of `users`. A dot, a
 * star or a tilde in a name is written as `\.`, `\*` and `\~`.
 */
function pathOf(field: string): Step[] {
  return field.split(/(?<!\\)\./).map((name) => STEPS.get(name) ?? name.replace(/\\([.*~])/g, "$1"));
}

function fieldOf(path: readonly Step[]): string {
  const texts = new Map(SYMBOLS.map(([text, step]) => [step, text]));
  return path
    .filter((step) => step !== WRAPPER)
    .map((step) => texts.get(step) ?? String(step).replace(/[.*~]/g, "\\$&"))
    .join(".");
}

/** The source text of a text, a number or a word such as `null`; or the problem in its place. */
export interface Found {
  /** The number of the value's line, from 1 on. */
  readonly line: number;
  /** The way to the value, such as `7.id`, if one outermost value holds several values that are looked for. */
  readonly place: string | undefined;
  readonly source?: string;
  readonly problem?: string;
  /** The source of the object that is read as a row, if rows are kept: each of these has one value that is looked for. */
  readonly row?: string;
}

/** A list or an object that is open, on the way to a value that is looked for. */
interface Container {
  readonly isObject: boolean;
  /** The member that is looked for, and the steps from this member on. */
  readonly wanted: Step;
  readonly rest: readonly Step[];
  readonly line: number;
  /** The name of the current property, and the position of the current element. */
  key: string;
  position: number;
  hasWanted: boolean;
  /**
   * The value that was found, if at most one can be found in the container. As in JSON.parse, the last of several
   * properties of one name counts.
   */
  found: Found | undefined;
}

/** Whether several values can be found. */
const isMany = (step: Step): boolean => step === ALL || step === NAMES;

const isSingle = ({ wanted, rest }: Container): boolean => !isMany(wanted) && !rest.some(isMany);

const nameOf = ({ isObject, key, position }: Container): string => (isObject ? key : String(position));

/**
 * The token that may come next. `text` and `escape` are places within a text, `word` is a place within a number or a
 * word.
 */
type Next = "value" | "first value" | "key" | "first key" | "colon" | "comma" | "text" | "escape" | "word";

/** The length, in characters, at which texts and numbers are cut. A longer one is no ID, cut or not. */
const MAX_LENGTH = 4096;

/** The length at which texts are cut that should hold JSON. */
const MAX_INNER = 1 << 20;

/** The beginning of a script that assigns JSON, such as `window.YTD.tweets.part0 =`, as far as it is read. */
const ASSIGNEE = /^(?:(?:var|let|const) ?)?(?:[A-Za-z_$][\w$.]*)?$/;

/** The deepest nesting of lists and objects. It bounds the memory. */
const MAX_DEPTH = 10_000;

const LINE_END = /[\r\n]/g;
/** Matches characters that need no escape in a text. */
const PLAIN = /[\u0020\u0021\u0023-\u005b\u005d-\uffff]*/y;
const WORD = /[^\s,:[\]{}"]*/y;
const NUMBER_OR_WORD = /^(?:-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?|true|false|null)$/;

export class JsonReader {
  readonly #path: readonly Step[];
  /** Whether each element of an outermost list is looked at, because the path does not say which. */
  readonly #looksInLists: boolean;
  #next: Next = "value";
  /** For each open list or object, whether it is an object. */
  #open: boolean[] = [];
  /** The outermost open lists and objects: those on the way to a value that is looked for. */
  #way: Container[] = [];
  /** What was read of the beginning of a script that assigns the value. */
  #assignee = "";
  #isAssigned = false;
  /** The longest source that is kept of the current text, number or word. */
  #limit = MAX_LENGTH;
  /** The source of the current text, number or word, and whether this source is needed. */
  #source = "";
  #isNeeded = false;
  #isKey = false;
  #line = 1;
  #afterCr = false;
  #isLineStart = true;
  /** The line on which the current outermost value begins. */
  #start = 1;
  /** Whether each value has a line of its own; `undefined` until the first value or its first line ends. */
  #hasLines: boolean | undefined;
  /** The input that an error makes unreadable: the rest of its line, or all lines up to a line that begins a value. */
  #skips: "line" | "lines" | undefined;
  /** After an error in a list, its elements are read as values of their own: commas and brackets between them are ignored. */
  #hasFailed = false;
  #out: Found[] = [];
  readonly #keepsRows: boolean;
  /** The piece that is read, and a position in it. */
  #text = "";
  #at = 0;
  /** How many lists and objects are open in the current row, where it begins in the piece, and its source in earlier pieces. */
  #rowDepth = 0;
  #rowFrom = 0;
  #rowSource = "";

  constructor(field: string | readonly Step[], keepsRows = false) {
    this.#keepsRows = keepsRows;
    this.#path = typeof field === "string" ? pathOf(field) : field;
    const [first] = this.#path;
    this.#looksInLists = first === NAMES || (typeof first === "string" && !/^\d+$/.test(first));
  }

  /** The values that are found in the next piece of the text. */
  read(text: string): Found[] {
    this.#text = text;
    for (let at = 0; at < text.length;) at = this.#step(text, at);
    if (this.#rowDepth > 0) this.#rowSource += text.slice(this.#rowFrom);
    this.#rowFrom = 0;
    return this.#handOut();
  }

  /** The values that are found at the end of the text. */
  end(): Found[] {
    this.#endLine();
    if (this.#open.length > 0) this.#fail("the value has no end", this.#start);
    return this.#handOut();
  }

  #handOut(): Found[] {
    const found = this.#out;
    this.#out = [];
    return found;
  }

  /** Reads a token or a part of one. Returns the position after it. */
  #step(text: string, at: number): number {
    const character = text[at] as string;
    const isCrLf = this.#afterCr && character === "\n";
    this.#afterCr = character === "\r";
    if (character === "\n" || character === "\r") {
      if (!isCrLf) {
        this.#endLine();
        this.#line += 1;
      }
      this.#isLineStart = true;
      return at + 1;
    }
    const isLineStart = this.#isLineStart;
    this.#isLineStart = false;
    const beginsLine = isLineStart && (character === "{" || character === "[");
    if (this.#skips !== undefined) {
      if (this.#skips === "line" || !beginsLine) return endOfLine(text, at);
      this.#skips = undefined;
    }
    if (this.#next === "text") return this.#readText(text, at);
    if (this.#next === "word") return this.#readWord(text, at);
    if (this.#next === "escape") {
      this.#keep(character);
      this.#next = "text";
    } else if (character !== " " && character !== "\t") {
      if (beginsLine && this.#open.length > 0 && !this.#next.endsWith("value")) {
        // The value on the lines before was cut off, and this line begins another value.
        this.#fail("the value has no end", this.#start);
        this.#skips = undefined;
      }
      this.#at = at;
      this.#begin(character);
      if (this.#isInWord()) return at;
    }
    return at + 1;
  }

  /** A word is read from its first character on. */
  #isInWord(): boolean {
    return this.#next === "word";
  }

  #readText(text: string, at: number): number {
    PLAIN.lastIndex = at;
    PLAIN.test(text);
    const end = PLAIN.lastIndex;
    this.#keep(text.slice(at, end));
    const character = text[end];
    if (character === undefined || character === "\r" || character === "\n") return end;
    if (character === "\\") {
      this.#keep(character);
      this.#next = "escape";
    } else if (character === '"') {
      this.#endText();
    } else {
      this.#fail(`a text has ${quoted(character)}, which must be escaped`);
    }
    return end + 1;
  }

  #endText(): void {
    const source = `"${this.#source}"`;
    const isCut = this.#source.length >= this.#limit;
    const text = this.#isNeeded && !isCut ? textOf(source) : "";
    const container = this.#way.at(-1);
    if (text === undefined) {
      this.#fail(`${quoted(this.#source)} has an escape that JSON does not have`);
    } else if (this.#isKey) {
      if (this.#isNeeded && container !== undefined) {
        container.key = text;
        if (container.wanted === NAMES) this.#deliver({ source });
      }
      this.#next = "colon";
    } else {
      this.#endScalar(source, isCut);
    }
  }

  #readWord(text: string, at: number): number {
    WORD.lastIndex = at;
    WORD.test(text);
    const end = WORD.lastIndex;
    this.#keep(text.slice(at, end));
    if (end < text.length) this.#endWord();
    return end;
  }

  #endWord(): void {
    const source = this.#source;
    const isCut = source.length >= this.#limit;
    if (this.#open.length === 0 && this.#isAssignment(source)) this.#next = "value";
    else if (isCut || NUMBER_OR_WORD.test(source)) this.#endScalar(source, isCut);
    else this.#fail(`there is ${quoted(source)} where a value must be`);
  }

  /** Takes a word of a script that assigns the value, such as `window.a =`, or the semicolon at its end. */
  #isAssignment(word: string): boolean {
    const assignee = `${this.#assignee} ${word}`.trim();
    if (word === ";" && this.#isAssigned) return true;
    this.#isAssigned = /[^=]=$/.test(assignee) && ASSIGNEE.test(assignee.slice(0, -1).trim());
    const isMore = !NUMBER_OR_WORD.test(word) && ASSIGNEE.test(assignee);
    this.#assignee = isMore && !this.#isAssigned ? assignee : "";
    return isMore || this.#isAssigned;
  }

  #keep(part: string): void {
    if (this.#isNeeded) this.#source += part.slice(0, this.#limit - this.#source.length);
  }

  #begin(character: string): void {
    if (this.#assignee !== "" && /["{[]/.test(character)) return this.#failAtAssignee();
    const isFirst = this.#next.startsWith("first");
    const isObject = this.#open.at(-1) === true;
    const closes = character === (isObject ? "}" : "]") && this.#open.length > 0;
    if (closes && (isFirst || this.#next === "comma")) {
      this.#close();
    } else if (this.#next === "colon") {
      if (character === ":") this.#next = "value";
      else this.#failAt(character, "a colon");
    } else if (this.#next === "comma") {
      if (character === ",") this.#beginMember();
      else this.#failAt(character, "a comma or the end of the value");
    } else if (this.#next.endsWith("key")) {
      if (character === '"') this.#beginScalar("text", true, this.#open.length === this.#way.length);
      else this.#failAt(character, "the name of a property");
    } else {
      this.#beginValue(character);
    }
  }

  #beginMember(): void {
    const container = this.#open.length === this.#way.length ? this.#way.at(-1) : undefined;
    if (container !== undefined) container.position += 1;
    this.#next = this.#open.at(-1) === true ? "key" : "value";
  }

  #beginValue(character: string): void {
    if (this.#open.length === 0) {
      if (this.#hasFailed && /[,\]}]/.test(character)) return;
      this.#start = this.#line;
    }
    if (character === "{" || character === "[") this.#beginContainer(character === "{");
    else if (/[\]},:]/.test(character)) this.#failAt(character, "a value");
    else if (character === '"') this.#beginText(this.#stepsOfMember());
    else this.#beginScalar("word", false, true);
  }

  #beginText(steps: readonly Step[] | undefined): void {
    this.#beginScalar("text", false, steps !== undefined);
    // The text may hold the JSON that the other steps lead into.
    if (steps !== undefined && steps.length > 0) this.#limit = MAX_INNER;
  }

  #beginScalar(next: "text" | "word", isKey: boolean, isNeeded: boolean): void {
    this.#next = next;
    this.#isKey = isKey;
    this.#isNeeded = isNeeded;
    this.#source = "";
    this.#limit = MAX_LENGTH;
  }

  /** The steps from the current value on, if it is on the way. */
  #stepsOfMember(): readonly Step[] | undefined {
    if (this.#open.length === 0) return this.#path;
    const container = this.#way.at(-1);
    if (container === undefined || this.#open.length > this.#way.length) return undefined;
    const { wanted, rest } = container;
    const isWanted =
      wanted === ALL || (wanted === WRAPPER ? WRAPPERS.test(container.key) : wanted === nameOf(container));
    return isWanted ? rest : undefined;
  }

  #beginContainer(isObject: boolean): void {
    const steps = this.#stepsOfMember();
    const [first = steps !== undefined && isObject ? WRAPPER : undefined, ...others] = steps ?? [];
    if (first !== undefined) {
      const looksAtEach = this.#open.length === 0 && !isObject && this.#looksInLists;
      const wanted = looksAtEach ? ALL : first;
      const rest = looksAtEach ? this.#path : others;
      const state = { key: "", position: 0, hasWanted: false, found: undefined };
      const parent = this.#way.at(-1);
      if (parent !== undefined) parent.hasWanted = true;
      const container: Container = { isObject, wanted, rest, line: this.#line, ...state };
      this.#way.push(container);
      if (this.#keepsRows && this.#rowDepth === 0 && isObject && isSingle(container)) this.#beginRow();
    } else if (steps !== undefined) {
      this.#deliver({ problem: `${fieldOf(this.#path)} is a list; ${EXPECTED}` });
    }
    this.#open.push(isObject);
    this.#next = isObject ? "first key" : "first value";
    if (this.#open.length > MAX_DEPTH) this.#fail(`the value is nested deeper than ${MAX_DEPTH} levels`);
  }

  #beginRow(): void {
    this.#rowDepth = this.#open.length + 1;
    this.#rowFrom = this.#at;
    this.#rowSource = "";
  }

  /** The source of the row that ends with the list or object that is closed. */
  #endOfRow(): string | undefined {
    if (this.#rowDepth === 0 || this.#open.length !== this.#rowDepth) return undefined;
    this.#rowDepth = 0;
    return this.#rowSource + this.#text.slice(this.#rowFrom, this.#at + 1);
  }

  #endScalar(source: string, isCut: boolean): void {
    const steps = this.#stepsOfMember();
    if (steps?.length === 0 && isCut)
      this.#deliver({ problem: `${fieldOf(this.#path)} is longer than ${MAX_LENGTH} characters` });
    else if (steps?.length === 0) this.#deliver({ source });
    else if (steps !== undefined && !isCut && /^"\s*[[{]/.test(source)) this.#readInner(source, steps);
    else if (steps !== undefined) this.#deliver(this.#lacking(steps));
    this.#endValue();
  }

  /** Finds values in a text that holds JSON. */
  #readInner(source: string, steps: readonly Step[]): void {
    const reader = new JsonReader(steps);
    for (const { source: inner, problem } of [...reader.read(textOf(source) ?? ""), ...reader.end()]) {
      this.#deliver(inner === undefined ? { problem: problem ?? "" } : { source: inner });
    }
  }

  #close(): void {
    const isOnWay = this.#open.length === this.#way.length;
    const row = this.#endOfRow();
    this.#open.pop();
    const container = isOnWay ? this.#way.pop() : undefined;
    if (container !== undefined) {
      const { found, hasWanted, line, wanted, rest } = container;
      if (found !== undefined) this.#hand(row === undefined ? found : { ...found, row });
      else if (!hasWanted && wanted === WRAPPER) {
        this.#deliver({ problem: `${fieldOf(this.#path)} is an object; ${EXPECTED}` }, line);
      } else if (!hasWanted && !isMany(wanted)) this.#deliver(this.#lacking([wanted, ...rest]), line);
    }
    this.#endValue();
  }

  #endValue(): void {
    const isOutermost = this.#open.length === 0;
    if (isOutermost) this.#hasLines ??= true;
    this.#next = isOutermost ? "value" : "comma";
  }

  #lacking(steps: readonly Step[]): { problem: string; steps: readonly Step[] } {
    return { problem: `there is no property ${fieldOf(this.#path)}`, steps };
  }

  /** Takes the value that is found at the current member, or at the steps from this member on. */
  #deliver(found: { source?: string; problem?: string; steps?: readonly Step[] }, line = this.#line): void {
    const { steps = [], ...what } = found;
    const isOneOfMany = this.#way.some(({ wanted }) => isMany(wanted));
    const place = isOneOfMany ? fieldOf([...this.#way.map(nameOf), ...steps]) : undefined;
    this.#hand({ line, place, ...what });
  }

  #hand(found: Found): void {
    const container = this.#way.at(-1);
    if (container !== undefined) container.hasWanted = true;
    if (container !== undefined && isSingle(container)) container.found = found;
    else this.#out.push(found);
  }

  #endLine(): void {
    if (this.#skips === "line") this.#skips = undefined;
    if (this.#skips !== undefined) return;
    if (this.#next === "word") this.#endWord();
    if (this.#assignee !== "") this.#failAtAssignee();
    if (this.#next === "text" || this.#next === "escape") this.#fail("a text has no end in its line");
    else if (this.#open.length > 0 && this.#hasLines === true) this.#fail("the value has no end in its line");
    else if (this.#open.length > 0) this.#hasLines = false;
    // The line of the error has ended.
    if (this.#skips === "line") this.#skips = undefined;
  }

  #failAtAssignee(): void {
    this.#fail(`there is ${quoted(this.#assignee)} where a value must be`);
  }

  #failAt(character: string, expected: string): void {
    this.#fail(`there is ${quoted(character)} where ${expected} must be`);
  }

  /** Reports that the current value is no JSON. Values that were found in it count if they were handed out before. */
  #fail(reason: string, line = this.#line): void {
    const isSpread = this.#hasLines === false && this.#open.length > 0;
    this.#skips = isSpread ? "lines" : "line";
    const next = isSpread ? "; reading goes on at the next line that begins with { or [" : "";
    this.#out.push({ line, place: undefined, problem: `this is no JSON, because ${reason}${next}` });
    this.#hasFailed = true;
    this.#assignee = "";
    this.#hasLines = undefined;
    this.#open = [];
    this.#way = [];
    this.#rowDepth = 0;
    this.#next = "value";
  }
}

export const EXPECTED = "it must be a text, or a whole number that is not negative, with all of its digits, up to 40";

function endOfLine(text: string, at: number): number {
  LINE_END.lastIndex = at;
  return LINE_END.exec(text)?.index ?? text.length;
}

/** The most digits of a number that can be an ID. JavaScript takes long to read numbers of millions of digits. */
const MAX_DIGITS = 40;

/**
 * The digits of a whole number in JSON that is not negative, all of which are written: `5`, `5.0`, `5.25e2`, `150e-1`. Of `5e2`, the
 * last digits may have been lost. `undefined` for other values.
 */
export function integerOf(source: string): string | undefined {
  const [, whole, fraction = "", exponent = "0"] = /^(\d+)(?:\.(\d+))?(?:[eE]([+-]?\d{1,2}))?$/.exec(source) ?? [];
  if (whole === undefined) return undefined;
  const written = whole + fraction;
  if (!/[1-9]/.test(written)) return "0";
  const places = Math.max(whole.length + Number(exponent), 0);
  const digits = written.slice(0, places).replace(/^0+/, "");
  const isWhole = written.length >= places && !/[1-9]/.test(written.slice(places));
  return isWhole && digits.length <= MAX_DIGITS ? digits : undefined;
}

/** The text with this source in JSON; `undefined` if the source has an escape that JSON does not have. */
export function textOf(source: string): string | undefined {
  // Most texts have no escape.
  if (!source.includes("\\")) return source.slice(1, -1);
  try {
    return JSON.parse(source) as string;
  } catch {
    return undefined;
  }
}
