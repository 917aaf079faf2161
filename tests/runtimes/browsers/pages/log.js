// Logs a generator and formats to the console.
import { discord, generator, twitter } from "../node_modules/flakekit/index.js";
import { report } from "./report.js";

report(() => {
  console.log(generator(discord, { workerId: 1, processId: 0 }), twitter);
  return "logged";
});
