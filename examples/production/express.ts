// Answers the errors of Express by answer.ts.

import type { Express, NextFunction, Request, Response } from "express";
import { answerOf } from "./answer.ts";

/** Call it after the routes. */
export function answerErrors(app: Express) {
  app.use((error: unknown, _request: Request, response: Response, _next: NextFunction) => {
    const { status, headers, body } = answerOf(error);
    if (status >= 500) console.error(error);
    response.status(status).set(headers).json(body);
  });
}
