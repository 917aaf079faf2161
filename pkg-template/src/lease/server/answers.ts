// The replies of a server.

/** The status of a reply, and its content. */
export interface Answer {
  readonly status: number;
  readonly body: Readonly<Record<string, unknown>>;
}

/** The reply to a request that is refused. */
export function refusal(status: number, code: string, message: string): Answer {
  return { status, body: { code, message } };
}
