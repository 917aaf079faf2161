// What the types promise, checked by the compiler. Nothing here runs.

import {
  type Aborting,
  type AnyFormat,
  type AnyFormatWithEpoch,
  type AnyGenerator,
  type AnyId,
  batch,
  batchAsync,
  batchBytes,
  bwmarrin32,
  bwmarrin58,
  bwmarrin64,
  decodeColumns,
  defineFormat,
  discord,
  formatNamed,
  formats,
  type FieldDefinition,
  fill,
  type FlakeErrorCode,
  generator,
  type GeneratorOf,
  type IdGenerator,
  instagram,
  instant,
  jsonSchema,
  lost,
  mastodon,
  type MetadataGenerator,
  nanoflake,
  next,
  prefixed,
  type PrefixedFormat,
  type PrefixedId,
  type RangeOptions,
  type ReadableFormat,
  resume,
  snapshot,
  type Snapshot,
  sno,
  type SnoSnapshot,
  snowflakeSI,
  sonyflake,
  sort,
  tsid,
  twitter,
  uid60,
  withOptions,
  type x,
} from "flakekit";
import * as flakekit from "flakekit";
import coreModule from "flakekit/core.wasm";
import { type Candidate, inspect } from "flakekit/inspect";
import * as manualInspect from "flakekit/inspect/manual";
import * as manual from "flakekit/manual";
import { hiddenSql, nextSql, sql, type Sql } from "flakekit/sql";
import { resetGenerators } from "flakekit/testing";

type Same<A, B> = (<T>() => T extends A ? 1 : 2) extends <T>() => T extends B ? 1 : 2 ? true : false;
const same = <A, B>(_: Same<A, B>): void => undefined;
/** Not an arrow: in files with the extension .mts, `<A>(` is reserved. */
function typeOf<A>(_: A): { is<B>(_: Same<A, B>): void } {
  return { is: () => undefined };
}

// The options of a generator have exactly its format's fields.
const ids = generator(discord, { workerId: 1, processId: 0 });
same<ReturnType<typeof ids.next>, bigint>(true);
same<ReturnType<typeof ids.nextAsync>, Promise<bigint>>(true);
// @ts-expect-error processId is missing
generator(discord, { workerId: 1 });
// @ts-expect-error Discord has no machineId
generator(discord, { workerId: 1, processId: 0, machineId: 3 });
// @ts-expect-error the options are missing
generator(discord);
// @ts-expect-error a text is no number
generator(discord, { workerId: "1", processId: 0 });
// @ts-expect-error no such policy
generator(discord, { workerId: 1, processId: 0, onRollback: "toggle" });
// @ts-expect-error a misspelt option
generator(discord, { workerId: 1, processId: 0, maxlead: 5 });
generator(instagram, { shardId: 1 });
generator(sonyflake, { machineId: 1, clock: () => 0 });

// Formats without nodes need no options.
generator(mastodon);
generator(uid60, { onExhausted: "lead" });
// @ts-expect-error Mastodon has no machineId
generator(mastodon, { machineId: 1 });

// A generator resumes from a snapshot, which has the fields: they may be given, all or some or none of them.
const saved: Snapshot = snapshot(ids);
typeOf(resume(discord, saved)).is<typeof ids>(true);
resume(discord, saved, { workerId: 1, processId: 0, onExhausted: "lead" });
resume(discord, saved, { workerId: 1 });
resume(twitter, JSON.parse("{}") as Snapshot, { clock: () => 0 });
resume(mastodon, snapshot(generator(mastodon)), {});
// @ts-expect-error Discord has no machineId
resume(discord, saved, { machineId: 3 });
// @ts-expect-error a misspelt option
resume(discord, saved, { maxlead: 5 });
// @ts-expect-error the snapshot is missing
resume(discord);
// @ts-expect-error the snapshot is no option
generator(discord, { workerId: 1, processId: 0, snapshot: saved });
// @ts-expect-error no epoch yet
resume(nanoflake, saved);

