// Tells the test, which waits for it at /report, how a piece of work went in this page or worker.

export async function report(work) {
  const outcome = { scope: globalThis.constructor.name };
  try {
    outcome.done = await work();
  } catch (error) {
    outcome.error = { name: error.name, code: error.code, message: error.message };
  }
  await fetch("/report", { method: "POST", body: JSON.stringify(outcome) });
}
