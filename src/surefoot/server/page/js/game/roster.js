// The models and units of this player that can be selected now, each with its token: for thumbs, and where models stand close together.

import { el } from "../dom.js";
import { named } from "../format.js";
import { portrait } from "../moving/card.js";
import { statusesOf, standing } from "../table/tokens.js";
import { t, tn } from "../words.js";

/** The most models and units that are listed; with more, the table itself is the better list. */
const MOST = 16;

/**
 * The list, or null if there is nothing to select.
 * @param {import("../store.js").Game} game
 * @param {import("../table/view.js").TableView} view
 * @param {(id: string) => void} pick
 */
export function roster(game, view, pick) {
  const { side } = game.state.clock;
  const groups = new Map();
  for (const model of game.table.models.values()) {
    const place = game.state.models[model.id]?.place;
    if (!game.plays(model.side) || (side && side !== model.side) || ["gone", "off", undefined].includes(place?.is)) continue;
    const key = model.unit || model.id;
    groups.set(key, [...(groups.get(key) ?? []), { model, place }]);
  }
  if (!groups.size || groups.size > MOST) return null;
  return el("ul", { class: "roster", "aria-label": t("Your models") }, ...[...groups].map(([key, members]) => el("li", {}, entry(game, view, key, members, pick))));
}

function entry(game, view, key, members, pick) {
  const [{ model, place }] = members;
  const acted = Boolean(game.state.notes?.[`activated:${key}`]?.value) && game.state.clock?.active !== key;
  const notes = [
    members.length > 1 && tn("{n} model", "{n} models", members.length),
    place.is === "aboard" && t("aboard {carrier}", { carrier: named(place.on) }),
    acted && t("has acted"),
    ...(members.length === 1 ? statusesOf(standing(model, game.state)) : []),
  ].filter(Boolean);
  return el(
    "button",
    { type: "button", class: `button roster-entry${acted ? " acted" : ""}`, data: { roster: key, from: "table" }, on: { click: () => pick(model.id) } },
    portrait(model, view.sides.get(model.side) ?? 4, game.table),
    el("span", { class: "roster-name" }, el("b", { text: named(key) }), notes.length > 0 && el("small", { text: ` ${notes.join(" · ")}` })),
  );
}
