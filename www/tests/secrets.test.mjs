// What the page may write of a text into its address, with random secrets.

import assert from "node:assert/strict";
import { test } from "node:test";
import fc from "fast-check";
import { source } from "./source.mjs";

const { readPasted } = await source("paste/pasted.ts");
const { keptOf } = await source("read/kept.ts");

const ID = "1541815603606036480";

/** Always the same texts, unless the long form of the tests is asked for. */
const FUZZ = process.env.FLAKEKIT_LONG === "1" ? { numRuns: 20_000 } : { numRuns: 1000, seed: 1 };

const NONE = new globalThis.URLSearchParams();
const read = (text) => readPasted(text, NONE);
const kept = (text, isTyped) => keptOf(text, read(text), NONE, isTyped) ?? "";

const lettersAndDigits = [..."ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789"];
/** Many random texts of 10 characters are IDs; so are numbers of some lengths, and UUIDs. */
const secret = fc.oneof(
  fc.string({ unit: fc.constantFrom(...lettersAndDigits), minLength: 9, maxLength: 40 }),
  fc.string({ unit: fc.constantFrom(...lettersAndDigits), minLength: 10, maxLength: 10 }),
  fc.constantFrom(ID, "017f22e2-79b0-7cc3-98c4-dc0c0c07398f", "01ARZ3NDEKTSV4RRFFQ69G5FAV", "A4hoJiqU9a"),
);

const another = secret.filter((text) => text !== ID);

const NAMES = ["password", "DB_PASSWORD", "passwd", "pw", "userPw", "pwd", "passphrase", "token", "accessToken"];
NAMES.push("id_token", "CSRF-Token", "secret", "clientSecret", "key", "apiKey", "API_KEY", "x-api-key", "keys", "auth");
NAMES.push(
  "Authorization",
  "oauth",
  "credential",
  "sessionId",
  "sid",
  "cookie",
  "jwt",
  "otp",
  "pin",
  "signature",
  "sig",
);

/** A secret beside its name, in the texts that people paste. */
const AROUND = [
  (name, secret) => `${name}=${secret}`,
  (name, secret) => `${name}: ${secret}`,
  (name, secret) => `"${name}": "${secret}",`,
  (name, secret) => `'${name}' => '${secret}'`,
  (name, secret) => `${name}("${secret}")`,
  (name, secret) => `export ${name}=${secret}`,
  (name, secret) => `--${name}=${secret}`,
  (name, secret) => `{ "${name}": "${secret}" }`,
  (name, secret) => `https://example.com/?${name}=${secret}`,
  (name, secret) => `https://example.com/?a=b&${name}=${secret}&c=d`,
  (name, secret) => `https://example.com/#${name}=${secret}`,
  (name, secret) => `https://example.com/#/${name}/${secret}`,
  (name, secret) => `https://example.com/${name}/${secret}`,
  (name, secret) => `https://example.com/?${name}=ab%2Fcd.${secret}`,
  (name, secret) => `example.com/${name}/${secret}?id=12`,
  (name, secret) => `https://${name}:${secret}@example.com/`,
  (name, secret) => `<https://example.com/?${name}=${secret}>.`,
];

test("what stands beside the name of a secret is not kept, pasted or typed", () => {
  fc.assert(
    fc.property(fc.constantFrom(...NAMES), secret, fc.constantFrom(...AROUND), (name, secret, around) => {
      const text = around(name, secret);
      for (const isTyped of [false, true]) assert.equal(kept(text, isTyped), "", text);
      for (let length = 1; length < text.length; length++) assert.equal(kept(text.slice(0, length), true), "", text);
    }),
    FUZZ,
  );
});

