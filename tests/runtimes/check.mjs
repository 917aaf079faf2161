// The check that every runtime runs. It imports nothing, so that every bundler and runtime can load it.

/** Published IDs and examples of specifications, and when they were made. */
const KNOWN = [
  ["twitter", 1541815603606036480n, "2022-06-28T16:07:40.105Z"],
  ["discord", "175928847299117063", "2016-04-30T11:18:25.796Z"],
  ["sno", "brpk4q72xwf2m63l", "2031-05-08T23:03:34.976Z"],
];

/**
 * Makes IDs, reads published ones and passes bad input to a `flakekit`. Throws an `Error` that says what is wrong, or
 * returns plain JSON.
 */
export function check(flakekit) {
  const made = Object.fromEntries(flakekit.formats().map((format) => [format.name, make(flakekit, format)]));
  for (const [name, id, date] of KNOWN) expect(`${name} ${id}`, flakekit[name].decode(id).date.toISOString(), date);
  const refusals = [
    refused(flakekit, "INVALID_FIELD", () => flakekit.generator(flakekit.twitter, { machineId: 5000 })),
    refused(flakekit, "INVALID_TEXT", () => flakekit.twitter.decode("")),
    refused(flakekit, "INVALID_OPTION", () => flakekit.generator(flakekit.mastodon, { onRolback: "wait" })),
  ];
  return { made, known: KNOWN.length, refusals };
}

/** Reads a published ID whose format is not said. */
export function checkInspect({ inspect }) {
  const [{ format, date }] = inspect("175928847299117063");
  expect("the likeliest format", format, "discord");
  expect("its time", date.toISOString(), "2016-04-30T11:18:25.796Z");
  return { format };
}

/** Hides IDs. Every runtime must write the same texts. */
export function checkHidden({ discord, formats, prefixed }, { hidden }) {
  const key = "2b7e151628aed2a6abf7158809cf4f3c";
  const keys = { a: key, b: new Uint8Array(32) };
  for (const format of formats()) {
    const ids = hidden(format, { keys, current: "b", tweak: "orders" });
    const last = format.fromText("1".repeat(format.bits), { as: "base2" });
    for (const id of [format.zero, last]) expect(ids.toText(id), ids.fromText(ids.toText(id)), id);
    expect(`whether two IDs of ${format.name} are hidden alike`, ids.toText(format.zero) === ids.toText(last), false);
  }
  const orders = hidden(discord, { key, tweak: "orders" });
  const text = orders.toText(175928847299117063n);
  expect("a hidden ID", text, "39twyi9mj1fsllbja");
  expect("whether it is valid", orders.isValid(text), true);
  expect("whether another tweak reads it", hidden(discord, { key, tweak: "users" }).isValid(text), false);
  expect("with a prefix", prefixed(orders, "order").toText(175928847299117063n), `order_${text}`);
  return { text };
}

/** Makes IDs under two leases of a store, which are to share a seat, and closes them. */
export async function checkLeases({ batch, discord, sno }, { lease }, store) {
  for (const format of [discord, sno]) {
    const [one, other] = await Promise.all([lease(format, { store }), lease(format, { store })]);
    const ids = [one.next(), other.next(), await one.nextAsync(), ...batch(one, 3)].map(String);
    expect(`how many of ${ids.join(", ")} differ`, new Set(ids).size, ids.length);
    expect("the state", one.status().state, "held");
    expect("the seats", JSON.stringify(one.status().fields), JSON.stringify(other.status().fields));
    for (const id of ids) {
      const late = Date.now() - format.decode(id).timestamp;
      if (Math.abs(late) > 60_000) throw new Error(`the ID ${id} is ${late} ms late`);
    }
    await Promise.all([one.close(), other.close()]);
    expect("the state", one.status().state, "closed");
  }
  return { formats: 2 };
}

/** Makes four IDs with two generators of one node. They must be of the format's type, made now, and all different. */
function make(flakekit, builtIn) {
  const format = builtIn.epoch === null ? flakekit.withOptions(builtIn, { epoch: "2024-01-01" }) : builtIn;
  const nodes = format.fields.filter(({ kind }) => kind === "node");
  const options = Object.fromEntries(nodes.map(({ name }) => [name, 1]));
  const [one, other] = [flakekit.generator(format, options), flakekit.generator(format, options)];
  const ids = [one.next(), other.next(), one.next(), other.next()];
  for (const id of ids) {
    expect(`the type of ${format.name}'s ID ${id}`, typeof id, format.native);
    const late = Date.now() - format.decode(id).timestamp;
    if (Math.abs(late) > 60_000) throw new Error(`${format.name}'s ID ${id} is ${late} ms late`);
  }
  expect(`how many of ${ids.join(", ")} differ`, new Set(ids).size, ids.length);
  return ids.map(String);
}

/** Calls `work`, which must throw a `FlakeError` with this code, and returns the code. */
function refused(flakekit, code, work) {
  try {
    work();
  } catch (error) {
    if (!(error instanceof flakekit.FlakeError)) throw error;
    expect("the code of a refusal", error.code, code);
    return error.code;
  }
  throw new Error(`bad input was not refused with ${code}`);
}

function expect(what, found, wanted) {
  if (found !== wanted) throw new Error(`${what} is ${String(found)}, not ${String(wanted)}`);
}
