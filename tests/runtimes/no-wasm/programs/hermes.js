// The entry of the bundle for Hermes's command, which has only `print`.

import "./timers";
import "./app";

globalThis.runApp((error, found) =>
  globalThis.print(error === undefined ? `passed: ${found}` : `failed: ${error.stack}`),
);