// Twitter's machine is given as one number or as all its parts.
generator(twitter, { machineId: 378 });
generator(twitter, { datacenterId: 11, workerId: 26 });
// @ts-expect-error workerId is missing
generator(twitter, { datacenterId: 11 });
same<typeof x, typeof twitter>(true);

// A format with one node field takes its number as machineId too.
generator(instagram, { machineId: 1 });
generator(tsid, { node: 1, machineId: 1 });
generator(withOptions(nanoflake, { epoch: 0 }), { machineId: 1n });
generator(sno, { machineId: ["A", 10] });
instagram.encode({ timestamp: 0, machineId: 1, sequence: 0 });
instagram.encode(instagram.decode(1n));
// @ts-expect-error one of the names is needed
generator(instagram, {});
// @ts-expect-error results have the name of the field
instagram.decode(1n).machineId;

// Decoding returns exactly the format's fields.
const decoded = twitter.decode("1541815603606036480");
same<typeof decoded.timestamp, number>(true);
same<typeof decoded.date, Date>(true);
same<typeof decoded.datacenterId, number>(true);
// @ts-expect-error the date is made from the timestamp
decoded.date = new Date();
discord.decode(1n).increment;
// @ts-expect-error Discord calls it increment
discord.decode(1n).sequence;
// @ts-expect-error a Date is no ID
discord.decode(new Date());

// Columns have the names of the fields.
const columns = decodeColumns(twitter, new BigUint64Array(2));
same<typeof columns.timestamp, Float64Array>(true);
same<typeof columns.workerId, Uint32Array>(true);
decodeColumns(twitter, new BigInt64Array(2));
decodeColumns(twitter, new Uint8Array(16));
decodeColumns(twitter, ["1", 2n], { as: "decimal" });
decodeColumns(sno, ["2222222222222222"]).partition.length;
// In a list, IDs may be missing.
same<typeof columns.missing, Uint32Array>(true);
decodeColumns(twitter, ["1", null, 2n, undefined]).missing.length;
// @ts-expect-error a missing ID is no list
decodeColumns(twitter, null);
// @ts-expect-error there is no such field
columns.increment;
// @ts-expect-error dates are no column
columns.date;
// @ts-expect-error snos are no integers
decodeColumns(sno, new BigUint64Array(2));
// @ts-expect-error an ID is no column
decodeColumns(twitter, "1");

// Encoding needs all fields.
twitter.encode({ timestamp: 0, machineId: 1, sequence: 0 });
twitter.encode({ date: new Date(), datacenterId: 1, workerId: 1, sequence: 0 });
twitter.encode(decoded);
// @ts-expect-error sequence is missing
twitter.encode({ timestamp: 0, machineId: 1 });

// Bigints are instants and numbers of fields, as discord.js takes them.
generator(withOptions(discord, { epoch: 1420070400000n }), { workerId: 1n, processId: 0n });
discord.encode({ timestamp: 1420070400000n, workerId: 1n, processId: 0, increment: 2n });
generator(twitter, { datacenterId: 11n, workerId: 26 });
// @ts-expect-error workerId is missing
generator(twitter, { datacenterId: 11n });
sno.encode({ timestamp: 0n, partition: 5n, meta: 3n }, { partial: true });
sno.withMeta(next(sno, 3n), 4n);
// @ts-expect-error a text is no number
generator(discord, { workerId: "1", processId: 0 });
// @ts-expect-error neither timestamp nor date
twitter.encode({ machineId: 1, sequence: 0 });

