// Reads shapes.json: shapes of files that people have, as bytes, with the IDs in them.

import { readFileSync } from "node:fs";
import { gzipSync } from "node:zlib";

const bytesOf = (text, encoding) => (encoding === "gzip" ? gzipSync(text) : Buffer.from(text, encoding));

export const shapes = JSON.parse(readFileSync(new URL("shapes.json", import.meta.url), "utf8")).map(
  ({ text, encoding, format = "twitter", code = 0, ...shape }) => ({
    ...shape,
    format,
    code,
    bytes: bytesOf(text, encoding),
  }),
);