test("the password or token of a link or an address of a database is not kept", () => {
  fc.assert(
    fc.property(secret, (secret) => {
      for (const text of [
        `https://${secret}@example.com/a.git`,
        `git clone https://bob:${secret}@example.com/a.git`,
        `DATABASE_URL=postgres://bob:${secret}@db.example.com:5432/app`,
        `mongodb+srv://bob:${secret}@example.com/?retryWrites=true`,
        `root:${secret}@tcp(127.0.0.1:3306)/app`,
      ]) {
        for (const isTyped of [false, true]) assert.equal(kept(text, isTyped), "", text);
      }
    }),
    FUZZ,
  );
  assert.equal(kept(`{"id":"${ID}","email":"bob@example.com"}`, false), ID);
});

test("names of secrets in other languages, wide letters or percent encoding are names, too", () => {
  for (const name of [
    "mdp",
    "contraseña",
    "hasło",
    "şifre",
    "пароль",
    "密码",
    "パスワード",
    "ｐａｓｓｗｏｒｄ",
    "PHPSESSID",
  ]) {
    assert.equal(kept(`${name}: ${ID}`, false), "", name);
  }
  assert.equal(kept(`https://example.com/?%74oken=${ID}`, false), "");
});

test("of a text that is more than an ID, a short word with letters is not kept", () => {
  // The address of a database without its beginning, and words of which one is an ID by chance.
  for (const text of ["db.example.com/j2AMDLppp5 app", "tsJ1qi4yya\nSt9XALn46X\n9FCA5CsqUd\nBthQBaT1Lq"]) {
    assert.equal(kept(text, false), "", text);
  }
  assert.equal(kept("A4hoJiqU9a\nxiAnaS8QBh", true), "");
});

test("beside a secret in a link, an ID is kept", () => {
  fc.assert(
    fc.property(fc.constantFrom(...NAMES), another, (name, secret) => {
      for (const text of [
        `https://example.com/?${name}=${secret}&id=${ID}`,
        `https://example.com/?id=${ID}&${name}=${secret}`,
        `https://example.com/posts/${ID}?${name}=${secret}`,
        `https://x.com/a/status/${ID}?${name}=${secret}`,
      ]) {
        assert.equal(kept(text, false), ID, text);
      }
    }),
    FUZZ,
  );
});

test("of a random text that is typed, no beginning is kept that is short and has letters", () => {
  fc.assert(
    fc.property(secret, (secret) => {
      const text = `sk_live_${secret}`;
      for (let length = 1; length <= text.length; length++) assert.equal(kept(text.slice(0, length), true), "", text);
      for (let length = 1; length < 15; length++) assert.match(kept(secret.slice(0, length), true), /^[0-9]*$/);
    }),
    FUZZ,
  );
});

test("an ID whose prefix is the name of a secret is not kept", () => {
  for (const prefix of ["session", "api_key", "token"]) {
    const text = `${prefix}_01h455vb4pex5vsknk084sn02q`;
    for (const isTyped of [false, true]) assert.equal(kept(text, isTyped), "", text);
    for (const around of [`see ${text}`, `${text}\n${ID}`]) assert.equal(kept(around, false), "", around);
  }
  assert.equal(kept("user_01h455vb4pex5vsknk084sn02q", false), "user_01h455vb4pex5vsknk084sn02q");
});

test("IDs in the texts that people paste are kept", () => {
  for (const text of [
    ID,
    `"${ID}"`,
    `id=${ID}`,
    `author_id: "${ID}",`,
    `message.id = ${ID}`,
    `https://x.com/a/status/${ID}`,
    `https://example.com/authors/${ID}`,
    `https://example.com/posts?id=${ID}#top`,
    `<@${ID}>`,
    `<:name:${ID}>`,
    `BigInt("${ID}")`,
  ]) {
    assert.equal(kept(text, false), ID, text);
  }
  for (const text of [`${ID}n`, "xiAnaS8QBh", "017f22e2-79b0-7cc3-98c4-dc0c0c07398f", `${ID}, 175928847299117063`]) {
    assert.equal(kept(text, false), text);
  }
});
