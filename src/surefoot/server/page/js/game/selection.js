// The panel of the selected model or unit: its card, its actions, the verdict on its move, and the buttons that make the move.

import { button, el } from "../dom.js";
import { named, plain } from "../format.js";
import { clause } from "../log/clause.js";
import { actions, details, floors, missing, passengers, pathTools, reachTools } from "../moving/actions.js";
import { card } from "../moving/card.js";
import { checking, contacts, ends, instead, ledger, onward, planned, tests, verdict } from "../moving/ledger.js";
import { t } from "../words.js";

const WITHHELD = "measure/withheld";

/** The parts of the panel, from its top. @param {any} screen */
export function selection(screen) {
  const { game, mover, view } = screen;
  const { sign } = game.table;
  const again = (change) => {
    change();
    mover.ask();
  };
  const redraw = (change) => {
    change();
    mover.emit("changed");
  };
  const owner = { name: named(mover.who), side: plain(mover.side) };
  const whose = !mover.mine && el("p", { class: "soft", text: game.me.role === "spectator" ? t("{name} belongs to {side}. You are a spectator", owner) : t("{name} belongs to your opponent ({side})", owner) });
  const given = details(mover, again);
  const needed = given?.matches("div");
  const parts = [card(mover, view, { drop: () => mover.drop(), log: () => screen.turnTo("log") }, screen.left.left.get(mover.model)), passengers(mover, (id) => screen.input.select(id, false)), whose];
  if (mover.ready && !emptyHanded(mover)) {
    const [verdictPart, ...rest] = judged(screen, sign);
    parts.push(floors(mover, sign), actions(mover), needed && given, verdictPart, !needed && given, pathTools(mover, redraw), ...rest);
  } else {
    // The model whose activation it is ends it here; first of all when nothing else is left to do.
    const spent = mover.actions && !mover.actions.some((each) => each.allowed);
    const turn = mover.mine && (spent || game.state.clock.active === mover.who) && screen.turnTools();
    parts.push(spent && turn, actions(mover), missing(mover), given, pathTools(mover, redraw), !screen.frame.wide && reachTools(mover, sign), screen.rings.element(mover.who, () => screen.draw()), !spent && turn);
  }
  return parts.filter(Boolean);
}

/** Whether only the button of an action was pressed, and the referee wants a path for it. */
function emptyHanded(mover) {
  return mover.bare && mover.goes && !mover.legs.length && !mover.shift && mover.preview?.verdict === "illegal";
}

/** The verdict, with what belongs to it, and the buttons below. */
function judged(screen, sign) {
  const { mover } = screen;
  const said = mover.preview;
  if (mover.problem) {
    const withheld = mover.problem.code === WITHHELD;
    const [text, from] = problemText(mover.problem);
    return [el("div", { class: withheld ? "note" : "note bad" }, el("p", { text, data: from ? { from } : {} }), withheld && mover.problem.clause && clause(mover.problem.clause)), withheld && mover.mine && buttons(screen, true)].filter(Boolean);
  }
  if (!said) return [el("section", { class: "judged", "aria-label": t("Verdict"), "aria-busy": "true" }, checking()), buttons(screen, false)];
  const offers = instead(mover.instead, sign, (each) => mover.apply(each));
  const looking = said.verdict === "illegal" && !offers && mover.looking && el("p", { class: "soft waiting", text: t("Looking for a legal move …") });
  return [
    el("section", { class: "judged", "aria-label": t("Verdict"), "aria-busy": String(!mover.final) }, verdict(said, mover.budget, sign), planned(mover.plan, sign), offers || looking, ledger(said.ledger, sign), contacts(said), tests(said.tests), ends(said), said.verdict !== "illegal" && onward(mover.plan, sign)),
    buttons(screen, screen.mayConfirm()),
  ];
}

/** Confirm, with its key, and Clear. */
function buttons(screen, may) {
  const { mover } = screen;
  const make = button(mover.goes ? t("Confirm move") : t("Confirm action"), () => screen.declare(), { class: "strong grow", disabled: !may, data: { primary: "" } });
  make.append(el("kbd", { class: "key", "aria-hidden": "true", translate: "no", text: "M" }));
  return el("div", { class: "row make-bar" }, make, button("", () => mover.clear(), { class: "icon", icon: "x", "aria-label": t("Clear"), title: t("Clear") }));
}

/** The text and the source of a problem. */
export function problemText(problem) {
  if (problem.code !== WITHHELD) return [problem.detail, "referee"];
  return [t("Pre-measuring is off for this table. Confirm the move to see its cost. To turn pre-measuring on, start a new game and choose it in Game settings."), ""];
}
