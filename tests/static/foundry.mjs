// Run under Node: a stand-in of what Foundry VTT documents (hooks, settings, movement actions, token documents) around
// the module of examples/foundry, with a real referee behind it. Prints what happened as JSON.
//
//     node foundry.mjs <address of a server>

const [, , server] = process.argv;
const listeners = new Map();
globalThis.Hooks = {
  once: (name, work) => Hooks.on(name, work),
  on: (name, work) => listeners.set(name, [...(listeners.get(name) ?? []), work]),
  callAll: (name, ...given) => Promise.all((listeners.get(name) ?? []).map((work) => work(...given))),
  call: (name, ...given) => (listeners.get(name) ?? []).every((work) => work(...given) !== false),
};
const settings = new Map();
globalThis.game = { settings: { register: (_id, name, { default: usual }) => settings.set(name, settings.get(name) ?? usual), get: (_id, name) => settings.get(name) } };
globalThis.CONFIG = { Token: { movement: { actions: { walk: { label: "Walk" } } } } };
const warned = [];
globalThis.ui = { notifications: { warn: (text) => warned.push(text), error: (text) => warned.push(`error: ${text}`) } };

settings.set("server", server);
settings.set("profile", '{"M": 5, "I": 4, "T": 3, "W": 1}');
await import("../../examples/foundry/scripts/module.js");
await Hooks.callAll("init");
await Hooks.callAll("ready");

// Twelve squares by eight, padded by a quarter: the canvas begins three squares to the left and two above.
const scene = { name: "Hall", width: 1200, height: 800, padding: 0.25, grid: { size: 100, distance: 1, units: "in" }, regions: [] };
scene.walls = [{ c: [800, 200, 800, 800], move: 20, door: 0, ds: 0 }];
const moved = [];
const token = { id: "Kal", x: 500, y: 400, width: 1, height: 1, rotation: 0, disposition: 1, movementAction: "surefoot", parent: scene, move: async (waypoints) => Hooks.call("preMoveToken", token, { destination: waypoints.at(-1), passed: { waypoints } }) && moved.push(waypoints.at(-1)) };
scene.tokens = [token, { ...token, id: "Grix", x: 1300, y: 800, disposition: -1 }];

const verdicts = [];
Hooks.on("surefootVerdict", (_token, verdict) => verdicts.push(verdict.verdict));
/** Drag to a position, as a user does, and wait for the verdict. */
async function drag(x, y) {
  const count = verdicts.length;
  const made = Hooks.call("preMoveToken", token, { destination: { x, y }, passed: { waypoints: [{ x, y }] } });
  while (verdicts.length === count && !warned.some((each) => each.startsWith("error"))) await new Promise((resolve) => setTimeout(resolve, 20));
  return made;
}
const held = [await drag(600, 500), await drag(900, 400)];

await Hooks.callAll("controlToken", { document: token }, true);
const cost = CONFIG.Token.movement.actions.surefoot.getCostFunction(token, {});
const squares = [cost(1, { i: 4, j: 5 }, { i: 4, j: 6 }, 1, {}), cost(1, { i: 4, j: 5 }, { i: 4, j: 12 }, 7, {})];
token.movementAction = "walk";
const other = Hooks.call("preMoveToken", token, { destination: { x: 900, y: 400 } });
process.stdout.write(JSON.stringify({ held, moved, verdicts, warned, squares, other }));
