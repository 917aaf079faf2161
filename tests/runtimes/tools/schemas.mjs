// Rows: a format as the schema of a property, in each library that docs/web.md names. The pattern stays in the JSON Schema, a number
// above 2^53 - 1 is refused by the sentence that says why, and the handler gets the bigint.

import assert from "node:assert/strict";
import swagger from "@fastify/swagger";
import * as mcp2 from "@modelcontextprotocol/server";
import { Client as Client2 } from "@modelcontextprotocol/client";
import { Client } from "@modelcontextprotocol/sdk/client/index.js";
import { InMemoryTransport } from "@modelcontextprotocol/sdk/inMemory.js";
import { McpServer } from "@modelcontextprotocol/sdk/server/mcp.js";
import { toStandardJsonSchema } from "@valibot/to-json-schema";
import { type } from "arktype";
import { JSONSchema, Schema } from "effect";
import fastify from "fastify";
import { jsonSchema, twitter } from "flakekit";
import { Hono } from "hono";
import { openAPIRouteHandler, validator } from "hono-openapi";
import { Type } from "typebox";
import { Value } from "typebox/value";
import * as v from "valibot";
import { z } from "zod";
import { versionOf } from "./tool.mjs";

const TEXT = "1541815603606036480";
const target = { target: "draft-07" };

/** The sentence about a value that is no ID. */
const why = ({ input }) => twitter["~standard"].validate(input).issues?.[0].message ?? "";

// The schemas of a property: docs/web.md shows the first one.
const zodId = z
  .string({ error: why })
  .refine(twitter.isValid, { error: why })
  .meta(jsonSchema(twitter))
  .transform((text) => twitter.fromText(text));
const valibotId = v.pipe(
  v.string(why),
  v.regex(new RegExp(jsonSchema(twitter).pattern), why),
  v.transform(String),
  v.check((text) => twitter.isValid(text), why),
  v.transform((text) => twitter.fromText(text)),
);
const arktypeId = type(new RegExp(jsonSchema(twitter).pattern))
  .configure({ message: ({ data }) => why({ input: data }) })
  .pipe.try((text) => twitter.fromText(text));
const refusing = Type.Refine(
  Type.Unknown(),
  (input) => twitter.isValid(input),
  (input) => why({ input }),
);
const typeboxId = Type.Codec(Type.Intersect([refusing, Type.Unsafe(jsonSchema(twitter))]))
  .Decode((text) => twitter.fromText(text))
  .Encode((id) => twitter.toText(id));
const effectText = Schema.String.annotations({ message: ({ actual }) => why({ input: actual }) }).pipe(
  Schema.filter((text) => twitter.isValid(text) || why({ input: text }), { jsonSchema: jsonSchema(twitter) }),
);
const effectId = Schema.transform(effectText, Schema.BigIntFromSelf, {
  decode: (text) => twitter.fromText(text),
  encode: (id) => twitter.toText(id),
});

const zodBody = z.object({ id: zodId });
const arktypeBody = type({ id: arktypeId });
const typeboxBody = Type.Object({ id: typeboxId });
const effectBody = Schema.Struct({ id: effectId });
const valibotBody = toStandardJsonSchema(v.object({ id: valibotId }));

/** Checks a body by its Standard Schema. */
async function byStandard(schema, body) {
  const { issues, value } = await schema["~standard"].validate(body);
  if (issues !== undefined) throw new Error(issues[0].message);
  return value.id;
}

/** Asks a server of MCP for a tool whose argument is the ID. */
async function askMcp(Server, Asking, Transport, inputSchema) {
  const server = new Server({ name: "ids", version: "1.0.0" });
  const tool = { description: "the ID", inputSchema };
  server.registerTool("id", tool, ({ id }) => ({ content: [{ type: "text", text: `${typeof id} ${id}` }] }));
  const [here, there] = Transport.createLinkedPair();
  const client = new Asking({ name: "tests", version: "1.0.0" });
  await Promise.all([server.connect(here), client.connect(there)]);
  const { tools } = await client.listTools();
  const read = async (body) => {
    const { content, isError } = await client.callTool({ name: "id", arguments: body });
    if (isError) throw new Error(content[0].text);
    const [, id] = /^bigint (\d+)$/.exec(content[0].text);
    return BigInt(id);
  };
  return { schema: tools[0].inputSchema, read };
}

