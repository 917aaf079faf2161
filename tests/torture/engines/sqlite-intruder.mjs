// Another process that uses the database of the torture: it writes in a transaction until it is ended, or makes a copy.

import { DatabaseSync } from "node:sqlite";

const [, , path, work, copy] = process.argv;
const database = new DatabaseSync(path);
database.exec("PRAGMA busy_timeout = 20000");

if (work === "copy") {
  database.prepare("VACUUM INTO ?").run(copy);
} else {
  database.exec("BEGIN EXCLUSIVE; CREATE TABLE intruder (text)");
  // The transaction writes more than the cache holds, so that the file is changed before the transaction ends.
  database.exec("PRAGMA cache_size = 10; PRAGMA cache_spill = 1");
  const insert = database.prepare("INSERT INTO intruder VALUES (?)");
  for (let i = 0; i < 200; i++) insert.run("x".repeat(4_000));
  // This process ends even if the torture is killed.
  process.stdin.on("end", () => process.exit()).resume();
}
process.stdout.write("begun\n");
