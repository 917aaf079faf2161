// What is loaded after the reader.

export { noId } from "./none.ts";
export { bits, code, forms } from "./parts.ts";