/** Asks a server over HTTP, whose description is in the form of OpenAPI. */
const askHttp = (description, post) => ({
  schema: description.paths["/"].post.requestBody.content["application/json"].schema,
  read: async (body) => {
    const { status, text } = await post(JSON.stringify(body));
    if (status === 400) throw new Error(JSON.stringify(text));
    assert.equal(status, 200);
    return BigInt(text);
  },
});

const headers = { "content-type": "application/json" };

async function askFastify() {
  const app = fastify();
  const transform = ({ schema, url }) => {
    const body = schema.body["~standard"].jsonSchema.input({ target: "openapi-3.0" });
    return { schema: { ...schema, body }, url };
  };
  await app.register(swagger, { openapi: {}, transform });
  app.setValidatorCompiler(({ schema }) => (body) => {
    const { issues, value } = schema["~standard"].validate(body);
    return issues ? { error: new Error(issues[0].message) } : { value };
  });
  app.post("/", { schema: { body: zodBody } }, ({ body }) => String(body.id));
  await app.ready();
  return askHttp(app.swagger(), async (payload) => {
    const { body, statusCode } = await app.inject({ method: "POST", url: "/", headers, payload });
    return { status: statusCode, text: body };
  });
}

async function askHono() {
  const app = new Hono().post("/", validator("json", zodBody), (context) =>
    context.text(String(context.req.valid("json").id)),
  );
  app.get("/openapi", openAPIRouteHandler(app));
  const description = await (await app.request("/openapi")).json();
  return askHttp(description, async (body) => {
    const response = await app.request("/", { method: "POST", headers, body });
    return { status: response.status, text: await response.text() };
  });
}

/** For each library: the npm package whose version is printed, and a function that makes its JSON Schema and its reader. */
const libraries = {
  zod: [
    "zod",
    () => ({
      schema: zodBody["~standard"].jsonSchema.input(target),
      read: (body) => byStandard(zodBody, body),
    }),
  ],
  valibot: [
    "valibot",
    () => ({
      schema: valibotBody["~standard"].jsonSchema.input(target),
      read: (body) => byStandard(valibotBody, body),
    }),
  ],
  arktype: [
    "arktype",
    () => ({
      schema: arktypeBody["~standard"].jsonSchema.input(target),
      read: (body) => byStandard(arktypeBody, body),
    }),
  ],
  TypeBox: [
    "typebox",
    () => ({
      schema: typeboxBody,
      read: (body) => {
        const [error] = Value.Errors(typeboxBody, body);
        if (error) throw new Error(error.message);
        return Value.Decode(typeboxBody, body).id;
      },
    }),
  ],
  Effect: [
    "effect",
    () => ({
      schema: JSONSchema.make(effectBody),
      read: (body) => Schema.decodeUnknownSync(effectBody)(body).id,
    }),
  ],
  "MCP, SDK 1": ["@modelcontextprotocol/sdk", () => askMcp(McpServer, Client, InMemoryTransport, { id: zodId })],
  "MCP, SDK 2": [
    "@modelcontextprotocol/server",
    () => askMcp(mcp2.McpServer, Client2, mcp2.InMemoryTransport, zodBody),
  ],
  "OpenAPI of Fastify": ["@fastify/swagger", askFastify],
  "OpenAPI of Hono": ["hono-openapi", askHono],
};

/** What a property of the ID has in the JSON Schema; TypeBox puts it into a part. */
const partsOf = ({ properties: { id } }) => id.allOf ?? [id];

export const schemas = Object.entries(libraries).map(([name, [library, open]]) => ({
  where: "Schemas",
  how: `${name}: the pattern, the sentence, the bigint`,
  run: async (context) => {
    const { read, schema } = await open();
    const { pattern } = jsonSchema(twitter);
    assert.ok(partsOf(schema).some((part) => part.type === "string" && part.pattern === pattern));
    assert.equal(await read({ id: TEXT }), BigInt(TEXT));
    const refusal = async (id) => {
      const error = await Promise.resolve({ id })
        .then(read)
        .catch((error) => error);
      return String(error.message);
    };
    assert.match(await refusal(JSON.parse(TEXT)), /above 2\^53 - 1: its last digits are lost; give a text/);
    assert.match(await refusal("12x4"), /has 'x' at character 3|must be matched by/);
    assert.match(await refusal("9223372036854775808"), /has more than 63 bits/);
    return { version: `${library} ${versionOf(context, library)}`, loads: "index.js" };
  },
}));
