import * as flakekit from "flakekit";
import { test } from "vitest";
import { check } from "../check.mjs";

test("the package makes IDs", () => void check(flakekit));
