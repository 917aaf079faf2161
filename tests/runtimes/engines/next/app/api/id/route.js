import * as flakekit from "flakekit";
import { check } from "../../../../check.mjs";
import { makeInOneInstant } from "../../../../programs/instant.mjs";

export const runtime = "edge";

export function GET() {
  const ids = flakekit.discord.generator({ workerId: 1, processId: 0 });
  return Response.json({ ...check(flakekit), instant: makeInOneInstant([ids]) });
}