// Formats without an epoch need one first.
// @ts-expect-error no epoch yet
generator(snowflakeSI, { machineId: 1 });
// @ts-expect-error no epoch yet
decodeColumns(nanoflake, ["abc"]);
// @ts-expect-error no epoch yet
nanoflake.decode("abc");
// @ts-expect-error the epoch is missing
withOptions(snowflakeSI, { machineBits: 3 });
const si = withOptions(snowflakeSI, { epoch: "2024-01-01" });
same<ReturnType<GeneratorOf<typeof si>["next"]>, number>(true);
// @ts-expect-error machineId is missing
generator(si, {});
generator(withOptions(si, { machineBits: 0 }));
generator(withOptions(snowflakeSI, { epoch: new Date(0), timeBits: 41, machineBits: 0 }), { clock: Date.now });
// @ts-expect-error only Snowflake-SI has adjustable widths
withOptions(twitter, { machineBits: 3 });
generator(withOptions(nanoflake, { epoch: 0 }), { generatorId: 1 }).nextText().length;

// IDs of a format without a sequence, or with ticks of no whole number of ms, are only read.
const rows = defineFormat({
  name: "rows",
  bits: 63,
  unit: 0.01,
  epoch: 0,
  fields: [
    { kind: "time", bits: 48 },
    { kind: "node", name: "nodeId", bits: 15 },
  ],
});
same<ReturnType<typeof rows.decode>["ticks"], number>(true);
same<ReturnType<typeof rows.decode>["nodeId"], number>(true);
rows.encode({ ticks: 5n, nodeId: 1 }) satisfies bigint;
rows.encode(rows.decode(5n));
rows.encode({ timestamp: 5, machineId: 1 });
same<ReturnType<typeof decodeColumns<bigint, { nodeId: number; ticks: number }>>["ticks"], Float64Array>(true);
decodeColumns(rows, [5n]).ticks satisfies Float64Array;
inspect(5n, { formats: [rows, withOptions(rows, { epoch: 1 })] });
inspect(5n, { kinds: new Set(["twitter", "uuid v7"]), minScore: 0.5 });
withOptions(rows, { name: "rows of today" }).name.length;
generator(withOptions(nanoflake, { epoch: 0, name: "orders" }), { generatorId: 1 });
// @ts-expect-error the time is missing
rows.encode({ nodeId: 1 });
// @ts-expect-error its IDs are not made
generator(rows, { nodeId: 1 });
// That `generator` refuses it, too, is no error for TypeScript before 5.3.
const seconds = defineFormat({ name: "seconds", bits: 40, unit: 1000, epoch: 0, fields: [{ kind: "time", bits: 40 }] });
// @ts-expect-error whole ticks are given by their time
seconds.encode({ ticks: 5 });
same<keyof ReturnType<typeof seconds.decode>, "timestamp" | "date">(true);

// Encodings are names, or imported.
discord.toText(1n, { as: bwmarrin58 });
discord.fromText("A", { as: "base64url" });
defineFormat({ name: "go", bits: 63, epoch: 0, text: bwmarrin64, fields: [{ kind: "time", bits: 63 }] });
same<typeof bwmarrin32.name, "bwmarrin32">(true);
// @ts-expect-error it is imported
discord.toText(1n, { as: "bwmarrin58" });

