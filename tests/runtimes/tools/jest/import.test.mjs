import * as flakekit from "flakekit";
import { check } from "../check.mjs";

test("an imported package makes IDs", () => void check(flakekit));
