// Answers the errors of Fastify by answer.ts.

import type { FastifyInstance } from "fastify";
import { answerOf } from "./answer.ts";

export function answerErrors(app: FastifyInstance) {
  app.setErrorHandler((error, request, reply) => {
    const { status, headers, body } = answerOf(error);
    if (status >= 500) request.log.error(error);
    return reply.code(status).headers(headers).send(body);
  });
}
