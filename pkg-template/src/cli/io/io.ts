// The process, as a run of the command sees it.

/**
 * The input, the outputs and the environment of a run. `main.ts` gives the input, the outputs and the environment of
 * the process.
 */
export interface Io {
  readonly stdin: Input;
  readonly stdout: Output;
  readonly stderr: Messages;
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly platform: string;
  /** Asks the user at the terminal. Resolves to the line that the user types. */
  ask(question: string): Promise<string>;
  /** How many files and sockets the process can have open; `undefined` if the number is not known. */
  descriptors(): number | undefined;
  /** Resolves to the name of the next signal. That signal does not end the process. */
  untilSignal(): Promise<string>;
}

interface Target {
  readonly isTTY: boolean;
}

export interface Input extends Target {
  readonly bytes: AsyncIterable<Uint8Array>;
  /** The name of the file, if it is not standard input. */
  readonly name?: string;
}

export interface Output extends Target {
  /**
   * Resolves when all of the text has been taken, so that memory use stays bounded for slow readers. Rejects if the
   * text can't be written: with the code `EPIPE` if the reader has closed the output.
   */
  write(text: string): Promise<void>;
}

export interface Messages extends Target {
  /** Errors are ignored, because there is no other place to report them. */
  write(text: string): void;
}
