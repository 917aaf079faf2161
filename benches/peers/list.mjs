// The packages that are compared, each used as its documentation says.
//
// `load` resolves to an object with these functions. Functions that a peer does not support are missing.
//   next      makes an ID
//   fresh     makes a new generator and one ID with it
//   key       converts an ID to a text; if missing, `String` does
//   decode    decodes an ID to the fields that `says` lists
//   empty     decodes the text ''
//   machine   makes an ID with a machine number, and decodes the number from the ID
// `maxMachine` is the largest machine number of the format. `entry` is the module that is imported, if it is not the package's
// main one, and `uses` are the exports that a program needs to make an ID.

import { randomUUID } from "node:crypto";

const EPOCH = Date.UTC(2024, 0, 1);

/** A format of flakekit. `node` is the name of the option for the machine number. */
const flakekit = ({ name, says, pick, options, node, maxMachine }) => ({
  name: `flakekit ${name}`,
  package: "flakekit",
  uses: ["discord", "generator"],
  says,
  maxMachine,
  load: async () => {
    const flakekit = await import("flakekit");
    const { generator } = flakekit;
    const format = pick(flakekit);
    const ids = generator(format, options);
    const make = (id) => generator(format, { ...options, [node]: id }).next();
    return {
      next: () => ids.next(),
      fresh: () => generator(format, options).next(),
      decode: (id) => format.decode(id),
      empty: () => format.decode(""),
      ...(node && { machine: (id) => format.decode(make(id))[node] }),
    };
  },
});

