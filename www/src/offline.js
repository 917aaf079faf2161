// The service worker: caches the page and the documents for use without a network, and takes texts that are shared with
// the page. The build prepends FILES, the list of the page's files.

const CACHE = `flakekit ${FILES.join(" ")}`;

/**
 * How many versions are kept: open tabs may have to load files of an earlier version, which the server does not have
 * any more.
 */
const VERSIONS = 5;

self.addEventListener("install", (event) => {
  // Browsers may keep files without asking the server. The document of an earlier version would name files that this
  // version does not have.
  const fresh = FILES.map((name) => new Request(name, { cache: "no-cache" }));
  const fill = async () => {
    const files = await Promise.all(fresh.map(load));
    // A version that is deployed again, after a rollback, is the newest version. Without the deletion, its cache would
    // keep its old place in the order.
    await caches.delete(CACHE);
    const cache = await caches.open(CACHE);
    await Promise.all(fresh.map((request, i) => cache.put(request, files[i])));
  };
  event.waitUntil(fill());
  self.skipWaiting();
});

/**
 * Requests a file. The file has arrived when the promise resolves: a browser begins some requests only when earlier
 * requests have ended.
 */
async function load(request) {
  const response = await fetch(request);
  if (!response.ok) throw new Error(`The server answered ${response.status} for ${request.url}.`);
  return new Response(await response.blob(), response);
}

self.addEventListener("activate", (event) => {
  // The names of the caches, in the order in which the caches were made.
  const names = async () => (await caches.keys()).filter((name) => name.startsWith("flakekit "));
  const outdated = async () => (await names()).slice(0, -VERSIONS);
  const remove = outdated().then((names) => Promise.all(names.map((name) => caches.delete(name))));
  // A tab that loaded the page from the network needs its files from the cache after the next deployment.
  event.waitUntil(Promise.all([remove, self.clients.claim()]));
});

self.addEventListener("fetch", (event) => {
  event.respondWith(respond(event));
});

/** The path of a file of the site. */
const pathOf = (name) => new URL(name, self.registration.scope).pathname;

function respond(event) {
  const { request } = event;
  const { pathname } = new URL(request.url);
  if (request.method === "POST" && pathname === pathOf("./share")) return share(request);
  return pathname.startsWith(pathOf("./docs/")) ? documentOf(event) : fileOf(request);
}

async function fileOf(request) {
  const cached = (cacheName) => caches.match(request, { ignoreSearch: true, ...cacheName });
  return (await cached({ cacheName: CACHE })) ?? (await cached()) ?? fetch(request);
}

/**
 * The documents that were visited. Its name does not begin like the names of the page's versions, whose caches are
 * removed.
 */
const DOCUMENTS = "flakekit-documents";

/**
 * A document, or a file that documents need. All documents together are several times as large as the page, so each
 * document is kept when it is visited. The server is asked first, because documents change together: an old index of
 * the search would name other files.
 */
async function documentOf(event) {
  const { request } = event;
  const cache = await caches.open(DOCUMENTS);
  const response = await fetch(request).catch(() => undefined);
  if (response?.ok) event.waitUntil(cache.put(request, response.clone()));
  return response ?? (await cache.match(request, { ignoreSearch: true })) ?? Response.error();
}

/** A text that was shared with the page, until the page asks for it. It is not stored: it may be a secret. */
let shared;

/**
 * Takes a text that another app shares with the page, and opens the page. The text is in no address, so no server
 * receives it.
 */
async function share(request) {
  const form = await request.formData();
  const parts = ["text", "url"].map((name) => form.get(name)).filter(Boolean);
  shared = parts.join("\n");
  return Response.redirect("./", 303);
}

self.addEventListener("message", ({ data, source }) => {
  if (data !== "shared" || shared === undefined) return;
  source.postMessage(shared);
  shared = undefined;
});
