// The programs that import one entry of the package each: the rows of bundlers build each program by itself, and run
// it. This file imports nothing of the package, and each program imports by name, so a bundle has only the code that
// the bundler considers used.

import { check, checkHidden, checkInspect, checkLeases } from "./check.mjs";

const SECRET = "s".repeat(32);

/**
 * The programs by name: the names that each imports of which entries, all names unless they are listed, and the targets
 * in which the program does not run.
 */
export const PROGRAMS = {
  main: { imports: { ".": undefined }, run: ({ ".": main }) => checkMain(main) },
  manual: {
    imports: { "./manual": undefined },
    // Edge functions compile nothing at run time.
    notIn: ["edge"],
    run: async ({ "./manual": main }, { origin }) => {
      main.loadCore(await bytesOf(origin, "core"));
      return checkMain(main);
    },
  },
  "no-wasm": { imports: { "./no-wasm": undefined }, run: ({ "./no-wasm": main }) => checkMain(main) },
  testing: {
    imports: { ".": ["discord", "next", "sno"], "./testing": undefined },
    run: ({ ".": { next, sno }, "./testing": { resetGenerators } }) => {
      next(sno);
      resetGenerators();
      return sno.isValid(next(sno));
    },
  },
  sql: {
    imports: { ".": ["discord"], "./sql": undefined },
    run: ({ ".": { discord }, "./sql": { hiddenSql, nextSql, sql } }) => {
      const made = nextSql(discord, "postgres", { workerId: 31, processId: 31 });
      const hidden = hiddenSql(discord, "postgres", { tweak: "ünïcode" });
      return [sql(discord, "postgres").time, made, hidden].every((text) => text.length > 10);
    },
  },
  ...Object.fromEntries(
    ["hidden", "hidden/no-wasm"].map((name) => [
      name,
      {
        imports: { ".": ["discord", "formats", "prefixed"], [`./${name}`]: undefined },
        run: ({ ".": main, [`./${name}`]: entry }) => checkHidden(main, entry),
      },
    ]),
  ),
  inspect: { imports: { "./inspect": undefined }, run: ({ "./inspect": inspection }) => checkInspection(inspection) },
  "inspect/manual": {
    imports: { "./inspect/manual": undefined },
    notIn: ["edge"],
    run: async ({ "./inspect/manual": inspection }, { origin }) => {
      inspection.loadInspector(await bytesOf(origin, "inspect"));
      return checkInspection(inspection);
    },
  },
  "inspect/no-wasm": {
    imports: { "./inspect/no-wasm": undefined },
    run: ({ "./inspect/no-wasm": inspection }) => checkInspection(inspection),
  },
  lease: {
    imports: { ".": ["batch", "discord", "sno"], "./lease": undefined },
    run: ({ ".": main, "./lease": leases }) => checkStore(main, leases),
  },
  "lease/manual": {
    imports: { "./manual": ["batch", "discord", "loadCore", "sno"], "./lease/manual": undefined },
    notIn: ["edge"],
    run: async ({ "./manual": main, "./lease/manual": leases }, { origin }) => {
      main.loadCore(await bytesOf(origin, "core"));
      leases.loadLeases(await bytesOf(origin, "lease"));
      return checkStore(main, leases);
    },
  },
  "lease/no-wasm": {
    imports: { "./no-wasm": ["batch", "discord", "sno"], "./lease/no-wasm": undefined },
    run: ({ "./no-wasm": main, "./lease/no-wasm": leases }) => checkStore(main, leases),
  },
  "leases of a server": {
    imports: { ".": ["discord"], "./lease": ["leaseFromServer"], "./lease/http": ["http"] },
    run: ({ ".": { discord }, "./lease": { leaseFromServer }, "./lease/http": { http } }, { origin }) =>
      leaseBy(leaseFromServer, discord, http(`${origin}/ids`, { headers: { authorization: "ada" } })),
  },
  "lease/http": {
    imports: { ".": ["discord"], "./lease": ["lease", "memory"], "./lease/http": undefined },
    run: async ({ ".": { discord }, "./lease": { lease, memory }, "./lease/http": { handler, http, nodeHandler } }) => {
      const authorize = (request) => request.headers.get("authorization");
      const ids = handler({ format: discord, store: memory(), nodes: [0, 15], authorize, secret: SECRET });
      const fetch = (url, options) => ids(new Request(url, options));
      const id = await leaseBy(
        lease,
        discord,
        http("http://localhost/ids", { fetch, headers: { authorization: "ada" } }),
      );
      if (!(await ids.owns(id, "ada"))) throw new Error("the handler does not know the owner");
      return typeof nodeHandler(ids);
    },
  },
  "a handler": {
    imports: { ".": ["discord"], "./lease/http": ["handler"] },
    run: async ({ ".": { discord }, "./lease/http": { handler } }) => {
      const store = { read: () => Promise.reject(new Error("down")), swap: () => Promise.resolve(false) };
      const ids = handler({ format: discord, store, nodes: [0, 1], authorize: () => "ada", secret: SECRET });
      return expectCode("STORE_FAILED", () => ids.owns(discord.firstAt("2030-01-01"), "ada"));
    },
  },
  "lease/conformance": {
    imports: { "./lease": ["memory"], "./lease/conformance": undefined },
    run: async ({ "./lease": { memory }, "./lease/conformance": { conformance } }) => {
      const failing = { ...memory(), read: () => Promise.reject(new Error("down")) };
      const results = await conformance(failing);
      if (!results.some(({ passed }) => !passed)) throw new Error("a store that is down conforms");
      return results.length;
    },
  },
  ...storeProgram("file", ["edge", "page"], ({ file }, { directory }) => file(directory)),
  ...storeProgram("threads", ["edge"], ({ threads }) => threads()),
  ...storeProgram("tabs", ["edge", "node"], ({ tabs }) => tabs()),
  ...downProgram(
    "mysql",
    ["page", "edge"],
    ({ mysql, setupSql }) => setupSql() && mysql({ query: down, execute: down }),
  ),
  ...downProgram("postgres", [], ({ postgres, setupSql }) => setupSql() && postgres({ query: down })),
  ...downProgram("redis", [], ({ redis }) => redis(down)),
  ...downProgram("workers", [], ({ durableObjects, FlakekitLeases }) => {
    const object = { fetch: (...request) => new FlakekitLeases({ storage: {} }, {}).fetch(new Request(...request)) };
    return durableObjects({ idFromName: (name) => ({ name }), get: () => object });
  }),
  "lease/sqlite": {
    imports: { "./lease/sqlite": undefined },
    notIn: ["edge", "page"],
    run: ({ "./lease/sqlite": { sqlite } }) => expectCode("INVALID_OPTION", async () => sqlite(undefined)),
  },
};

