// The hosts of embedded tables: one worker for all tables of a page, or a server.

let worker = null;

/**
 * The host of a table.
 * @param {string | null} server the address of a server; without it the referee runs in this browser
 * @param {string | null} engine where the engine lies; without it beside this file, as `make static` writes it
 */
export async function hostAt(server, engine) {
  if (server !== null) {
    const base = new URL(server || ".", document.baseURI);
    return { fetch: (address, asked) => fetch(new URL(address.replace(/^\//, ""), base), asked) };
  }
  const { started } = await import("../host/browser.js");
  worker ??= started(new URL(engine ?? (await found()), document.baseURI));
  return worker;
}

/** `make static` writes a small file at its root that says where the engine is. */
async function found() {
  const root = new URL("../../../../", import.meta.url);
  const { engine } = await (await fetch(new URL("surefoot.json", root))).json();
  return new URL(engine, root);
}
