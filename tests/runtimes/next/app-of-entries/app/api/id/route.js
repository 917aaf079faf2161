import * as flakekit from "flakekit";
import * as inspection from "flakekit/inspect";
import { check, checkInspect } from "../../../../check.mjs";
import { makeInOneInstant } from "../../../../instant.mjs";

export const runtime = "edge";

export function GET() {
  const ids = flakekit.generator(flakekit.discord, { workerId: 1, processId: 0 });
  checkInspect(inspection);
  return Response.json({ ...check(flakekit), instant: makeInOneInstant([ids]) });
}
