import { runTool } from "./tool.mjs";

/** The states of the seats in a directory. */
export async function seatsIn(context, directory) {
  const { seats } = JSON.parse(await runTool(context, "flakekit", ["seats", directory, "--json"]));
  return seats.map(({ state }) => state);
}
