// The work of an app with flakekit, bundled by React Native's bundler. `done` is called with an error or with the
// results.

import * as flakekit from "flakekit";
import * as hiding from "flakekit/hidden";
import * as inspection from "flakekit/inspect";
import * as leases from "flakekit/lease";
import { check, checkHidden, checkInspect, checkLeases } from "../check.mjs";
import { madeAt, newNote, openIds } from "../example/notes";

/** Asserts that a call is refused with a code, and that the message contains a text. */
async function refused(code, text, work) {
  let found = "nothing";
  try {
    await work();
  } catch (error) {
    found = `${error.code}: ${error.message}`;
  }
  if (!found.startsWith(`${code}: `) || !found.includes(text)) throw new Error(`not ${code} with '${text}': ${found}`);
}

/** Without random bits, calls that need them are refused. */
async function checkRandomness() {
  const { discord, generator, next, sno, uid60 } = flakekit;
  const { lease, memory } = leases;
  const remedy = "react-native-get-random-values";
  await refused("NO_RANDOMNESS", remedy, () => next(sno));
  await refused("NO_RANDOMNESS", remedy, () => next(uid60));
  await refused("NO_RANDOMNESS", remedy, () => lease(discord, { store: memory() }));
  generator(discord, { workerId: 1, processId: 1 }).next();
}

/** The example's notes. A server leases the number, if the app can reach the server. */
async function checkExample(fetch) {
  if (fetch === undefined) return "no server";
  const ids = await openIds("http://localhost", { fetch });
  const notes = [newNote(ids, "one"), newNote(ids, "two")];
  if (notes[0].id === notes[1].id) throw new Error("two notes have one ID");
  const age = Date.now() - madeAt(notes[0]).getTime();
  if (age < -10000 || age > 60000) throw new Error(`a new note is ${age} ms old`);
  await ids.close();
  return "a server";
}

async function run(fetch) {
  if (typeof WebAssembly !== "undefined") throw new Error("there is WebAssembly");
  if (typeof crypto !== "undefined") throw new Error("there are random bits");
  await checkRandomness();
  require("./random");
  check(flakekit);
  checkHidden(flakekit, hiding);
  await checkLeases(flakekit, leases, leases.memory());
  checkInspect(inspection);
  return checkExample(fetch);
}

globalThis.runApp = (done, fetch) => {
  run(fetch).then(
    (found) => done(undefined, found),
    (error) => done(error),
  );
};
