// Keeps the page and the engine for visits without a network. `make static` fills in the version and the list of files.

const OWN = `surefoot ${registration.scope} `;
const VERSION = `${OWN}{version}`;
const FILES = /* {files} */ [];

/** A file whose address holds its hash never changes: an earlier version may have it already. */
async function kept(cache, path) {
  const address = new URL(path, registration.scope).href;
  const before = /\b[0-9a-f]{16}\b/.test(path) ? await caches.match(address) : null;
  const answer = before ?? (await fetch(address, { cache: path === "./" ? "no-cache" : "default" }));
  if (!answer.ok) throw new Error(`${answer.status} ${address}`);
  await cache.put(address, answer);
}

async function install() {
  const cache = await caches.open(VERSION);
  // A few at a time: the page goes first.
  const waiting = [...FILES];
  const one = async () => {
    while (waiting.length) await kept(cache, waiting.shift());
  };
  await Promise.all([one(), one(), one(), one()]);
}

async function activate() {
  const names = await caches.keys();
  // The memory that the engine keeps stays, and so does what other pages of this host have.
  await Promise.all(names.filter((name) => name.startsWith(OWN) && name !== VERSION).map((name) => caches.delete(name)));
  await clients.claim();
}

async function answered(request) {
  const address = request.mode === "navigate" ? new URL("./", registration.scope).href : request.url;
  const cache = await caches.open(VERSION);
  return (await cache.match(address, { ignoreSearch: request.mode === "navigate" })) ?? fetch(request);
}

addEventListener("install", (event) => event.waitUntil(install()));
addEventListener("activate", (event) => event.waitUntil(activate()));
addEventListener("message", (event) => {
  if (event.data === "take over") skipWaiting();
});
addEventListener("fetch", (event) => {
  const { request } = event;
  const own = request.url.startsWith(registration.scope) && request.method === "GET";
  // The manual and other pages beside this one are not ours to answer.
  const page = request.mode !== "navigate" || new URL(request.url).pathname === new URL(registration.scope).pathname;
  if (own && page) event.respondWith(answered(request));
});
