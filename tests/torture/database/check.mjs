// Counts repeats and other faults in the database, which also has the rows of commits whose answer was lost.

import { connect } from "./client.mjs";

/** How many IDs a statement takes. */
const PAGE = 100_000;

export async function check(server, ids) {
  const client = await connect(server);
  const load = async (table, list) => {
    await client.query(`CREATE TEMP TABLE ${table} (id BIGINT)`);
    for (const page of list.pages(PAGE)) {
      await client.query(`INSERT INTO ${table} SELECT unnest($1::bigint[])`, [Array.from(page)]);
    }
  };
  const ask = async (text) => Number(Object.values((await client.query(text)).rows[0])[0]);
  await load("of_rows", ids.ofRows);
  await load("of_calls", ids.ofCalls);
  const found = {
    ids: ids.count,
    rows: await ask("SELECT count(*) FROM rows"),
    transactions: ids.transactions,
    repeats: await ask(
      "SELECT count(*) - count(DISTINCT id) FROM (SELECT id FROM rows UNION ALL SELECT id FROM of_calls) AS made",
    ),
    descents: ids.descents,
    lost: await ask("SELECT count(*) FROM of_rows LEFT JOIN rows USING (id) WHERE rows.id IS NULL"),
  };
  await client.end();
  return found;
}
