// The rows of the table of targets: the work, its number of IDs and its target.

import { Snowflake } from "@sapphire/snowflake";
import { batch, batchBytes, decodeColumns, generator } from "flakekit";
import { Epoch, Snowyflake } from "snowyflake";
import { discord, numbers, sno, twitter, uid60, unhindered, wideNumbers } from "../lib/formats.mjs";
import { clock, do_not_optimize } from "../lib/mitata.mjs";

const BATCH = 4096;
/** A batch takes several microseconds, so a sample needs fewer calls. */
const FEW = { batch_samples: 64 };

/** Reads the last character, so that the engine flattens a string that it has only concatenated lazily. */
const flat = (text) => do_not_optimize(text.charCodeAt(text.length - 1));

/** Works on 64 IDs in turn, so that the engine cannot optimise for a single one. */
function inTurn(make, work) {
  const ids = Array.from({ length: 64 }, make);
  let at = 0;
  return () => {
    at = (at + 1) & 63;
    do_not_optimize(work(ids[at]));
  };
}

const next = (format, options) => {
  const ids = generator(format, { ...options, ...unhindered });
  return () => do_not_optimize(ids.next());
};

const nextText = (format, options) => {
  const ids = generator(format, { ...options, ...unhindered });
  return () => flat(ids.nextText());
};

const batches = (format, options) => {
  const ids = generator(format, { ...options, ...unhindered });
  return () => do_not_optimize(batch(ids, BATCH));
};

const decode = (format, options, given = (id) => id) => {
  const ids = generator(format, { ...options, ...unhindered });
  return inTurn(
    () => given(ids.next()),
    (id) => format.decode(id),
  );
};

const DISCORD = { workerId: 1, processId: 2 };

/** A text as it is in received JSON. */
const received = (text) => JSON.parse(`"${text}"`);

/** Makes Discord's IDs, as bigints or as received texts. */
function discordIds(form) {
  const ids = generator(discord, { ...DISCORD, ...unhindered });
  return form === "text" ? () => received(ids.nextText()) : () => ids.next();
}

/** The quickest packages that return the same fields. snowyflake takes bigints only. */
const PEERS = [
  {
    peer: "@sapphire/snowflake",
    deconstruct: () => {
      const peer = new Snowflake(Epoch.Discord);
      return (id) => peer.deconstruct(id);
    },
  },
  {
    peer: "snowyflake",
    deconstruct: (form) => {
      const peer = new Snowyflake({ epoch: Epoch.Discord });
      return form === "text" ? (id) => peer.deconstruct(BigInt(id)) : (id) => peer.deconstruct(id);
    },
  },
];

const columns = (format, ids) => () => do_not_optimize(decodeColumns(format, ids));

const COLUMNS = [
  {
    name: "snowflakeSI decodeColumns(Float64Array)",
    work: () => columns(numbers, batch(generator(numbers, { machineId: 3, ...unhindered }), BATCH)),
  },
  {
    name: "twitter decodeColumns(BigUint64Array)",
    work: () => columns(twitter, batch(generator(twitter, { machineId: 378, ...unhindered }), BATCH)),
  },
  {
    name: "discord decodeColumns(BigUint64Array)",
    work: () => columns(discord, batch(generator(discord, { ...DISCORD, ...unhindered }), BATCH)),
  },
];

/** Valid and invalid IDs, short and long. */
const TEXTS = ["", "12x4", "1541815603606036480", "-1", "18446744073709551616", "brpk4q72xwf2m63l", "a".repeat(100)];

const isValid = (format, text) => () => do_not_optimize(format.isValid(text));

/** Each row has a name, a target and the work. The ratio is to reading the clock, or to `base` if the row has one. */
export const rows = [
  { name: "snowflakeSI next()", atMost: 1.15, work: () => next(numbers, { machineId: 3 }) },
  { name: "twitter next()", atMost: 1.4, work: () => next(twitter, { machineId: 378 }) },
  { name: "discord next()", atMost: 1.4, work: () => next(discord, DISCORD) },
  { name: "twitter nextText()", atMost: 2.2, work: () => nextText(twitter, { machineId: 378 }) },
  {
    name: "sno next()",
    atMost: 1.8,
    work: () => {
      const ids = generator(sno, { partition: 4097, ...unhindered });
      return () => flat(ids.next());
    },
  },
  { name: "uid60 nextText()", atMost: 2.2, work: () => nextText(uid60, {}) },
  { name: "snowflakeSI batch(4096)", atMost: 0.06, per: BATCH, options: FEW, work: () => batches(wideNumbers, {}) },
  {
    name: "twitter batch(4096)",
    atMost: 0.09,
    per: BATCH,
    options: FEW,
    work: () => batches(twitter, { machineId: 378 }),
  },
  {
    name: "sno batch(4096)",
    atMost: 0.5,
    per: BATCH,
    options: FEW,
    work: () => {
      const ids = generator(sno, { partition: 4097, ...unhindered });
      return () => {
        for (const id of batch(ids, BATCH)) flat(id);
      };
    },
  },
  {
    name: "sno batchBytes(4096)",
    atMost: 0.12,
    per: BATCH,
    options: FEW,
    work: () => {
      const ids = generator(sno, { partition: 4097, ...unhindered });
      return () => do_not_optimize(batchBytes(ids, BATCH));
    },
  },
  { name: "snowflakeSI decode(number)", atMost: 1.5, work: () => decode(numbers, { machineId: 3 }) },
  { name: "twitter decode(bigint)", atMost: 1.5, work: () => decode(twitter, { machineId: 378 }) },
  { name: "discord decode(bigint)", atMost: 1.5, work: () => decode(discord, DISCORD) },
  ...["bigint", "text"].flatMap((form) =>
    PEERS.map(({ peer, deconstruct }) => ({
      name: `discord decode(${form}), to ${peer}`,
      atMost: 1,
      work: () => inTurn(discordIds(form), (id) => discord.decode(id)),
      base: () => inTurn(discordIds(form), deconstruct(form)),
    })),
  ),
  ...PEERS.map(({ peer, deconstruct }) => ({
    name: `snowflakeSI decode(number), to ${peer}'s of a bigint`,
    atMost: 1,
    work: () => decode(numbers, { machineId: 3 }),
    base: () => inTurn(discordIds("bigint"), deconstruct("bigint")),
  })),
  { name: "sno decode(string)", atMost: 2.5, work: () => decode(sno, { partition: 4097 }, received) },
  { name: "sno decode(string) of next()", atMost: 2.5, work: () => decode(sno, { partition: 4097 }) },
  ...COLUMNS.map(({ name, work }) => ({ name: `${name} of ${BATCH}`, atMost: 0.1, per: BATCH, options: FEW, work })),
  ...TEXTS.flatMap((text) => {
    const shown = text.length > 30 ? `${text[0]} x ${text.length}` : text;
    return [
      { name: `twitter isValid('${shown}')`, atMost: 1, work: () => isValid(twitter, text) },
      { name: `sno isValid('${shown}')`, atMost: 1, work: () => isValid(sno, text) },
    ];
  }),
].map((row) => ({ per: 1, base: () => clock, ...row }));
