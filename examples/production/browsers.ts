// The routes for pages: seats of leases, and orders whose IDs the pages have made.

import type { FastifyInstance } from "fastify";
import { handler, nodeHandler } from "flakekit/lease/http";
import { format, pool, space, store } from "./database.ts";

/** Yours: the user of a session. */
async function userOf(cookies: string | null | undefined): Promise<string | undefined> {
  const [, session] = /(?:^|; )session=([\w-]+)/.exec(cookies ?? "") ?? [];
  const { rows } = await pool.query("SELECT user_name FROM sessions WHERE id = $1", [session]);
  return rows[0]?.user_name;
}

export function serveBrowsers(app: FastifyInstance) {
  const seats = handler({
    format,
    store,
    space,
    nodes: [512, 1023], // the servers lease 0 to 511
    shares: 64, // 512 × 64 seats of 64 IDs a ms each
    window: 20_000, // a page makes IDs offline for so long
    secret: process.env.LEASE_SECRET ?? "", // 32 random bytes or more, the same for all servers
    authorize: (request) => userOf(request.headers.get("cookie")),
  });
  app.post("/ids", nodeHandler(seats));

  app.put<{ Params: { id: string }; Body: { item: string } }>("/orders/:id", async (request, reply) => {
    const { id } = request.params;
    const user = await userOf(request.headers.cookie);
    // A page can send any ID. Nobody else gets an ID of its seat.
    if (user === undefined || !(await seats.owns(id, user))) return reply.code(403).send({ error: "not your ID" });
    const values = [id, request.body.item];
    const insert = "INSERT INTO orders (id, item) VALUES ($1, $2) ON CONFLICT DO NOTHING";
    const { rowCount: inserted } = await pool.query(insert, values);
    if (inserted === 1) return reply.code(201).send({ id });
    // The same order was sent again, or another one with its ID.
    const { rowCount: isSame } = await pool.query("SELECT FROM orders WHERE id = $1 AND item = $2", values);
    return isSame ? reply.send({ id }) : reply.code(409).send({ error: "another order has this ID" });
  });
}