// A custom format has exact types.
const secondsAndMs = defineFormat({
  name: "secondsAndMs",
  bits: 63,
  epoch: 0,
  fields: [
    { kind: "time", bits: 31, unit: 1000 },
    { kind: "time", bits: 10, unit: 1 },
    { kind: "node", name: "server", bits: 10 },
    { kind: "sequence", bits: 12 },
  ],
});
typeOf(secondsAndMs.decode(1n).server).is<number>(true);
generator(secondsAndMs, { server: 1 }).next();
const orders = defineFormat({
  name: "orders",
  bits: 53,
  epoch: 0,
  native: "number",
  fields: [
    { kind: "time", bits: 40 },
    { kind: "node", name: "shop", bits: 5 },
    { kind: "sequence", name: "order", bits: 8 },
  ],
});
const order = orders.decode(generator(orders, { shop: 3 }).next());
same<typeof order.shop, number>(true);
same<typeof order.order, number>(true);
// @ts-expect-error shop is missing
generator(orders, {});
// @ts-expect-error there is no such field
order.sequence;
same<ReturnType<typeof orders.encode>, number>(true);
// Its width follows from the fields.
const large = defineFormat({
  name: "large",
  epoch: 0,
  fields: [
    { kind: "time", bits: 42 },
    { kind: "sequence", bits: 18 },
  ],
});
same<ReturnType<typeof large.encode>, bigint>(true);
// @ts-expect-error it has no metadata
generator(large).next(3);
// @ts-expect-error numbers carry no metadata
generator(orders, { shop: 1 }).next(3);
// Names that the compiler does not know are checked at run time.
const someFields: FieldDefinition[] = [
  { kind: "time", bits: 40 },
  { kind: "node", name: String(), bits: 10 },
];
const some = defineFormat({ name: "some", epoch: 0, fields: someFields });
generator(some, { shop: 1, clock: () => 0 }).next() satisfies bigint;
some.encode({ date: new Date(), shop: 1, sequence: 2 }) satisfies bigint;
const someFormat: AnyFormat = some;
someFormat.name.length;
// @ts-expect-error a node needs a name
defineFormat({ name: "bad", bits: 53, epoch: 0, fields: [{ kind: "node", bits: 5 }] });

// Calls take metadata if the format was defined with it, and no others.
const tagged = defineFormat({
  name: "tagged",
  bits: 64,
  epoch: 0,
  fields: [
    { kind: "time", bits: 42 },
    { kind: "metadata", name: "type", bits: 8 },
    { kind: "sequence", bits: 14 },
  ],
});
const tags = generator(tagged);
typeOf(tags).is<MetadataGenerator<bigint>>(true);
const someIds: IdGenerator<bigint> = tags;
someIds.next();
tags.next(3);
tags.next(3n);
batch(tags, 10, 3).length;
batch(tags, 10, 3n).length;
fill(tags, new BigUint64Array(3), 3);
declare const signal: Aborting;
batchAsync(tags, 10, { meta: 3, signal, onProgress: (count: number) => count });
batchAsync(generator(twitter, { machineId: 1 }), 10, { onProgress: () => undefined });
// @ts-expect-error Twitter's IDs have no metadata
generator(twitter, { machineId: 1 }).next(3);
// @ts-expect-error Twitter's IDs have no metadata
batch(generator(twitter, { machineId: 1 }), 10, 3);
// @ts-expect-error Twitter's IDs have no metadata
batchAsync(generator(twitter, { machineId: 1 }), 10, { meta: 3 });
// @ts-expect-error Twitter's IDs have no metadata
fill(generator(twitter, { machineId: 1 }), new BigUint64Array(3), 3);

// Many IDs are in an array of their type.
const siIds = generator(si, { machineId: 1 });
const anyIds: AnyGenerator = ids;
typeOf(batch(siIds, 5)).is<Float64Array>(true);
typeOf(batch(ids, 5)).is<BigUint64Array>(true);
typeOf(batch(anyIds, 5)).is<Float64Array | BigUint64Array | string[]>(true);
batch(anyIds, 5, 3);
batchAsync(anyIds, 5, { meta: 3 });
typeOf(batchAsync(siIds, 5)).is<Promise<Float64Array>>(true);
fill(siIds, new Float64Array(3)) satisfies Float64Array;
fill(ids, new BigUint64Array(3));
// @ts-expect-error Snowflake-SI's IDs are numbers
fill(siIds, new BigUint64Array(3));
// @ts-expect-error Discord's IDs are bigints
fill(ids, new Float64Array(3));
// @ts-expect-error only sno's IDs are batches of bytes
batchBytes(ids, 5);
// @ts-expect-error a format makes no IDs
batch(discord, 5);
// @ts-expect-error the count is missing
batch(ids);

