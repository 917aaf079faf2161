import type { Format, MadeAt, MadeAtTick, OneNode, ReadOnlyFormat } from "./format.js";
import type { IdGenerator, MetadataGenerator } from "./generator.js";
import type { Encoding, FieldKind, OnExhausted, OnRollback, SequenceStart } from "./generated/names.js";
import type { ImportedEncoding, Instant } from "./text.js";

/** A field of a custom format. */
export type FieldDefinition =
  | {
      readonly kind: "time";
      /** The width, 1 to 53. */
      readonly bits: number;
      /**
       * The ms of the unit of a time in two fields, such as 1000 for the seconds, and 1 for the ms in the second. The fields
       * follow each other, the first unit is a multiple of the second, and the second field is as wide as its largest
       * number. Together they have at most 53 bits.
       */
      readonly unit?: number;
    }
  | {
      readonly kind: "node";
      /**
       * The name. It must be well-formed (without halves of surrogate pairs), and differ from the names of generator
       * options, from `timestamp`, `date`, `ticks`, `missing` and `toJSON`, and from properties of every object, such
       * as `constructor`.
       */
      readonly name: string;
      /** The width, 0 to 32. */
      readonly bits: number;
      /**
       * Named groups of the field's bits, the high bits first, 0 to 32 bits each. The widths of the parts sum to the
       * field's width.
       */
      readonly parts?: readonly { readonly name: string; readonly bits: number }[];
    }
  | {
      /**
       * `metadata` is an argument of each call that makes IDs, for bigints only. `toggle` needs `onRollback: "toggle"`.
       */
      readonly kind: "sequence" | "random" | "metadata" | "toggle";
      /** Default: the kind. */
      readonly name?: string;
      /** The width, 1 to 32; for a toggle, 1. */
      readonly bits: number;
    };

/** The definition of a custom format. */
export interface FormatDefinition {
  readonly name: string;
  /**
   * The fields, the high bits first: one time, or a time in two fields; any number of nodes, at most one field of each further kind. There are
   * at most 16 fields and parts in all. IDs of a format without a sequence are only read, not made.
   */
  readonly fields: readonly FieldDefinition[];
  /** The total width in bits, 2 to 64: the sum of the fields' widths. If it is given, it is compared with the sum. Default: the sum. */
  readonly bits?: number;
  /**
   * The length of a tick in ms, a multiple of 0.001 from 0.001 to 86 400 000: 0.001 is a microsecond. If the length is
   * no whole number, IDs are only read, not made. Times are then rounded down to ms, and `decode` also returns `ticks`,
   * the count of ticks since the epoch, which `encode` takes. Default: 1.
   */
  readonly unit?: number;
  /** The instant of tick 0, a whole number of ms that is not in the future. */
  readonly epoch: Instant;
  /** The JavaScript type of IDs. `number` is allowed for up to 53 bits. Default: `bigint`. */
  readonly native?: "number" | "bigint";
  /** The encoding in which IDs are usually written. Default: `decimal`. */
  readonly text?: Encoding | ImportedEncoding;
  /** The default policies of generators; see {@link GeneratorOptions}. */
  readonly onRollback?: OnRollback | "toggle";
  readonly onExhausted?: OnExhausted;
  readonly sequenceStart?: SequenceStart;
}

/** The kinds of fields in the type of a custom format. `ticks` are those that `decode` returns where ticks are no whole number of ms. */
export type CustomKind = Exclude<FieldKind, "time"> | "part" | "ticks";

/** The kinds of a custom format's fields by their names, besides the time: `{ shop: "node"; sequence: "sequence" }`. */
// An interface, because editors show its name.
// eslint-disable-next-line @typescript-eslint/consistent-indexed-object-style
export interface CustomKinds {
  readonly [name: string]: CustomKind;
}

/** The name and the kind of each field of a definition besides the time, and of each part. */
type Named<F extends FieldDefinition> = F extends { kind: "time" }
  ? never
  : F extends { kind: "node"; name: infer Name extends string }
    ? [Name, "node"] | (F extends { parts: readonly { name: infer Part extends string }[] } ? [Part, "part"] : never)
    : F extends { kind: infer Kind extends CustomKind }
      ? [F extends { name: infer Name extends string } ? Name : Kind, Kind]
      : never;

/** Whether the ticks of a definition are no whole number of ms. */
type HasFineTicks<D extends FormatDefinition> = D["unit"] extends number
  ? `${D["unit"]}` extends `${string}.${string}`
    ? true
    : false
  : false;

/** Whether IDs of a definition are only read. */
type IsReadOnly<D extends FormatDefinition> = "sequence" extends D["fields"][number]["kind"] ? HasFineTicks<D> : true;

