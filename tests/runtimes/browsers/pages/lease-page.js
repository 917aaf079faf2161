// Leases in a page and its workers, which find the page's store. The imports differ between bundled and unbundled pages.

const WORKERS = 4;
const KILLED = 4;

/** Starts a worker, and resolves to its IDs so far. */
async function idsOf(store, startWorker, isKilled) {
  const worker = startWorker();
  store.serve(worker);
  const ids = await new Promise((resolve, reject) => {
    // This listener gets no messages of the store.
    worker.addEventListener("message", ({ data }) => (data instanceof BigUint64Array ? resolve(data) : reject(data)));
    worker.addEventListener("error", ({ message }) => reject(new Error(message)));
  });
  if (isKilled) worker.terminate();
  return ids;
}

/** The page makes IDs beside workers that share its store, and some of which it terminates. No two IDs may be equal. */
export async function checkPage({ batch, discord }, { lease, listSeats }, { threads }, startWorker) {
  const store = threads();
  const own = await lease(discord, { store });
  const lists = await Promise.all(
    Array.from({ length: WORKERS + KILLED }, (_, i) => idsOf(store, startWorker, i < KILLED)),
  );
  const all = new BigUint64Array([...lists, batch(own, 10_000)].flatMap((ids) => [...ids])).sort();
  const repeats = all.filter((id, i) => i > 0 && id === all[i - 1]).length;
  if (repeats > 0) throw new Error(`${repeats} of ${all.length} IDs repeat`);
  const { seats } = await listSeats(store, "discord");
  if (seats.length !== WORKERS + KILLED + 1) throw new Error(`${seats.length} seats were taken`);
  await own.close();
  return { ids: all.length, isIsolated: globalThis.crossOriginIsolated };
}

/** The part of a worker: makes IDs in all ways, sends them, and goes on until it is terminated. */
export async function workerTask({ discord, fill }, { lease }, { threads }) {
  try {
    const ids = await lease(discord, { store: threads() });
    const made = fill(ids, new BigUint64Array(50_000));
    made[0] = ids.next();
    made[1] = await ids.nextAsync();
    globalThis.postMessage(made);
    setInterval(() => ids.next());
  } catch (error) {
    globalThis.postMessage(error);
  }
}
