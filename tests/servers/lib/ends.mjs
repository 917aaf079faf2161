/** A context, as a test has it, for resources that end with several tests or with an engine of the torture. */
export class Ends {
  #ends = [];

  after(end) {
    this.#ends.push(end);
  }

  /** Runs all functions, the last one first, also if a function fails. Then throws the first error. */
  async run() {
    const errors = [];
    for (const end of this.#ends.reverse()) {
      try {
        await end();
      } catch (error) {
        errors.push(error);
      }
    }
    if (errors.length > 0) throw errors[0];
  }
}
