// Surefoot as a module of Foundry VTT, version 13 or later: drag a token, and the referee says whether it may go there.

import { Judge } from "./judge.js";

const ID = "surefoot";
let judge = null;
/** Moves that were judged and are made now, by token and destination. */
const allowed = new Set();

const key = (token, { x, y }) => `${token.id} ${Math.round(x)} ${Math.round(y)}`;
const setting = (name) => game.settings.get(ID, name);

Hooks.once("init", () => {
  const settings = {
    ruleset: { name: "Ruleset", type: String, default: "necromunda-classic", choices: { "necromunda-classic": "Necromunda before 2023", "necromunda-2023": "Necromunda 2023", "wh40k-10e": "Warhammer 40,000", "dark-heresy-2e": "Dark Heresy", "gemini-arap": "Gemini-ARAP" } },
    action: { name: "Action", hint: "The action that a dragged token takes.", type: String, default: "move" },
    square: { name: "Size of a square", hint: "In the unit of the ruleset: inches or metres.", type: Number, default: 1 },
    profile: { name: "Profile of tokens", hint: "For tokens without a profile of their own (flag surefoot.profile), as JSON.", type: String, default: '{"M": 5, "I": 4, "T": 3, "W": 1}' },
    server: { name: "Server", hint: "The address of a Surefoot server. Empty: the referee runs in this browser.", type: String, default: "" },
  };
  for (const [name, each] of Object.entries(settings)) game.settings.register(ID, name, { scope: "world", config: true, ...each });
  CONFIG.Token.movement.actions.surefoot = {
    label: "Surefoot",
    icon: "fa-solid fa-shoe-prints",
    order: 0,
    canSelect: true,
    getCostFunction: (token) => judge?.costFunction(token.parent, token) ?? ((baseCost) => baseCost),
  };
});

Hooks.once("ready", async () => {
  judge = new Judge(await asker(setting("server")), { ruleset: setting("ruleset"), action: setting("action"), square: setting("square"), profile: JSON.parse(setting("profile")) });
});

Hooks.on("controlToken", (token, controlled) => controlled && judge?.prepare(token.document.parent, token.document).catch((wrong) => console.warn("surefoot |", wrong.message)));

/** Foundry does not wait for an answer here: the move is stopped, judged, and made again if the referee allows it. */
Hooks.on("preMoveToken", (token, movement) => {
  const [to, asked] = [movement.destination, key(token, movement.destination)];
  if (!judge || token.movementAction !== "surefoot") return true;
  if (allowed.delete(asked)) return true;
  const waypoints = movement.passed?.waypoints?.length ? movement.passed.waypoints : [to];
  judge.check(token.parent, token, waypoints).then(
    (verdict) => {
      if (verdict.verdict === "illegal") ui.notifications.warn((verdict.reasons ?? verdict.breaks ?? []).map((each) => each.says).join("; ") || verdict.says);
      else {
        allowed.add(asked);
        token.move(waypoints, { showRuler: true });
      }
      Hooks.callAll("surefootVerdict", token, verdict);
    },
    (wrong) => ui.notifications.error(wrong.message),
  );
  return false;
});

/** How requests reach Surefoot: a server, or the folder of `make static` beside this file. */
async function asker(server) {
  const host = server ? { fetch: (address, asked) => fetch(new URL(address, server), asked) } : await (await import("../surefoot/embed.js")).hostAt(null, null);
  return async (address, body) => {
    const answer = await host.fetch(address, { method: "POST", headers: { "Content-Type": "application/json" }, body: JSON.stringify(body) });
    const found = await answer.json();
    if (!answer.ok) throw new Error(found.detail ?? found.title);
    return found;
  };
}
