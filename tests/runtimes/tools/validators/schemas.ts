// Formats as schemas of other libraries, checked by the compiler. This code does not run.

import type { StandardJSONSchemaV1, StandardSchemaV1 } from "@standard-schema/spec";
import { sValidator } from "@hono/standard-validator";
import { FieldApi, FormApi } from "@tanstack/form-core";
import { initTRPC } from "@trpc/server";
import { type } from "arktype";
import { Schema } from "effect";
import { jsonSchema, prefixed, sno, snowflakeSI, twitter } from "flakekit";
import { Hono } from "hono";
import { Type } from "typebox";
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

// The schemas of schemas.mjs.
const why = ({ input }: { input?: unknown }): string => twitter["~standard"].validate(input).issues?.[0]?.message ?? "";
const byZod = z
  .string({ error: why })
  .refine(twitter.isValid, { error: why })
  .meta(jsonSchema(twitter))
  .transform((text) => twitter.fromText(text));
const byValibot = v.pipe(
  v.string(why),
  v.regex(new RegExp(jsonSchema(twitter).pattern), why),
  v.transform(String),
  v.check((text) => twitter.isValid(text), why),
  v.transform((text) => twitter.fromText(text)),
);
const byArktype = type(new RegExp(jsonSchema(twitter).pattern))
  .configure({ message: ({ data }) => why({ input: data }) })
  .pipe.try((text) => twitter.fromText(text));
const refusing = Type.Refine(
  Type.Unknown(),
  (input) => twitter.isValid(input),
  (input) => why({ input }),
);
export const byTypebox = Type.Codec(Type.Intersect([refusing, Type.Unsafe<string>(jsonSchema(twitter))]))
  .Decode((text) => twitter.fromText(text))
  .Encode((bits) => twitter.toText(bits));
const text = Schema.String.annotations({ message: ({ actual }) => why({ input: actual }) }).pipe(
  Schema.filter((read) => twitter.isValid(read) || why({ input: read }), { jsonSchema: jsonSchema(twitter) }),
);
const byEffect = Schema.transform(text, Schema.BigIntFromSelf, {
  decode: (read) => twitter.fromText(read),
  encode: (bits) => twitter.toText(bits),
});
export const ids: bigint[] = [
  byZod.parse("1"),
  v.parse(byValibot, "1"),
  byArktype.assert("1"),
  Schema.decodeSync(byEffect)("1"),
];

export const standard: (StandardSchemaV1 & StandardJSONSchemaV1)[] = [twitter, sno, snowflakeSI, prefixed(sno, "a")];

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
