// The functions that React Native gives to an app, for QuickJS, which has only the language. The host calls `turn` and
// `answer`.

const timers = new Map();
let last = 0;
globalThis.setTimeout = (call, ms = 0) => {
  last += 1;
  timers.set(last, { due: Date.now() + ms, call });
  return last;
};
globalThis.clearTimeout = (number) => void timers.delete(number);

globalThis.Headers = class {
  #all;
  constructor(given = []) {
    this.#all = new Map(given[Symbol.iterator] === undefined ? Object.entries(given) : given);
  }
  get(name) {
    return this.#all.get(name) ?? null;
  }
  [Symbol.iterator]() {
    return this.#all[Symbol.iterator]();
  }
};

globalThis.URL = class {
  constructor(url) {
    this.href = url;
    this.protocol = url.slice(0, url.indexOf(":") + 1);
  }
};

const requests = new Map();
let asked = [];
function fetch(url, { method, headers, body }) {
  last += 1;
  asked.push({ number: last, url, init: { method, headers, body } });
  return new Promise((resolve) => requests.set(last, resolve));
}

globalThis.answer = (number, status, headers, text) => {
  const json = () => Promise.resolve(JSON.parse(text));
  requests.get(number)({ status, ok: status >= 200 && status < 300, headers: new Headers(headers), json });
};

let outcome;
/** Calls the due functions. Returns the app's requests to the server, and how the app has ended. */
globalThis.turn = () => {
  if (outcome === undefined) {
    outcome = {};
    globalThis.runApp((error, found) => {
      outcome = { done: true, found, error: error && `${error.message}\n${error.stack}` };
    }, fetch);
  }
  const now = Date.now();
  for (const [number, { due, call }] of [...timers]) if (due <= now && timers.delete(number)) call();
  const requested = asked;
  asked = [];
  return { ...outcome, asked: requested };
};
