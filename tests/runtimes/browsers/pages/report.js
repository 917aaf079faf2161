// Posts the result of `work`, in this page or worker, to the test, which waits for it at /report.

export async function report(work) {
  const outcome = { scope: globalThis.constructor.name };
  try {
    outcome.done = await work();
  } catch (error) {
    outcome.error = { name: error.name, code: error.code, message: error.message };
  }
  await fetch("/report", { method: "POST", body: JSON.stringify(outcome) });
}