/** The program of a store that makes IDs without a server. */
function storeProgram(name, notIn, open) {
  const entry = `./lease/${name}`;
  return {
    [`lease/${name}`]: {
      imports: { ".": ["batch", "discord", "sno"], "./lease": ["lease"], [entry]: undefined },
      notIn,
      run: (modules, context) => checkLeases(modules["."], modules["./lease"], open(modules[entry], context)),
    },
  };
}

/** The program of a store whose server is down. tests/servers/ tests these stores with their servers. */
function downProgram(name, notIn, open) {
  const entry = `./lease/${name}`;
  return {
    [`lease/${name}`]: {
      imports: { ".": ["discord"], "./lease": ["lease"], [entry]: undefined },
      notIn,
      run: ({ ".": { discord }, "./lease": { lease }, [entry]: names }) =>
        expectCode("STORE_FAILED", () => lease(discord, { store: open(names), maxWait: 1 })),
    },
  };
}

const down = () => Promise.reject(new Error("the server is down"));

async function bytesOf(origin, name) {
  const response = await fetch(`${origin}/${name}.wasm`);
  return response.arrayBuffer();
}

/** Asserts that `instant` returns the instants of the runtime's `Temporal`, and that they are read. */
function checkTemporal({ FlakeError, instant, twitter }) {
  const { Temporal } = globalThis;
  try {
    const moment = instant(twitter, 1541815603606036480n);
    if (!(moment instanceof Temporal.Instant)) throw new Error("no Temporal.Instant");
    const zoned = moment.toZonedDateTimeISO("UTC");
    for (const time of [moment, zoned, String(moment), String(zoned)]) {
      if (twitter.firstAt(time) !== twitter.firstAt(1656432460105)) throw new Error(`${time} is read wrongly`);
    }
  } catch (error) {
    if (Temporal !== undefined || !(error instanceof FlakeError) || error.code !== "UNSUPPORTED") throw error;
  }
}

/** Uses the main entry, of which a program has imported all names. */
function checkMain(main) {
  const { batch, decodeColumns, defineFormat, discord, fill, jsonSchema, lost, next } = main;
  const { prefixed, resume, snapshot, sno, sort } = main;
  const { made } = check(main);
  checkTemporal(main);
  const ids = main.generator(discord, { workerId: 1, processId: 0 });
  const saved = snapshot(ids);
  ids.free();
  const again = resume(discord, saved);
  const order = prefixed(discord, "order");
  const own = defineFormat({
    name: "own",
    bits: 63,
    epoch: 0,
    fields: [
      { kind: "time", bits: 51 },
      { kind: "sequence", bits: 12 },
    ],
  });
  const all = [...batch(again, 3), ...fill(main.generator(own), new BigUint64Array(2)), next(sno)];
  sort(discord, batch(again, 2));
  decodeColumns(discord, batch(again, 2));
  return [
    Object.keys(made).length,
    all.length,
    typeof jsonSchema(discord),
    String(lost(discord, 2 ** 60).max),
    order.isValid("x"),
    main.formatNamed("x") === main.x,
  ];
}

function checkInspection(inspection) {
  const { format } = checkInspect(inspection);
  return [format, inspection.scan("175928847299117063").length, inspection.foreignFormats().length > 0];
}

/** Makes IDs of a store in memory, and gives the orders of operators. */
async function checkStore(
  main,
  { lazyLease, lease, listSeats, freeSeat, prepareSpace, resetSpace, migrateSpace, memory, leaseFromServer },
) {
  const store = memory();
  const { isNew } = await prepareSpace(main.sno, { store });
  if (!isNew) throw new Error("a space of a new store is not new");
  const ids = lazyLease(main.sno, () => ({ store }));
  if (!main.sno.isValid(await ids.nextAsync())) throw new Error("a lazy lease makes no ID");
  await ids.close();
  await checkLeases(main, { lease }, store);
  const { seats } = await listSeats(store, "discord");
  await freeSeat(store, "discord", { node: seats[0].node });
  await migrateSpace(main.discord, { store, shares: 2 });
  await resetSpace(store, "discord");
  await expectCode("INVALID_OPTION", () => leaseFromServer(main.discord, { store }));
  return seats.length;
}

async function leaseBy(open, format, store) {
  const ids = await open(format, { store });
  const id = ids.next();
  await ids.close();
  return String(id);
}

async function expectCode(code, work) {
  const error = await work().then(
    () => undefined,
    (thrown) => thrown,
  );
  if (error?.code !== code) throw new Error(`not ${code}: ${String(error?.stack ?? error)}`);
  return code;
}
