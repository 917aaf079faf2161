// A worker of the view "Leases": leases a seat of the page's store, and makes IDs.

import { FlakeError } from "flakekit";
import { type Lease, type LeaseStore, lease } from "flakekit/lease";
import { block } from "./block.ts";
import type { Order, Report, Start } from "./messages.ts";
import { TERMS, format } from "./terms.ts";

/** The time between two reports of IDs, in ms. */
const REPORT_MS = 100;

/** The longest wait for a seat: a day, because the worker waits as long as somebody watches. */
const MAX_WAIT_MS = 86_400_000;

export async function runLeases({ port, rate }: Start): Promise<void> {
  let perReport = 0;
  const setRate = (rate: number) => (perReport = Math.round((rate * REPORT_MS) / 1000));
  setRate(rate);
  port.onmessage = ({ data }: MessageEvent<Order>) => ("rate" in data ? setRate(data.rate) : block(data.blockedBy));
  const report = (data: Report, transfer: Transferable[] = []) => port.postMessage(data, transfer);
  const ids = await lease(format, {
    ...TERMS,
    store: storeOf(report),
    // The remaining numbers of a window that has ended stay unused, so that one sees no ID of a time that has passed.
    maxLag: 0,
    maxWait: MAX_WAIT_MS,
    onChange: ({ lastError }) => {
      if (lastError?.code === "NO_FREE_SEAT") report({ waits: true });
    },
  });
  setInterval(() => {
    const made = makeIds(ids, perReport);
    if (made) report({ ids: made }, [made.buffer]);
  }, REPORT_MS);
}

/** The store of the page. */
function storeOf(report: (data: Report, transfer: Transferable[]) => void): LeaseStore {
  const ask = <T>(call: Report) =>
    new Promise<T>((resolve) => {
      const { port1, port2 } = new MessageChannel();
      port1.onmessage = ({ data }: MessageEvent<T>) => {
        port1.close();
        resolve(data);
      };
      report(call, [port2]);
    });
  return { read: (...read) => ask({ read }), swap: (...swap) => ask({ swap }) };
}

/** Makes IDs, unless the window has ended. */
function makeIds(ids: Lease<number>, count: number): Float64Array<ArrayBuffer> | undefined {
  try {
    return Float64Array.from({ length: count }, () => ids.next());
  } catch (error) {
    if (error instanceof FlakeError && error.code === "LEASE_EXPIRED") return undefined;
    throw error;
  }
}
