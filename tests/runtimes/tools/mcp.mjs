// Row: the example of a server of MCP, as a process that the client of the official SDK starts.

import assert from "node:assert/strict";
import { Client } from "@modelcontextprotocol/client";
import { StdioClientTransport } from "@modelcontextprotocol/client/stdio";
import { jsonSchema, twitter } from "flakekit";
import { copyExample } from "./copy-example.mjs";
import { versionOf } from "./tool.mjs";

const ID = "1541815603606036480";

/** Asks each tool, as an agent does. */
async function askTools(client) {
  const { tools } = await client.listTools();
  assert.deepEqual(tools.map(({ name }) => name).sort(), ["decode", "inspect", "range", "scan"]);
  for (const { inputSchema, name } of tools) {
    if (name === "decode" || name === "inspect") assert.equal(inputSchema.properties.id.type, "string");
  }
  const call = async (name, args) => {
    const { content, isError } = await client.callTool({ name, arguments: args });
    return isError ? content[0].text : JSON.parse(content[0].text);
  };

  const [best] = await call("inspect", { id: ID });
  assert.deepEqual([best.format, best.date], ["twitter", "2022-06-28T16:07:40.105Z"]);
  const [found] = await call("scan", { text: `see https://x.com/NASA/status/${ID}` });
  assert.deepEqual([found.text, found.best.format], [ID, "twitter"]);
  const { date, sequence } = await call("decode", { format: "twitter", id: ID });
  assert.deepEqual([date, sequence], ["2022-06-28T16:07:40.105Z", 0]);
  assert.deepEqual(await call("range", { format: "twitter", from: "2022-06-28", to: "2022-06-29" }), {
    min: "1541572081873846272",
    max: "1541934469743640575",
    pattern: jsonSchema(twitter).pattern,
  });

  assert.match(
    await call("decode", { format: "twitter", id: JSON.parse(ID) }),
    /its last digits are lost; give a text/,
  );
  assert.match(await call("decode", { format: "twitter", id: "12x4" }), /'12x4' has 'x' at character 3/);
  assert.match(await call("range", { format: "twitter", from: "soon", to: "2022-06-29" }), /from is 'soon'/);
}

export const mcp = [
  {
    where: "MCP",
    how: "examples/mcp: an agent reads IDs, and is told why a number is none",
    run: async (context) => {
      const cwd = copyExample(context, "mcp");
      const client = new Client({ name: "tests", version: "1.0.0" });
      await client.connect(new StdioClientTransport({ command: process.execPath, args: ["server.mjs"], cwd }));
      try {
        await askTools(client);
      } finally {
        await client.close();
      }
      return { version: versionOf(context, "@modelcontextprotocol/server"), loads: "index.js, inspect.js" };
    },
  },
];
