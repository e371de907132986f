// The hosts of embedded tables: one worker for all tables of a page, or a server.

const ROOT = new URL("../../../../", import.meta.url);
let worker = null;

/**
 * The host of a table.
 * @param {string | null} server the address of a server
 * @param {string | null} engine where the engine lies; then the referee runs in this browser
 * Without either: what this file came from, a folder that `make static` has built, or a server.
 */
export async function hostAt(server, engine) {
  if (server !== null) return at(new URL(server || ".", document.baseURI));
  const found = engine === null ? await beside() : new URL(engine, document.baseURI);
  if (!found) return at(ROOT);
  const { started } = await import("../host/browser.js");
  worker ??= started(found);
  return worker;
}

const at = (base) => ({ fetch: (address, asked) => fetch(new URL(address.replace(/^\//, ""), base), asked) });

/** The engine, as a small file at the root of a folder of `make static` says; null on a server. */
async function beside() {
  const { engine } = await (await fetch(new URL("surefoot.json", ROOT))).json();
  return engine ? new URL(engine, ROOT) : null;
}
