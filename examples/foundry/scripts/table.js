// A scene of Foundry as a table of Surefoot. Walls, doors and regions are read by Surefoot itself; tokens are added here.

/** The pixels between the edge of the canvas and the scene, as Foundry pads it: by whole squares. */
const padded = (scene, length) => Math.ceil(scene.padding * length / scene.grid.size) * scene.grid.size;

/** A point of the canvas, in pixels, as a point of the table: northwards is up. */
export function placeOf(scene, square, x, y) {
  const { size } = scene.grid;
  return [((x - padded(scene, scene.width)) / size) * square, ((scene.height - (y - padded(scene, scene.height))) / size) * square];
}

/** The middle of a token that stands at a position. */
export function middleOf(scene, square, token, at = token) {
  const { size } = scene.grid;
  return placeOf(scene, square, at.x + (token.width * size) / 2, at.y + (token.height * size) / 2);
}

/** A token as a model: its profile is a flag of the token, or that of the settings. */
export function modelOf(scene, token, { square, profile }) {
  return {
    base: 25.4 * Math.max(token.width, token.height) * square,
    at: middleOf(scene, square, token),
    facing: ((token.rotation ?? 0) + 180) % 360,
    side: { "-1": "hostile", 0: "neutral", 1: "friendly" }[token.disposition] ?? "others",
    profile: token.flags?.surefoot?.profile ?? profile,
  };
}

/** The table of a scene with its tokens. `ask` sends a request to Surefoot. */
export async function tableOf(ask, scene, settings) {
  const { walls, regions, name, width, height, padding, grid, levels } = scene.toObject?.() ?? scene;
  const text = JSON.stringify({ name, width, height, padding, grid, walls, regions: regions ?? [], levels: levels ?? [] });
  const { scenario } = await ask("/v1/maps", { file: { name: "scene.json", text }, ruleset: settings.ruleset, square: settings.square });
  const models = Object.fromEntries([...scene.tokens].filter((token) => !token.hidden).map((token) => [token.id.toLowerCase(), modelOf(scene, token, settings)]));
  return { ...scenario, models };
}
