// Rows: `Temporal`, by a polyfill where the runtime has none.

import assert from "node:assert/strict";
import { Temporal as polyfill } from "temporal-polyfill";
import { instant, twitter } from "flakekit";
import { versionOf } from "./tool.mjs";

const ID = 1541815603606036480n;

export const temporal = [
  {
    where: "Temporal",
    how: "a polyfill: in and out",
    run: async (context) => {
      const moment = polyfill.Instant.from("2022-06-28T16:07:40.105Z");
      const inBerlin = moment.toZonedDateTimeISO("Europe/Berlin");
      for (const time of [moment, inBerlin, String(moment), String(inBerlin)]) {
        assert.equal(twitter.firstAt(time), twitter.firstAt(1656432460105));
      }
      const { Temporal } = globalThis;
      globalThis.Temporal = polyfill;
      try {
        assert.equal(polyfill.Instant.compare(instant(twitter, ID), moment), 0);
        assert.equal(String(instant(twitter, ID)), "2022-06-28T16:07:40.105Z");
      } finally {
        if (Temporal === undefined) delete globalThis.Temporal;
        else globalThis.Temporal = Temporal;
      }
      return { version: `temporal-polyfill ${versionOf(context, "temporal-polyfill")}`, loads: "index.js" };
    },
  },
];
