import assert from "node:assert/strict";

/** Asserts that a call of a store fails with `STORE_FAILED` and with these words in its message. Returns the error. */
export async function fails(call, ...words) {
  const error = await call.then(
    (answer) => assert.fail(`it has answered ${JSON.stringify(answer)}`),
    (thrown) => thrown,
  );
  assert.equal(error.code, "STORE_FAILED", error.stack);
  for (const word of words) assert.ok(error.message.includes(word), `'${word}' is not in: ${error.message}`);
  return error;
}
