// An app that requires the package, under all names that lead to the core in JavaScript. It has nothing but the language.

require("./random");
const flakekit = require("flakekit");
const leases = require("flakekit/lease");
const named = require("flakekit/no-wasm");
const namedLeases = require("flakekit/lease/no-wasm");

globalThis.made = [];
const make = (main, { lease, memory }) =>
  lease(main.discord, { store: memory() }).then((ids) => {
    globalThis.made.push(String(ids.next()), String(main.generator(main.twitter, { machineId: 1 }).next()));
    return ids.close();
  });

make(flakekit, leases)
  .then(() => make(named, namedLeases))
  .catch((error) => globalThis.made.push(error.stack));
