// A text that another app has shared with the page. The service worker keeps it until the page asks.

import { enter } from "./read.ts";

export function readShared(): void {
  const worker = navigator.serviceWorker as ServiceWorkerContainer | undefined;
  worker?.addEventListener("message", ({ data }) => enter(String(data), true));
  worker?.controller?.postMessage("shared");
}