export const peers = [
  flakekit({
    name: "snowflakeSI",
    says: "time, machine, sequence",
    pick: ({ snowflakeSI, withOptions }) => withOptions(snowflakeSI, { epoch: EPOCH }),
    options: { machineId: 3 },
    node: "machineId",
    maxMachine: 31,
  }),
  flakekit({
    name: "discord",
    says: "time, worker, process, sequence",
    pick: ({ discord }) => discord,
    options: { workerId: 1, processId: 2 },
    node: "workerId",
    maxMachine: 31,
  }),
  flakekit({ name: "uid60", says: "time, sequence, random", pick: ({ uid60 }) => uid60, options: {} }),
  flakekit({
    name: "sno",
    says: "time, meta, partition, sequence",
    pick: ({ sno }) => sno,
    options: { partition: 4097 },
    node: "partition",
    maxMachine: 65_535,
  }),
  {
    name: "nodejs-snowflake",
    uses: ["Snowflake"],
    says: "time",
    maxMachine: 4095,
    load: async () => {
      const { Snowflake } = (await import("nodejs-snowflake")).default;
      const make = (instance_id) => new Snowflake({ custom_epoch: EPOCH, instance_id });
      const ids = make(3);
      return {
        next: () => ids.getUniqueID(),
        fresh: () => make(3).getUniqueID(),
        decode: (id) => Snowflake.timestampFromID(id, EPOCH),
        empty: () => Snowflake.timestampFromID("", EPOCH),
        machine: (id) => Snowflake.instanceIDFromID(make(id).getUniqueID()),
      };
    },
  },
  {
    name: "@sapphire/snowflake",
    uses: ["Snowflake"],
    says: "time, worker, process, sequence",
    maxMachine: 31,
    load: async () => {
      const { Snowflake } = await import("@sapphire/snowflake");
      const ids = new Snowflake(EPOCH);
      return {
        next: () => ids.generate(),
        fresh: () => new Snowflake(EPOCH).generate(),
        decode: (id) => ids.deconstruct(id),
        empty: () => ids.deconstruct(""),
        machine: (id) => {
          const made = new Snowflake(EPOCH);
          made.workerId = id;
          return made.deconstruct(made.generate()).workerId;
        },
      };
    },
  },
  {
    name: "snowyflake",
    uses: ["Snowyflake"],
    says: "time, worker, process, sequence",
    maxMachine: 31,
    load: async () => {
      const { Snowyflake } = await import("snowyflake");
      const make = (workerId) => new Snowyflake({ epoch: BigInt(EPOCH), workerId, processId: 2n });
      const ids = make(1n);
      return {
        next: () => ids.nextId(),
        fresh: () => make(1n).nextId(),
        decode: (id) => ids.deconstruct(id),
        empty: () => ids.deconstruct(""),
        machine: (id) => {
          const made = make(BigInt(id));
          return made.deconstruct(made.nextId()).workerId;
        },
      };
    },
  },
  {
    name: "flake-idgen",
    uses: ["default"],
    maxMachine: 1023,
    load: async () => {
      const { default: FlakeId } = await import("flake-idgen");
      const make = (id) => new FlakeId({ epoch: EPOCH, id });
      const ids = make(3);
      return {
        next: () => ids.next(),
        fresh: () => make(3).next(),
        key: (id) => id.toString("hex"),
        machine: (id) => (make(id).next().readUInt32BE(4) >> 12) & 1023,
      };
    },
  },
  {
    name: "snowflakify",
    uses: ["default"],
    says: "time, worker, process, sequence",
    maxMachine: 31,
    load: async () => {
      const { default: Snowflakify, ...parts } = await import("snowflakify");
      const { ProcessFragment, SequenceFragment, TimestampFragment, WorkerFragment } = parts;
      const make = (worker) =>
        new Snowflakify({
          fragmentArray: [
            new TimestampFragment(42, EPOCH),
            new WorkerFragment(5, worker),
            new ProcessFragment(5),
            new SequenceFragment(12),
          ],
        });
      const ids = make(1);
      return {
        next: () => ids.nextId(),
        fresh: () => make(1).nextId(),
        decode: (id) => ids.destructure(id),
        empty: () => ids.destructure(""),
        machine: (id) => {
          const made = make(id);
          return made.destructure(made.nextId())[1].value;
        },
      };
    },
  },
  {
    name: "sonyflake",
    uses: ["Sonyflake"],
    says: "time, machine, sequence",
    maxMachine: 65_535,
    load: async () => {
      const { Sonyflake } = (await import("sonyflake")).default;
      const make = (machineId) => new Sonyflake({ epoch: EPOCH, machineId });
      const ids = make(3);
      return {
        next: () => ids.nextId(),
        fresh: () => make(3).nextId(),
        decode: (id) => ids.decompose(id),
        empty: () => ids.decompose(""),
        machine: (id) => {
          const made = make(id);
          return made.decompose(made.nextId()).machineId;
        },
      };
    },
  },
  {
    name: "@theinternetfolks/snowflake",
    uses: ["Snowflake"],
    says: "time, shard, sequence",
    maxMachine: 1023,
    load: async () => {
      const { Snowflake } = (await import("@theinternetfolks/snowflake")).default;
      return {
        next: () => Snowflake.generate({ shard_id: 3 }),
        fresh: () => Snowflake.generate({ shard_id: 3 }),
        decode: (id) => Snowflake.parse(id),
        empty: () => Snowflake.parse(""),
        machine: (shard_id) => Snowflake.parse(Snowflake.generate({ shard_id })).shard_id,
      };
    },
  },
  {
    name: "@akashrajpurohit/snowflake-id",
    uses: ["SnowflakeId"],
    maxMachine: 1023,
    load: async () => {
      const { SnowflakeId } = await import("@akashrajpurohit/snowflake-id");
      const make = (workerId) => SnowflakeId({ workerId, epoch: EPOCH });
      const ids = make(3);
      return {
        next: () => ids.generate(),
        fresh: () => make(3).generate(),
        machine: (id) => Number((BigInt(make(id).generate()) >> 12n) & 1023n),
      };
    },
  },
  {
    name: "@nocobase/snowflake-id",
    uses: ["Snowflake"],
    says: "time, worker, sequence",
    maxMachine: 31,
    load: async () => {
      const { Snowflake } = (await import("@nocobase/snowflake-id")).default;
      const make = (workerId) => new Snowflake({ workerId, epoch: EPOCH });
      const ids = make(3);
      return {
        next: () => ids.generate(),
        fresh: () => make(3).generate(),
        decode: (id) => ids.parse(id),
        empty: () => ids.parse(""),
        machine: (id) => {
          const made = make(id);
          return made.parse(made.generate()).workerId;
        },
      };
    },
  },
  ...["tsid()", "tsid({ node })"].map((call) => ({
    name: `uniku ${call}`,
    package: "uniku",
    entry: "uniku/tsid",
    uses: ["tsid"],
    says: "time",
    ...(call !== "tsid()" && { maxMachine: 1023 }),
    load: async () => {
      const { tsid } = await import("uniku/tsid");
      const next = call === "tsid()" ? () => tsid() : () => tsid({ node: 3 });
      return {
        next,
        fresh: next,
        decode: (id) => tsid.timestamp(id),
        empty: () => tsid.timestamp(tsid.fromString("")),
        ...(call !== "tsid()" && { machine: (node) => Number((tsid({ node }) >> 12n) & 1023n) }),
      };
    },
  })),
  {
    name: "simpleflakes",
    uses: ["simpleflake"],
    says: "time, random",
    load: async () => {
      const { parseSimpleflake, simpleflake } = (await import("simpleflakes")).default;
      return {
        next: () => simpleflake(),
        fresh: () => simpleflake(),
        decode: (id) => parseSimpleflake(id),
        empty: () => parseSimpleflake(""),
      };
    },
  },
  {
    name: "ulid",
    uses: ["monotonicFactory"],
    says: "time",
    load: async () => {
      const { decodeTime, monotonicFactory } = await import("ulid");
      return {
        next: monotonicFactory(),
        fresh: () => monotonicFactory()(),
        decode: (id) => decodeTime(id),
        empty: () => decodeTime(""),
      };
    },
  },
  {
    name: "ulidx",
    uses: ["monotonicFactory"],
    says: "time",
    load: async () => {
      const { decodeTime, monotonicFactory } = await import("ulidx");
      return {
        next: monotonicFactory(),
        fresh: () => monotonicFactory()(),
        decode: (id) => decodeTime(id),
        empty: () => decodeTime(""),
      };
    },
  },
  {
    name: "uuid v7",
    uses: ["v7"],
    says: "bytes",
    package: "uuid",
    load: async () => {
      const { parse, v7 } = await import("uuid");
      return { next: () => v7(), fresh: () => v7(), decode: (id) => parse(id), empty: () => parse("") };
    },
  },
  {
    name: "uuidv7",
    uses: ["uuidv7"],
    says: "bytes",
    load: async () => {
      const { UUID, uuidv7, V7Generator } = await import("uuidv7");
      return {
        next: () => uuidv7(),
        fresh: () => new V7Generator().generate().toString(),
        decode: (id) => UUID.parse(id),
        empty: () => UUID.parse(""),
      };
    },
  },
  {
    name: "nanoid",
    uses: ["nanoid"],
    load: async () => {
      const { nanoid } = await import("nanoid");
      return { next: () => nanoid(), fresh: () => nanoid() };
    },
  },
  {
    name: "hyperid",
    uses: ["default"],
    says: "UUID, sequence",
    load: async () => {
      const { default: hyperid } = await import("hyperid");
      const ids = hyperid();
      return {
        next: () => ids(),
        fresh: () => hyperid()(),
        decode: (id) => ids.decode(id),
        empty: () => ids.decode(""),
      };
    },
  },
  {
    name: "xid-js",
    uses: ["default"],
    load: async () => {
      const { default: xid } = await import("xid-js");
      return { next: () => xid.next(), fresh: () => xid.next() };
    },
  },
  {
    name: "ksuid",
    uses: ["default"],
    says: "time",
    load: async () => {
      const { default: KSUID } = await import("ksuid");
      return {
        next: () => KSUID.randomSync().string,
        fresh: () => KSUID.randomSync().string,
        decode: (id) => KSUID.parse(id).date,
        empty: () => KSUID.parse("").string,
      };
    },
  },
  {
    name: "crypto.randomUUID",
    package: "node",
    load: async () => ({ next: () => randomUUID(), fresh: () => randomUUID() }),
  },
];

/** Packages that are not measured, with the reason. */
export const missing = ["randflake", "scru64", "uuidv47"].map((name) => ({
  name,
  why: "npm's registry has no package of this name",
}));

/** Returns the function that converts a peer's IDs to texts, which are compared to find repeats. */
export const keyOf = ({ key = String }) => key;
