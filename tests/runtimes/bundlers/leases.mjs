// The program that is bundled. It imports by name, as users do, so bundlers leave out code that they consider unused.

import { discord } from "flakekit";
import { lease, memory } from "flakekit/lease";
import { handler, http } from "flakekit/lease/http";

const ids = handler({
  format: discord,
  store: memory(),
  nodes: [0, 15],
  authorize: () => "ada",
  secret: "s".repeat(32),
});
const store = http("http://localhost/ids", { fetch: (url, options) => ids(new Request(url, options)) });
for (const options of [{ store: memory() }, { store }]) {
  const one = await lease(discord, options);
  one.next();
  await one.close();
}
console.log("checked");
