// The examples that need nothing but the package.

import assert from "node:assert/strict";
import { spawn } from "node:child_process";
import { once } from "node:events";
import { readFileSync } from "node:fs";
import { get } from "node:http";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { text } from "node:stream/consumers";
import { test } from "node:test";
import { batch, discord, twitter } from "flakekit";
import { lease } from "flakekit/lease";
import { http } from "flakekit/lease/http";
import { temporaryDirectory } from "../support/temporary.mjs";
import { project } from "../support/project.mjs";

const examples = join(project, "examples");
const script = join(examples, "restart-safe", "index.mjs");

/** Runs the script until it ends, or kills it when it has printed `killAfter` IDs. Resolves to the IDs. */
async function run(cwd, count, killAfter = Infinity) {
  const child = spawn(process.execPath, [script, String(count)], { cwd, stdio: ["ignore", "pipe", "inherit"] });
  const ids = [];
  createInterface({ input: child.stdout }).on("line", (line) => {
    if (ids.push(line) === killAfter) child.kill("SIGKILL");
  });
  const [code, signal] = await once(child, "close");
  assert.ok(killAfter < Infinity ? signal === "SIGKILL" : code === 0, `it ended with ${code ?? signal}`);
  return ids;
}

test("restart-safe: a script that is killed and run again, and again at the same time, repeats no ID", async () => {
  const directory = temporaryDirectory();
  const ids = [];
  for (let i = 0; i < 3; i++) {
    const runs = [run(directory, 1_000_000, 2_000), run(directory, 2_000), run(directory, 10)];
    ids.push(...(await Promise.all(runs)).flat());
  }
  assert.ok(ids.length >= 12_030);
  // The last line may be incomplete.
  const whole = ids.filter((id) => id.length === ids[0].length);
  assert.ok(whole.length >= ids.length - 3);
  assert.equal(new Set(whole).size, whole.length);
});

test("page: each visitor's page makes IDs of its own, a request without a session gets no seat, and one without a URL is refused", async (context) => {
  const server = spawn(process.execPath, [join(examples, "page", "server.mjs")], {
    cwd: temporaryDirectory(),
    env: { ...process.env, PORT: "0" },
    stdio: ["ignore", "pipe", "inherit"],
  });
  context.after(() => server.kill());
  const [url] = await once(createInterface({ input: server.stdout }), "line");
  const visit = async () => {
    const page = await fetch(url);
    assert.match(await page.text(), /<script type="module" src="page.js">/);
    const [cookie] = page.headers.get("set-cookie").split(";");
    return lease(discord, { store: http(`${url}ids`, { headers: { cookie } }) });
  };
  // The server has the files that the page's import map names.
  for (const path of ["page.js", "flakekit/index.js", "flakekit/lease.js", "flakekit/lease/http.js"]) {
    const { status, headers } = await fetch(url + path);
    assert.deepEqual([path, status, headers.get("content-type")], [path, 200, "text/javascript"]);
  }
  const visitors = await Promise.all([visit(), visit(), visit()]);
  const made = visitors.flatMap((ids) => Array.from(batch(ids, 100)));
  assert.equal(new Set(made).size, 300);
  for (const ids of visitors) await ids.close();
  // `fetch` sends no such request.
  const [{ statusCode }] = await once(get({ port: new URL(url).port, path: "//[" }), "response");
  assert.equal(statusCode, 400);
  assert.equal(
    (await fetch(`${url}ids`, { method: "POST", headers: { "content-type": "application/json" }, body: "{}" })).status,
    401,
  );
});

test("csv-pipeline: per-day counts the rows of each day in UTC, and reports and leaves out a row without an ID", async () => {
  const cwd = join(examples, "csv-pipeline");
  // npm is a .cmd file on Windows, which only a shell starts.
  const npm = (...args) => spawn(["npm", ...args].join(" "), { cwd, shell: true });
  const perDay = async (csv) => {
    const child = npm("run", "--silent", "per-day");
    child.stdin.end(csv);
    const [out, complaints] = await Promise.all([text(child.stdout), text(child.stderr)]);
    return { days: out.trimEnd().split(/\r?\n/), complaints };
  };
  const orders = readFileSync(join(cwd, "orders.csv"), "utf8");
  const { days } = await perDay(orders);
  assert.deepEqual(days, ["2024-05-29 3", "2024-05-30 2", "2024-06-01 4"]);

  const late = twitter.encode({ timestamp: Date.parse("2024-05-31T23:59:59.999Z"), machineId: 3, sequence: 0 });
  const { days: more, complaints } = await perDay(`${orders}Ada,${late},"a chair, ""small"""\nBen,12x4,a bed\n`);
  assert.deepEqual(more, ["2024-05-29 3", "2024-05-30 2", "2024-05-31 1", "2024-06-01 4"]);
  assert.match(complaints, /line 13: '12x4' has 'x' at character 3/);
});