// Methods can be passed on.
const { next: nextId, nextText, nextAsync } = generator(discord, { workerId: 1, processId: 0 });
const made: bigint = nextId();
nextText().length;
nextAsync().then((id) => id.toString());
const machines: number[] = ["1"].map(twitter.decode).map(({ machineId }) => machineId);
const times: number[] = [1n].map(twitter.timestamp);
const dates: Date[] = ["1"].map(twitter.date);
const encoded: bigint[] = [decoded].map(twitter.encode);
const encodedAsTexts: string[] = [sno.decode(sno.zero)].map(sno.encode);
const encodedByAny: AnyId[] = [{ timestamp: 0 }].map((twitter as AnyFormatWithEpoch).encode);
const found: string | undefined = ["1"].find(twitter.isValid);
const texts: string[] = [1n, 2n].map(twitter.toText);
const sorted: bigint[] = sort(twitter, [2n, 1n]);
sort(sno, new Set(["2222222222222222"])).join();
// @ts-expect-error a Date is no ID
sort(twitter, [new Date()]);
["1"].sort(twitter.compare);
const { toText, fromText, encode, range } = twitter;
const read: bigint = fromText("1");
encode({ timestamp: 0, machineId: 1, sequence: 0 });

// `isValid` tells a type.
declare const unknown: unknown;
declare const given: string | undefined;
if (twitter.isValid(unknown)) twitter.decode(unknown);
if (sno.isValid(unknown)) sno.toUUID(unknown);
if (twitter.isValid(given)) given.length;
declare const text: string;
if (!twitter.isValid(text)) text.length;
export const isTweet = twitter.isValid;
export const valid = ["1"].filter(twitter.isValid);
const validTexts: string[] = ["1", "x"].filter(twitter.isValid);
// @ts-expect-error it may be no ID
twitter.decode(unknown);

// Times and ranges.
const smallest: bigint = twitter.firstAt("2020-01-01");
const { min, max }: { min: bigint; max: bigint } = range(0, new Date());
twitter.range("2020-01-01", null).max;
const cursor = twitter.range(null, "2020-01-01", { halfOpen: true, clamp: true });
same<typeof cursor, { min: bigint; end: bigint | null }>(true);
export const span = twitter.range(null, "2020-01-01", { halfOpen: true });
same<typeof span, { min: bigint; end: bigint }>(true);
export const open = twitter.range("2020-01-01", null, { halfOpen: true });
same<typeof open, { min: bigint; end: bigint | null }>(true);
declare const options: RangeOptions;
const either = twitter.range(0, 1, options);
if ("max" in either) either.max.toString();
// @ts-expect-error a half-open range has an end, no max
twitter.range(0, 1, { halfOpen: true }).max;
twitter.encode({ date: new Date() }, { partial: true });
sno.encode({ timestamp: 0, meta: 3 }, { partial: true }).length;
// @ts-expect-error a misspelt field
twitter.encode({ timestamp: 0, sequnce: 3 }, { partial: true });

// Every format is a schema.
same<NonNullable<(typeof twitter)["~standard"]["types"]>["output"], string>(true);
same<NonNullable<(typeof si)["~standard"]["types"]>["output"], string | number>(true);
same<ReturnType<typeof jsonSchema>, { type: "string"; pattern: string }>(true);
twitter["~standard"].jsonSchema.input({ target: "draft-07" }).pattern.length;
prefixed(twitter, "order")["~standard"].jsonSchema.output({ target: "openapi-3.0" }).pattern.length;
const schemaOfNumbers = si["~standard"].jsonSchema.input({ target: "draft-2020-12", libraryOptions: {} });
schemaOfNumbers.anyOf[1].maximum.toFixed();
// @ts-expect-error without a target
twitter["~standard"].jsonSchema.input({});
/** `StandardJSONSchemaV1` of the package @standard-schema/spec. */
interface StandardJsonSchema {
  readonly "~standard": {
    readonly version: 1;
    readonly vendor: string;
    readonly types?: { readonly input: unknown; readonly output: unknown } | undefined;
    readonly jsonSchema: Record<
      "input" | "output",
      (options: {
        readonly target: "draft-2020-12" | "draft-07" | "openapi-3.0" | ({} & string);
        readonly libraryOptions?: Record<string, unknown> | undefined;
      }) => Record<string, unknown>
    >;
  };
}
[twitter, si, sno, snowflakeSI, prefixed(sno, "a")] satisfies StandardJsonSchema[];
jsonSchema(sno, { as: "snoUuid" }).pattern.length;
jsonSchema(nanoflake);

