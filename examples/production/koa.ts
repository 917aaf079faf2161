// Answers the errors of Koa by answer.ts.

import type Koa from "koa";
import { answerOf } from "./answer.ts";

/** Call it before the routes. */
export function answerErrors(app: Koa) {
  app.use((context, next) =>
    next().catch((error: unknown) => {
      const { status, headers, body } = answerOf(error);
      if (status >= 500) app.emit("error", error, context); // Koa prints it
      Object.assign(context, { status, body }).set(headers);
    }),
  );
}