/** The names of the fields of a kind. */
type NamesOf<Kinds extends CustomKinds, Kind extends CustomKind> = {
  [Name in keyof Kinds]: Kinds[Name] extends Kind ? Name : never;
}[keyof Kinds] &
  string;

type Numbers<N extends string> = Record<N, number>;

/** Whether a type is a union of several types. */
type IsUnion<T, Each = T> = T extends unknown ? ([Each] extends [T] ? false : true) : never;

/** One node field without parts, as a generator takes it. */
type NodeOption<N extends string> = [N] extends [never]
  ? object
  : "machineId" extends N
    ? Numbers<N>
    : true extends IsUnion<N>
      ? Numbers<N>
      : OneNode<N>;

/**
 * The node fields as options. If there are parts, all names are optional in the type, and the combination is checked at
 * run time. If the names are unknown to the compiler, everything is checked at run time.
 */
type NodeOptions<Kinds extends CustomKinds> = string extends keyof Kinds
  ? Record<string, unknown>
  : [NamesOf<Kinds, "part">] extends [never]
    ? NodeOption<NamesOf<Kinds, "node">>
    : Partial<Numbers<NamesOf<Kinds, "node" | "part"> | "machineId">>;

/** The fields that `encode` takes. */
type GivenFields<Kinds extends CustomKinds> = NodeOptions<Kinds> &
  Numbers<NamesOf<Kinds, Exclude<CustomKind, "node" | "part" | "ticks">>>;

/**
 * A format that {@link defineFormat} has made.
 *
 * @typeParam Id - the type of IDs
 * @typeParam Kinds - the kinds of the fields by their names, besides the time
 */
export interface CustomFormat<
  Id extends number | bigint = number | bigint,
  Kinds extends CustomKinds = CustomKinds,
> extends Format<
  Id,
  NodeOptions<Kinds>,
  { [Name in keyof Kinds]: number },
  GivenFields<Kinds>,
  [NamesOf<Kinds, "metadata">] extends [never] ? IdGenerator<Id> : MetadataGenerator<Id>
> {}

/** A format that {@link defineFormat} has made, and whose IDs are only read. See {@link ReadOnlyFormat} and {@link CustomFormat}. */
export interface CustomReadOnlyFormat<
  Id extends number | bigint = number | bigint,
  Kinds extends CustomKinds = CustomKinds,
> extends ReadOnlyFormat<
  Id,
  { [Name in keyof Kinds]: number },
  GivenFields<Kinds>,
  [NamesOf<Kinds, "ticks">] extends [never] ? MadeAt : MadeAtTick
> {}

/** The type of IDs of a definition. */
type IdOf<D extends FormatDefinition> = D["native"] extends "number" ? number : bigint;

/** The names and kinds of a definition. */
type NamedOf<D extends FormatDefinition> =
  Named<D["fields"][number]> | (HasFineTicks<D> extends true ? ["ticks", "ticks"] : never);

/** The type of the format that a definition defines. */
// The kinds are a type without a name, so that editors show them and not the definition of which they are made.
export type DefinedFormat<D extends FormatDefinition> =
  IsReadOnly<D> extends true
    ? CustomReadOnlyFormat<IdOf<D>, string extends NamedOf<D>[0] ? CustomKinds : { [N in NamedOf<D> as N[0]]: N[1] }>
    : CustomFormat<IdOf<D>, string extends NamedOf<D>[0] ? CustomKinds : { [N in NamedOf<D> as N[0]]: N[1] }>;

/**
 * Defines a custom format. A custom format can do everything that built-in formats of integers can do. But without a
 * sequence, or with ticks that are no whole number of ms, its IDs are only read: {@link ReadOnlyFormat}.
 *
 * @throws FlakeError `INVALID_LAYOUT` if the fields make no valid layout; `INVALID_EPOCH` if the epoch is not a whole
 * number of ms, is a number that may be seconds, is in the future, or is too early for the layout; `INVALID_OPTION` for
 * every other invalid property
 *
 * @example
 * ```js
 * import { defineFormat, generator } from "flakekit";
 *
 * const orders = defineFormat({
 *   name: "orders",
 *   epoch: "2024-01-01",
 *   fields: [
 *     { kind: "time", bits: 41 },
 *     { kind: "node", name: "shop", bits: 10 },
 *     { kind: "sequence", bits: 12 },
 *   ],
 * });
 * const ids = generator(orders, { shop: 5 });
 * orders.decode(ids.next()).shop; // → 5
 * ```
 */
export function defineFormat<const D extends FormatDefinition>(definition: D): DefinedFormat<D>;
