import { lazyLease } from "flakekit/lease";
import { http } from "flakekit/lease/http";
import { format } from "../../../format.js";

export const runtime = "edge";

// An edge function has no connection to the database, so it leases from the server.
const ids = lazyLease(
  format,
  () => ({ store: http(`${process.env.ORIGIN}/ids`, { headers: { authorization: "edge" } }) }),
  { name: "edge" },
);

export const GET = async () => Response.json({ id: format.toText(await ids.nextAsync()) });