// Temporal, without the library of its types.
const moment = instant(twitter, 5n);
same<typeof moment.epochNanoseconds, bigint>(true);
twitter.firstAt(moment);
twitter.range(moment, null);
instant(prefixed(twitter, "order"), "order_0");
// @ts-expect-error it has no epoch
instant(snowflakeSI, 5);

// The IDs that a number can have been.
export const rounded = lost(twitter, 2 ** 60);
same<typeof rounded.min, bigint>(true);
same<typeof rounded.fields.workerId, number | undefined>(true);
same<typeof rounded.date, Date | null>(true);
same<ReturnType<typeof lost<number, object>>["max"], number>(true);
lost(snowflakeSI, "5").max.toFixed();
// @ts-expect-error its IDs are texts
lost(sno, 5);

// IDs are read in other forms too.
twitter.decode(new Uint8Array(8)).machineId;
twitter.toText({ toBigInt: () => 1n });
// @ts-expect-error a sno is no integer
sno.decode({ toBigInt: () => 1n });

// Every format is a ReadableFormat, and every generator an AnyGenerator.
const timeOf = (format: ReadableFormat, id: string): Date => format.decode(id).date;
[twitter, nanoflake, snowflakeSI, si, sno, orders, tagged].map((format) => timeOf(format, "1"));
const byName: Record<string, ReadableFormat> = { twitter, sno, orders, nanoflake };
byName.sno?.range(0, 1).min;
formats()
  .find((format) => format.name === "discord")
  ?.decode("1").date;
const generators: AnyGenerator[] = [ids, tags, generator(sno), generator(si, { machineId: 1 })];
generators.map((generator) => [generator.next(), generator.fields, generator.format.name]);
same<ReturnType<typeof formatNamed<"discord">>, typeof discord>(true);
const configured: AnyFormat = formatNamed("disc" + "ord");
configured.decode("1");
const usable = configured.epoch === null ? withOptions(configured, { epoch: 0 }) : configured;
const general: number | bigint | string = generator(usable, { workerId: 1 }).next();

// Every format is an AnyFormat. It can make IDs if its epoch is not null.
const all: AnyFormat[] = [...formats(), twitter, nanoflake, snowflakeSI, si, sno, orders, large, uid60, discord];
for (const format of all) {
  // @ts-expect-error it may have no epoch yet
  generator(format, { machineId: 1 });
  const ready = format.epoch === null ? withOptions(format, { epoch: 0 }) : format;
  const id: number | bigint | string = generator(ready, { machineId: 1 }).next();
  const read = ready.decode(id);
  same<typeof read.timestamp, number>(true);
  same<typeof read.date, Date>(true);
  same<typeof read.machineId, number | Date>(true);
  decodeColumns(ready, [id]).timestamp satisfies Float64Array;
  ready.encode(read);
  ready.encode({ timestamp: 0, machineId: 1, sequence: 0 });
  // @ts-expect-error neither timestamp nor date
  ready.encode({ machineId: 1, sequence: 0 });
  ready.toText(id, { padded: true }).length;
}

// Every exported format is an AnyFormat.
type Formats<Exports> = Extract<Exports[keyof Exports], { readonly bits: number }>;
export const widen = (format: Formats<typeof flakekit>): AnyFormat => format;
widen(flakekit.uid60);
// @ts-expect-error a function is no format
widen(flakekit.defineFormat);

