/** What a `FlakeError` is about. */
export type FlakeErrorCode = import("../index.js").FlakeErrorCode;

export class FlakeError extends Error {
  readonly code: FlakeErrorCode;

  constructor(code: FlakeErrorCode, message: string) {
    super(message);
    this.code = code;
  }

  static {
    FlakeError.prototype.name = "FlakeError";
  }
}
