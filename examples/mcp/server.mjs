// A server of MCP with four tools, by which an agent reads IDs. All IDs are texts: an agent reads a JSON number as a double, and
// the last digits of an ID are lost.

import { McpServer } from "@modelcontextprotocol/server";
import { StdioServerTransport } from "@modelcontextprotocol/server/stdio";
import { formatNamed, formats, jsonSchema } from "flakekit";
import { inspect, scan } from "flakekit/inspect";
import { z } from "zod";

/** The formats with an epoch of their own. */
const names = formats()
  .filter(({ epoch }) => epoch !== null)
  .map(({ name }) => name);

/** The text of an ID of any kind. A number is refused by a sentence that says why. */
const why = ({ input }) => formatNamed("discord")["~standard"].validate(input).issues?.[0].message ?? "";
const anyId = z.string({ error: why }).max(128).describe("the ID as a text, with all of its digits");
const format = z.enum(names).describe("the format of the ID");
const instant = z.string().describe("a date, or an instant such as 2024-01-31T12:00:00Z");

/** JSON in which bigints are texts. */
const write = (value) => JSON.stringify(value, (key, item) => (typeof item === "bigint" ? String(item) : item));

/** The result of a tool. A refusal is a result for the agent, which can correct its call. */
function answer(work) {
  try {
    return { content: [{ type: "text", text: write(work()) }] };
  } catch (error) {
    return { content: [{ type: "text", text: error.message }], isError: true };
  }
}

const candidateOf = ({ id, format, date, score, reasons }) => ({ id, format, date, score, reasons });

const server = new McpServer({ name: "flakekit", version: "1.0.0" });

server.registerTool(
  "inspect",
  {
    description: "Lists the kinds that an ID could be of, the likeliest first, with the time of each.",
    inputSchema: z.object({ id: anyId }),
  },
  ({ id }) => answer(() => inspect(id).map(candidateOf)),
);

server.registerTool(
  "scan",
  {
    description: "Finds the IDs of a text: links, logs, JSON, prose.",
    inputSchema: z.object({ text: z.string().max(100_000) }),
  },
  ({ text }) =>
    answer(() =>
      scan(text).map(({ start, end, warning, candidates: [best] }) => ({
        ...{ start, end, text: text.slice(start, end), warning },
        best: best && candidateOf(best),
      })),
    ),
);

server.registerTool(
  "decode",
  {
    description: "Reads the time and the fields of an ID of a known format.",
    inputSchema: z.object({ format, id: anyId }),
  },
  ({ format, id }) => answer(() => formatNamed(format).decode(id)),
);

server.registerTool(
  "range",
  {
    description:
      "The smallest and the largest ID that were made between two instants, for WHERE id BETWEEN min AND max.",
    inputSchema: z.object({ format, from: instant, to: instant }),
  },
  ({ format, from, to }) =>
    answer(() => {
      const known = formatNamed(format);
      const { min, max } = known.range(from, to);
      return { min: known.toText(min), max: known.toText(max), pattern: jsonSchema(known).pattern };
    }),
);

await server.connect(new StdioServerTransport());
