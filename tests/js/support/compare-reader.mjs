// The Rust crate's reading as a process: tests/reader/.

import { spawn } from "node:child_process";
import { existsSync } from "node:fs";
import { createInterface } from "node:readline";
import { join } from "node:path";
import { project } from "./project.mjs";

const NAME = process.platform === "win32" ? "flakekit-reader.exe" : "flakekit-reader";
const PROGRAM = join(project, NAME);

const BUILD =
  "`npm test -- package` builds it, and so does `node scripts/suites/reader.mjs`, for which Rust must be installed";

export class Reader {
  #child;
  #lines;
  #errors = "";

  constructor() {
    if (!existsSync(PROGRAM)) throw new Error(`${PROGRAM} is missing: ${BUILD}`);
    this.#child = spawn(PROGRAM, { stdio: "pipe" });
    this.#child.stderr.setEncoding("utf8").on("data", (text) => (this.#errors += text));
    // Commands that could not be written are not answered either.
    this.#child.stdin.on("error", () => undefined);
    this.#lines = createInterface({ input: this.#child.stdout })[Symbol.asyncIterator]();
  }

  /** The answers to commands, in order. */
  async ask(commands) {
    this.#child.stdin.write(commands.map((command) => `${JSON.stringify(command)}\n`).join(""));
    const answers = [];
    for (const command of commands) {
      const { done, value } = await this.#lines.next();
      if (done) throw new Error(`the reader ended at ${JSON.stringify(command)}:\n${this.#errors}`);
      answers.push(JSON.parse(value));
    }
    return answers;
  }

  end() {
    this.#child.stdin.end();
  }
}
