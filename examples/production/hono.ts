// Answers the errors of Hono by answer.ts.

import type { Hono } from "hono";
import { answerOf } from "./answer.ts";

export function answerErrors(app: Hono) {
  app.onError((error) => {
    if ("getResponse" in error) return error.getResponse(); // an HTTPException
    const { status, headers, body } = answerOf(error);
    if (status >= 500) console.error(error);
    return Response.json(body, { status, headers });
  });
}
