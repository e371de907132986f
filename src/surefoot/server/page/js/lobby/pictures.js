// Small still pictures of tables, drawn when they come into view.

import { el, fill } from "../dom.js";
import { host } from "../host/host.js";
import { ask, once } from "../net.js";
import { tableOf } from "../table/decode.js";
import { TableView } from "../table/view.js";

/** Pictures of one screen; they end with it. */
export class Pictures {
  constructor() {
    this.views = [];
  }

  /** A frame that fills itself when it is first seen; `load` gives the table and its state. */
  frame(kind, load) {
    const host = el("div", { class: kind, "aria-hidden": "true" });
    const seen = new IntersectionObserver(([entry]) => {
      if (!entry.isIntersecting) return;
      seen.disconnect();
      load().then(({ table, state }) => table && this.draw(host, table, state), () => {});
    });
    seen.observe(host);
    return host;
  }

  /** A picture of a bundled table. */
  bundled(kind, name) {
    return this.frame(kind, () => drawnTable(name));
  }

  /** Draw a table that takes no input. */
  draw(host, table, state) {
    const view = new TableView({});
    this.views.push(view);
    view.element.setAttribute("tabindex", "-1");
    view.element.classList.add("still");
    fill(host, view.element);
    view.setTable(tableOf(table));
    view.place(state);
    view.camera.cover();
    for (const token of view.tokens.values()) {
      token.removeAttribute("tabindex");
      token.removeAttribute("role");
    }
    return view;
  }

  end() {
    for (const view of this.views) view.end();
  }
}

const known = new Map();

/** A bundled table and its state, asked for once. */
export function drawnTable(name) {
  if (!known.has(name)) {
    const address = `/v1/scenarios/${encodeURIComponent(name)}`;
    // Without a server that is a file, which is there before the referee is.
    const asked = host.alone ? once(`${address}/table`) : once(address).then(({ text }) => ask("/v1/table", { body: { scenario: text } }));
    asked.catch(() => known.delete(name));
    known.set(name, asked);
  }
  return known.get(name);
}