// sno's IDs are texts.
const snoId: string = next(sno);
const uid: bigint = next(uid60);
// @ts-expect-error only sno and uid60 have a default generator
next(discord);
// @ts-expect-error uid60 has no metadata
next(uid60, 3);
const snos = generator(sno, { partition: ["A", 10], onOverflow: ({ count }) => count, onRollback: "toggle" });
typeOf(batch(snos, 5, 3)).is<string[]>(true);
typeOf(batchBytes(snos, 5, 3n)).is<Uint8Array>(true);
batchAsync(snos, 5, { meta: 3 }).then((many) => many[0]?.length);
// @ts-expect-error sno's IDs are texts
fill(snos, new BigUint64Array(3));
generator(sno);
sno.decode(snos.nextBytes(3)).toggle;
sno.encode(sno.decode(next(sno, 1)));
const snoSaved: SnoSnapshot = snapshot(snos);
typeOf(resume(sno, snoSaved, { partition: ["A", 10], onRollback: "toggle" })).is<typeof snos>(true);
typeOf(resume(sno, { partition: ["P", 0], sequenceMax: 32767 })).is<typeof snos>(true);
resume(sno, { sequenceMin: 32768 }, { onRollback: "wait" });
resume(sno, { ...snoSaved, partition: [80, 0] });
// @ts-expect-error a configuration has a partition or a bound
resume(sno, {});
const anySaved: Snapshot | SnoSnapshot = snapshot(anyIds);
typeOf(resume(twitter as AnyFormatWithEpoch, anySaved, { machineId: 1 })).is<AnyGenerator>(true);
// @ts-expect-error a snapshot of any format may be another format's
resume(sno, anySaved);
// @ts-expect-error a partition has two bytes
generator(sno, { partition: ["A"] });
// @ts-expect-error another format's snapshot
resume(sno, snapshot(ids));
// @ts-expect-error numbers are no snos
sno.decode(5);

// Inspection.
const candidates: Candidate[] = inspect(1n, { formats: [orders], epoch: 0 });
candidates[0]?.date?.toISOString();
// @ts-expect-error: a description is no format.
inspect(1n, { formats: [orders.toJSON()] });
const code: FlakeErrorCode = "CLOCK_BEHIND";
// Generators can be freed, whether or not the library has `Symbol.dispose`.
generator(sno, { partition: 1, clock: Date.now }).free();
generator(twitter, { machineId: 1 }).free();
// @ts-expect-error no such code
const wrong: FlakeErrorCode = "CLOCK_BEHIN";

export {
  code,
  snoId,
  uid,
  cursor,
  dates,
  encoded,
  encodedAsTexts,
  encodedByAny,
  found,
  general,
  machines,
  made,
  max,
  min,
  read,
  smallest,
  sorted,
  texts,
  times,
  toText,
};
export { validTexts, wrong };

// The entry to which users pass the core exports everything else too, and needs no types of the DOM.
same<typeof manual.discord, typeof discord>(true);
same<Parameters<typeof manual.loadCore>, [object]>(true);
// What a bundler makes of the file is its choice.
manual.loadCore(coreModule);
same<typeof manualInspect.inspect, typeof inspect>(true);
same<Parameters<typeof manualInspect.loadInspector>, [object]>(true);
same<typeof resetGenerators, () => void>(true);

// SQL of any format that has an epoch, in a dialect that there is.
same<ReturnType<typeof sql>["fields"], Readonly<Record<string, string>>>(true);
typeOf(sql(discord, "postgres", { column: "id", stored: "signed" })).is<Sql>(true);
typeOf(sql(discord, "sqlite").toText).is<string | null>(true);
// @ts-expect-error: no such dialect
sql(discord, "oracle");
// @ts-expect-error: a format without an epoch has no times
sql(snowflakeSI, "postgres");

