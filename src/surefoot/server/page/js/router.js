// Screens by the part of the address behind #, which browsers never send to a server: it may hold invite links and tokens.

/** @typedef {{name: string, rest: string[]}} Route */

/**
 * The screen that a hash names.
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

/** The full address of a screen, for invite links. */
export function addressOf(...parts) {
  return `${location.origin}${location.pathname}#/${parts.map(encodeURIComponent).join("/")}`;
}

/** Call `shown` with the current screen, and again whenever it changes. */
export function follow(shown) {
  const changed = () => {
    // The skip link moves the focus only.
    if (location.hash === "#screen") return;
    shown(routeOf(location.hash));
  };
  addEventListener("hashchange", changed);
  changed();
}
