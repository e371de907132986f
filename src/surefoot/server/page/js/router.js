// Which screen is shown: the part of the address behind #, so that nothing secret is ever sent to a server in an address.

/** @typedef {{name: string, rest: string[]}} Route */

/**
 * The screen that an address means.
 * @param {string} hash
 * @returns {Route}
 */
export function routeOf(hash) {
  const [name, ...rest] = hash.replace(/^#\/?/, "").split("/").filter(Boolean).map(decodeURIComponent);
  return { name: name ?? "", rest };
}

/** Go to a screen. */
export function go(...parts) {
  location.hash = `#/${parts.map(encodeURIComponent).join("/")}`;
}

/** The whole address of a screen, to be handed to somebody. */
export function addressOf(...parts) {
  return `${location.origin}${location.pathname}#/${parts.map(encodeURIComponent).join("/")}`;
}

/** Be told of every screen, now and from now on. */
export function follow(shown) {
  const tell = () => {
    // Links within a page move the focus only.
    if (location.hash === "#screen") return;
    shown(routeOf(location.hash));
  };
  addEventListener("hashchange", tell);
  tell();
}