// A function that makes IDs has all node fields of its format.
typeOf(
  nextSql(discord, "postgres", { workerId: 31, processId: 31, names: "app.discord", owner: "migrator", shares: 2 }),
).is<string>(true);
typeOf(nextSql(uid60, "postgres")).is<string>(true);
// @ts-expect-error: processId is missing
nextSql(discord, "postgres", { workerId: 31 });
// @ts-expect-error: the options are missing
nextSql(discord, "postgres");
// @ts-expect-error: MySQL has no such function
nextSql(uid60, "mysql");
// @ts-expect-error: an option of generators only
nextSql(uid60, "postgres", { onRollback: "throw" });

// Hidden texts need no epoch.
typeOf(hiddenSql(snowflakeSI, "postgres", { tweak: "orders", letter: "a", check: false })).is<string>(true);
// @ts-expect-error: the key is no part of the script
hiddenSql(discord, "postgres", { key: "00" });
// @ts-expect-error: MySQL has no such functions
hiddenSql(discord, "mysql");

// Texts with a prefix: those of another prefix, and other texts, are no such texts.
type OrderId = PrefixedId<"order">;
const orderId = prefixed(discord, "order");
const userId = prefixed(discord, "user", { as: "base62" });
typeOf(orderId.toText(ids.next())).is<OrderId>(true);
typeOf(orderId.fromText("")).is<bigint>(true);
typeOf(prefixed(sno, "a").fromText("")).is<string>(true);
typeOf(prefixed(withOptions(snowflakeSI, { epoch: 0 }), "a").fromText("")).is<number>(true);
typeOf(orderId.decode("").workerId).is<number>(true);
typeOf(orderId.decode("").date).is<Date>(true);
typeOf(orderId.prefix).is<"order">(true);
typeOf(orderId.format).is<typeof discord>(true);
typeOf([1n].map(orderId.toText)).is<OrderId[]>(true);
typeOf(["a"].filter(orderId.isValid)).is<OrderId[]>(true);
typeOf(jsonSchema(orderId)).is<{ type: "string"; pattern: string }>(true);
const ship = (order: OrderId): string => order;
ship(orderId.toText(1n));
// @ts-expect-error the text of a user
ship(userId.toText(1n));
// @ts-expect-error a text that was not checked
ship("order_0bz0ak19otlvk");
// @ts-expect-error the ID without its prefix
ship(discord.toText(1n));
const unknownId = JSON.parse("{}") as unknown;
// @ts-expect-error not checked
ship(unknownId);
if (orderId.isValid(unknownId)) ship(unknownId);
// @ts-expect-error checked for another prefix
if (userId.isValid(unknownId)) ship(unknownId);
const checked = orderId["~standard"].validate(unknownId);
if (checked.issues === undefined) ship(checked.value);
type OutputOf<S extends { readonly "~standard": { readonly types?: { readonly output: unknown } | undefined } }> =
  NonNullable<S["~standard"]["types"]>["output"];
same<OutputOf<typeof orderId>, OrderId>(true);
// @ts-expect-error the text of another format: it has no bigints
prefixed(sno, "a").toText(1n);
// @ts-expect-error an encoding that does not sort
prefixed(discord, "a", { as: "base64url" });
// @ts-expect-error its texts have one style
jsonSchema(orderId, { as: "hex" });
// @ts-expect-error it makes no IDs
generator(orderId, { workerId: 1, processId: 0 });
// @ts-expect-error it has no epoch yet
prefixed(snowflakeSI, "a").decode("");
prefixed(snowflakeSI, "a").toText(1);
const anyPrefixed: PrefixedFormat[] = [orderId, userId, prefixed(sno, "a"), prefixed(snowflakeSI, "a")];
inspect("", { formats: [...anyPrefixed, discord] });
for (const format of formats()) typeOf(prefixed(format, "a").fromText("")).is<AnyId>(true);
typeOf(prefixed(discord, "a" as string).toText(1n)).is<PrefixedId>(true);
