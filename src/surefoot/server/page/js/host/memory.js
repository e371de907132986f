// The memory of a Python that has loaded everything: kept in this browser, so that the next start goes on from there.

/** Beside the files of the service worker, which removes only its own. */
const SHELF = "surefoot-memory";

/** Of one engine in one version of one browser: another one may lay its memory out differently. */
const addressOf = (engine) => `${engine}memory?in=${encodeURIComponent(navigator.userAgent)}`;

/** The memory for an engine, or null: {bytes, warm}. */
export async function remembered(engine) {
  try {
    const found = await (await caches.open(SHELF)).match(addressOf(engine));
    return found ? { bytes: await found.arrayBuffer(), warm: found.headers.get("warm") === "yes" } : null;
  } catch {
    return null;
  }
}

/** Keep a memory instead of all earlier ones of this page. Where a browser refuses, the next start takes longer. */
export async function remember(engine, bytes, warm) {
  try {
    const shelf = await caches.open(SHELF);
    await shelf.put(addressOf(engine), new Response(bytes, { headers: { warm: warm ? "yes" : "no" } }));
    await forget(engine, addressOf(engine));
  } catch {
    // Nothing is lost.
  }
}

/** Remove the memories of all engines that lie beside this one, but for one; returns whether there were any. */
export async function forget(engine, but = "") {
  const shelf = await caches.open(SHELF);
  const folder = new URL("..", engine).href;
  const old = (await shelf.keys()).filter(({ url }) => url.startsWith(folder) && url !== but);
  for (const each of old) await shelf.delete(each);
  return old.length > 0;
}
