// The project in which the suites run: a user's, with the packed package installed.

import { join } from "node:path";
import { fileURLToPath } from "node:url";

/** The folder of the project. It contains the folders of the suites. */
export const project = fileURLToPath(new URL("../", import.meta.url));

/** The folder of the installed package. */
export const installed = join(project, "node_modules", "flakekit");
