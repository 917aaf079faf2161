// Durable Objects that a test makes.

import assert from "node:assert/strict";
import { FlakekitLeases } from "flakekit/lease/workers";

/** A binding: `answer` gets the name of an object and a request, and gives a response. */
export class Namespace {
  /** The arguments of `get`. */
  got = [];
  #answer;
  #jurisdiction;

  constructor(answer, jurisdiction = "") {
    this.#answer = answer;
    this.#jurisdiction = jurisdiction;
  }

  idFromName(name) {
    return { name, toString: () => `${this.#jurisdiction}:${name}` };
  }

  get(id, options) {
    this.got.push([id.name, options]);
    return { fetch: async (...request) => this.#answer(id.name, new Request(...request)) };
  }

  jurisdiction(name) {
    if (name !== "eu") throw new TypeError(`no jurisdiction ${name}`);
    return new Namespace(this.#answer, name);
  }
}

/** The storage of an object, which knows the statements of the class, and fails if there are others. */
export function storage() {
  const records = new Map();
  let hasTable = false;
  const exec = (sql, ...values) => {
    const rows = () => {
      if (sql.startsWith("SELECT 1 FROM sqlite_master")) return hasTable ? [{ 1: 1 }] : [];
      if (sql.startsWith("CREATE TABLE")) hasTable = true;
      else if (sql.startsWith("INSERT")) records.set(...values);
      else if (sql.startsWith("SELECT key FROM")) return [...records.keys()].map((key) => ({ key }));
      else if (sql.startsWith("SELECT key, record")) {
        const keys = [...new Set(JSON.parse(values[0]))].filter((key) => records.has(key));
        return keys.map((key) => ({ key, record: records.get(key) }));
      } else assert.fail(sql);
      return [];
    };
    const all = rows();
    return { toArray: () => all };
  };
  return { sql: { exec } };
}

/** A binding of the package's class. */
export function binding() {
  const objects = new Map();
  return new Namespace((name, request) => {
    if (!objects.has(name)) objects.set(name, new FlakekitLeases({ storage: storage() }, {}));
    return objects.get(name).fetch(request);
  });
}
