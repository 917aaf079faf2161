// Blocks a worker's thread, as if its process were stopped: no timer runs, and no message arrives.

/** The time between two looks at the URL, in ms. */
const LOOK_MS = 50;

/**
 * Blocks this thread until the URL of a blob is revoked. Threads share no memory in pages that are not isolated from other
 * origins, and a blocked thread gets no messages. But it can see whether a URL still exists.
 */
export function block(url: string): void {
  const sleep = sleeper();
  while (exists(url)) sleep();
}

function exists(url: string): boolean {
  const request = new XMLHttpRequest();
  request.open("GET", url, false);
  try {
    request.send();
    return true;
  } catch {
    return false;
  }
}

/** Returns a function that lets this thread sleep for a moment. */
function sleeper(): () => void {
  try {
    // `SharedArrayBuffer` is hidden from pages that are not isolated, but shared memory of WebAssembly is not.
    const memory = new WebAssembly.Memory({ initial: 1, maximum: 1, shared: true });
    const word = new Int32Array(memory.buffer);
    return () => void Atomics.wait(word, 0, 0, LOOK_MS);
  } catch {
    // Without shared memory, the thread looks at the URL all the time.
    return () => undefined;
  }
}
