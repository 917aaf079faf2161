/** What ends with several tests, or with an engine of the torture: a context as a test has it. */
export class Ends {
  #ends = [];

  after(end) {
    this.#ends.push(end);
  }

  /** Runs all of them, the last one first, also if one fails. Then throws the first error. */
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
