import assert from "node:assert/strict";
import { test } from "node:test";
import { formatNamed, formats, twitter } from "flakekit";
import { refused } from "../support/shared.mjs";

test("formatNamed finds each built-in format by its name, and Twitter by x", () => {
  for (const format of formats()) assert.equal(formatNamed(format.name), format);
  assert.equal(formatNamed("x"), twitter);
});

test("formatNamed refuses other names, and lists those that exist", () => {
  for (const name of ["Discord", "", "toString", "__proto__", undefined, null, 5, {}]) {
    refused("UNKNOWN_FORMAT", () => formatNamed(name), "there are twitter, x, discord");
  }
  refused("UNKNOWN_FORMAT", () => formatNamed("snowflake"), "'snowflake'");
});
