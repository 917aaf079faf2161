// The service worker: caches the page for use without a network. The build prepends FILES, the list of the page's files.

const CACHE = `flakekit ${FILES.join(" ")}`;

self.addEventListener("install", (event) => {
  event.waitUntil(caches.open(CACHE).then((cache) => cache.addAll(FILES)));
  self.skipWaiting();
});

self.addEventListener("activate", (event) => {
  const outdated = async () => (await caches.keys()).filter((name) => name.startsWith("flakekit ") && name !== CACHE);
  event.waitUntil(outdated().then((names) => Promise.all(names.map((name) => caches.delete(name)))));
});

self.addEventListener("fetch", (event) => {
  const respond = async () => (await caches.match(event.request, { ignoreSearch: true })) ?? fetch(event.request);
  event.respondWith(respond());
});
