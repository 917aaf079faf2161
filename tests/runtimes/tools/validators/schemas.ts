// Formats as schemas of other libraries, checked by the compiler. This code does not run.

import { sValidator } from "@hono/standard-validator";
import { FieldApi, FormApi } from "@tanstack/form-core";
import { initTRPC } from "@trpc/server";
import { type } from "arktype";
import { sno, snowflakeSI, twitter } from "flakekit";
import { Hono } from "hono";
import * as v from "valibot";
import { z } from "zod";
import { z as z3 } from "zod/v3";

export const read: string = z.string().refine(twitter.isValid).parse("1");
export const readBy3: string = z3.string().refine(twitter.isValid).parse("1");
export const id: bigint = z
  .string()
  .refine(twitter.isValid)
  .transform((text) => twitter.fromText(text))
  .parse("1");
const checked = v.pipe(
  v.string(),
  v.check((text) => twitter.isValid(text), "no ID"),
);
export const made: Date = twitter.date(v.parse(checked, "1"));
export const narrowed = type.string.narrow((text) => sno.isValid(text));

const trpc = initTRPC.create();
export const router = trpc.router({
  twitter: trpc.procedure.input(twitter).query(({ input }): string => input),
  si: trpc.procedure.input(snowflakeSI).query(({ input }): string | number => input),
});
const form = new FormApi({ defaultValues: { id: "" } });
export const field = new FieldApi({ form, name: "id", validators: { onChange: twitter } });
export const app = new Hono().post("/", sValidator("json", twitter), (context) => {
  const valid: string = context.req.valid("json");
  return context.text(valid);
});
