// What the dialects of SQL have in common: the shape of their rows in the table of dialects.

/** The arithmetic of a dialect with IDs that are integers. */
export interface Integers {
  /** The bits of a value from bit `below` on, as a signed integer of 64 bits; `bits` bits, if there are bits above them. */
  readonly _cut: (value: string, below: number, bits: number, hasAbove: boolean) => string;
  readonly _quotient: (value: string, by: bigint) => string;
  readonly _remainder: (value: string, by: bigint) => string;
  /** The product of a signed integer and a constant, in the type of IDs. */
  readonly _product: (number: string, by: bigint) => string;
  readonly _sum: (value: string, number: string) => string;
  /** The value of a decimal text, or NULL if it is no canonical text of a value up to the largest one. */
  readonly _ofDecimal: (text: string, largest: bigint) => string;
  /** The type of columns. */
  readonly _type: string;
}

/** The name of a function and its parameter, and what it returns. */
export interface Definition {
  readonly _name: string;
  readonly _parameter: string;
  readonly _takes: string;
  readonly _returns: string;
  readonly _body: string;
}

/** A month's partition of a table. */
export interface Partition {
  /** The table, quoted. */
  readonly _table: string;
  /** Its parts, as they were given: a schema, if there is one, and a name. */
  readonly _path: readonly string[];
  /** The expression of an instant in the month. */
  readonly _at: string;
  /** The expression of an ID's time. */
  readonly _time: string;
  /** The expression of the first ID of an instant. */
  readonly _first: (at: string) => string;
  readonly _isText: boolean;
}

/** A dialect. Expressions are texts. A given expression is a name, or stands in brackets. */
export interface Dialect {
  /** How the system is called in sentences. */
  readonly _title: string;
  /** What stands around names. */
  readonly _quote: string;
  /**
   * Whether it stores integers of 64 bits without a sign, if the caller does not choose; `null` if they are always
   * signed.
   */
  readonly _isWide: boolean | null;
  /** The integers, whether or not some have 64 bits. */
  readonly _integers: (isWide: boolean) => Integers;
  /** The type of columns of texts up to this length. */
  readonly _textType: (length: number) => string;
  /**
   * The type of texts that functions take. It holds longer texts than columns do, and texts of other characters. Default:
   * functions have no types.
   */
  readonly _anyText?: string;
  /** The type of instants, of ms or us. */
  readonly _timeType: (isUs: boolean) => string;
  /** The instant of a count of ms, or of us, since 1970. `isLate`: the count may exceed what a double holds in us. */
  readonly _instant: (count: string, isUs: boolean, isLate: boolean) => string;
  /** The whole ms, or us, of an instant since 1970. */
  readonly _since: (at: string, isUs: boolean) => string;
  readonly _now: string;
  /** The functions that give the smaller and the larger of two numbers. */
  readonly _smaller: string;
  readonly _larger: string;
  /** The condition that a value is an integer from 0 to the largest one. */
  readonly _isInteger: (value: string, largest: bigint) => string;
  /** Where in `known`, from 0 on, is the character at a position of a text, from 1 on; NULL if it is nowhere. */
  readonly _find: (text: string, at: number, known: string) => string;
  /** The character at a position of the digits, from 0 on. */
  readonly _letter: (alphabet: string, at: string) => string;
  readonly _join: (parts: readonly string[]) => string;
  readonly _part: (text: string, from: number | string, length?: number) => string;
  readonly _length: (text: string) => string;
  /** The decimal text of an integer. */
  readonly _decimal: (value: string) => string;
  /** A text without the characters `zero` at its beginning. */
  readonly _strip: (text: string, zero: string) => string;
  /** A column that is computed from other columns: the words after its type. */
  readonly _generated: (expression: string) => string;
  /** The statement that makes an index on the time, which is an expression and the column that is computed. */
  readonly _index: (name: string, table: string, time: string, column: string) => string;
  readonly _partition?: (given: Partition) => string | null;
  /** The statements that make a function. */
  readonly _function?: (definition: Definition) => string;
}
