// Rows: validators and servers that take a format as a schema.

import { sValidator } from "@hono/standard-validator";
import { FieldApi, FormApi } from "@tanstack/form-core";
import { initTRPC } from "@trpc/server";
import { type } from "arktype";
import fastify from "fastify";
import { jsonSchema, twitter } from "flakekit";
import { Hono } from "hono";
import { join } from "node:path";
import * as v from "valibot";
import { z } from "zod";
import { runTool, versionOf } from "./tool.mjs";

const ID = "1541815603606036480";
const WRONG = "1541815603606036480x";

/** Asserts that a check accepts an ID, and refuses a wrong one. */
async function expect(check) {
  if (!(await check(ID)) || (await check(WRONG))) throw new Error("it does not tell IDs from other texts");
}

const trpc = initTRPC.create();
const procedures = trpc.router({ find: trpc.procedure.input(twitter).query(({ input }) => twitter.date(input)) });
const callProcedure = trpc.createCallerFactory(procedures)({});

/** The check of each library with a format, and the npm package whose version is printed. */
const checks = {
  "zod: refine(isValid)": ["zod", (id) => z.string().refine(twitter.isValid).safeParse(id).success],
  "valibot: check(isValid)": ["valibot", (id) => v.safeParse(v.pipe(v.string(), v.check(twitter.isValid)), id).success],
  "arktype: type(format)": ["arktype", (id) => type(twitter)(id) === id],
  "arktype: narrow(isValid)": ["arktype", (id) => type.string.narrow((text) => twitter.isValid(text)).allows(id)],
  "tRPC: input(format)": ["@trpc/server", (id) => callProcedure.find(id).catch(() => undefined)],
  "Hono: a route with a Standard Schema": ["hono", askHono],
  "Fastify: a route with a JSON Schema": ["fastify", askFastify],
  "TanStack Form: validators of a field": ["@tanstack/form-core", enterIntoForm],
};

async function askHono(id) {
  const app = new Hono().post("/", sValidator("json", twitter), (context) => context.text(context.req.valid("json")));
  const headers = { "content-type": "application/json" };
  const response = await app.request("/", { method: "POST", headers, body: JSON.stringify(id) });
  return response.status === 200 && (await response.text()) === id;
}

async function askFastify(id) {
  const app = fastify();
  const params = { type: "object", properties: { id: jsonSchema(twitter) } };
  app.get("/:id", { schema: { params } }, (request) => ({ made: twitter.date(request.params.id) }));
  const response = await app.inject(`/${id}`);
  if (![200, 400].includes(response.statusCode)) throw new Error(`Fastify answered ${response.statusCode}`);
  return response.statusCode === 200 && response.json().made === twitter.date(id).toJSON();
}

function enterIntoForm(id) {
  const form = new FormApi({ defaultValues: { id: "" } });
  form.mount();
  const field = new FieldApi({ form, name: "id", validators: { onChange: twitter } });
  field.mount();
  field.setValue(id);
  const [issue] = field.state.meta.errors;
  if (id === WRONG && issue?.message === undefined) throw new Error("the field has no message");
  return field.state.meta.isValid;
}

const rows = Object.entries(checks).map(([how, [library, check]]) => ({
  where: "Validators",
  how,
  run: async (context) => {
    await expect(check);
    return { version: `${library} ${versionOf(context, library)}`, loads: "index.js" };
  },
}));

export const validators = [
  ...rows,
  {
    where: "Validators",
    how: "their types",
    run: async (context) => {
      await runTool(context, "typescript-7", ["-p", join(context.folder, "validators")]);
      return { version: `TypeScript ${versionOf(context, "typescript-7")}`, loads: "index.d.ts" };
    },
  },
];
