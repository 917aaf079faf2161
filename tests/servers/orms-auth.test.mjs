// The recipe of docs/orms.md for better-auth on a real server: with the tables that better-auth makes, and with BIGINT.

import assert from "node:assert/strict";
import { join } from "node:path";
import { after, before, beforeEach, test } from "node:test";
import { getMigrations } from "better-auth/db/migration";
import pg from "pg";
import { Server } from "./lib/postgres.mjs";
import { format, writeRecipes } from "./lib/recipes.mjs";

const files = writeRecipes(join(import.meta.dirname, "documented-auth"));
const { connect } = await import(files["better-auth.mjs"]);

const SECRET = "of the tests, and of nothing else: 0123456789 abcdef";
const LARGEST = String(2n ** 63n - 1n);

let server, pool, warnings;

before(async () => {
  server = await Server.start("-c fsync=off");
  pool = new pg.Pool(server.connection());
});

after(async () => {
  await pool.end();
  await server.remove();
});

beforeEach(() => pool.query('DROP TABLE IF EXISTS session, account, verification, "user"'));

/** better-auth with its own tables. */
async function start() {
  warnings = [];
  const logger = { log: (level, message) => warnings.push(message) };
  const auth = connect(pool, { baseURL: "http://localhost:3000", secret: SECRET, logger });
  await (await getMigrations(auth.options)).runMigrations();
  return auth;
}

const credentials = (name) => ({ email: `${name}@example.com`, password: "correct horse battery staple" });

const signUp = async (auth, name) => (await auth.api.signUpEmail({ body: { ...credentials(name), name } })).user;

/** Signs a user in by the password, and reads the session by its cookie. */
async function signIn(auth, name) {
  const { headers } = await auth.api.signInEmail({ body: credentials(name), returnHeaders: true });
  const cookie = headers
    .getSetCookie()
    .map((one) => one.split(";")[0])
    .join("; ");
  return auth.api.getSession({ headers: new Headers({ cookie }) });
}

const idsOf = async (table) => (await pool.query(`SELECT id FROM "${table}" ORDER BY id`)).rows.map(({ id }) => id);

/** Signs two users up and one of them in; checks all IDs. */
async function checkSignUp(auth) {
  const from = Date.now() - 1_000;
  const users = [await signUp(auth, "ada"), await signUp(auth, "bob")];
  const { user, session } = await signIn(auth, "bob");
  assert.equal(user.id, users[1].id);
  assert.equal(session.userId, user.id);
  assert.equal(JSON.parse(JSON.stringify(session)).userId, user.id);

  const made = (await Promise.all(["user", "session", "account"].map(idsOf))).flat();
  assert.equal(new Set(made).size, 2 + 3 + 2);
  for (const id of made) {
    assert.equal(typeof id, "string");
    assert.ok(format.isValid(id));
  }
  assert.ok(made.includes(session.id));

  const inOrder = users.map(({ id }) => id);
  assert.deepEqual(await idsOf("user"), inOrder);
  const { min, end } = format.range(from, Date.now() + 1_000, { halfOpen: true });
  const span = [format.toText(min), format.toText(end)];
  const { rows } = await pool.query('SELECT id FROM "user" WHERE id >= $1 AND id < $2 ORDER BY id', span);
  assert.deepEqual(
    rows.map(({ id }) => id),
    inOrder,
  );
}

test("better-auth gives users, sessions and accounts IDs in the order of time, as texts", async () => {
  await checkSignUp(await start());
});

test("better-auth keeps IDs in columns of BIGINT, after a warning", async () => {
  const auth = await start();
  await pool.query(`
    ALTER TABLE session DROP CONSTRAINT "session_userId_fkey";
    ALTER TABLE account DROP CONSTRAINT "account_userId_fkey";
    ALTER TABLE "user" ALTER id TYPE BIGINT USING id::BIGINT;
    ALTER TABLE session ALTER id TYPE BIGINT USING id::BIGINT, ALTER "userId" TYPE BIGINT USING "userId"::BIGINT;
    ALTER TABLE account ALTER id TYPE BIGINT USING id::BIGINT, ALTER "userId" TYPE BIGINT USING "userId"::BIGINT;
    ALTER TABLE verification ALTER id TYPE BIGINT USING id::BIGINT`);
  await checkSignUp(auth);
  // The first user gets the largest ID of the column.
  const first = '(SELECT min(id) FROM "user")';
  const account = `UPDATE account SET "userId" = $1::BIGINT, "accountId" = $1::TEXT WHERE "userId" = ${first}`;
  for (const update of [account, `UPDATE "user" SET id = $1 WHERE id = ${first}`]) await pool.query(update, [LARGEST]);
  const { user, session } = await signIn(auth, "ada");
  assert.deepEqual([user.id, session.userId], [LARGEST, LARGEST]);

  warnings.length = 0;
  const { toBeAdded, toBeCreated } = await getMigrations(auth.options);
  assert.deepEqual([toBeAdded, toBeCreated], [[], []], "its migrations leave the columns as they are");
  assert.ok(warnings.some((warning) => warning.includes("has a different type in the database")));
});

test("the times of texts of 18 digits are those that docs/orms.md states", () => {
  const dayOf = (id) => format.decode(id).date.toISOString().slice(0, 10);
  assert.deepEqual([dayOf(10n ** 17n), dayOf(10n ** 18n - 1n)], ["2024-10-02", "2031-07-22"]);
});
