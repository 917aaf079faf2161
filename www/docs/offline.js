// Lets the documents be read offline: the page's service worker keeps the documents that are visited.

/** The paragraphs that the search shows. It loads them when it is used. */
const PARAGRAPHS = new URL("paragraphs.json", document.currentScript.src).href;

const workers = navigator.serviceWorker;
// Browsers offer no service worker to pages that are not served securely.
if (workers) {
  if (!workers.controller) workers.addEventListener("controllerchange", requestAgain, { once: true });
  // The script is in docs/assets/, and the worker beside the page.
  workers.register(new URL("../../offline.js", document.currentScript.src)).catch(() => undefined);
}

/**
 * At the first visit, the document and its files are loaded before there is a worker that keeps them, so they are
 * requested again.
 */
async function requestAgain() {
  if (document.readyState !== "complete") await new Promise((loaded) => window.addEventListener("load", loaded));
  const files = performance.getEntriesByType("resource").map(({ name }) => name);
  // The icon has no entry in the list of loaded files.
  const icon = document.querySelector("link[rel=icon]").href;
  for (const url of new Set([location.href, icon, PARAGRAPHS, ...files])) void fetch(url).catch(() => undefined);
}
