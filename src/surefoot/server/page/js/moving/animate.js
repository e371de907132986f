// Animates a line of the log: tokens follow the path that was billed.

const SPEED = 7;
const LONGEST = 2600;

/** Whether the player has asked for reduced motion. */
export function still() {
  return matchMedia("(prefers-reduced-motion: reduce)").matches;
}

/**
 * The track of each model that moved in a line of the log: its ledger, or a straight line for a model that was moved by another.
 * @param {any} line
 * @param {any} before the state before it
 * @param {any} after the state after it
 * @returns {Map<string, number[][]>}
 */
export function tracksOf(line, before, after) {
  const tracks = new Map();
  const outcome = line.outcome;
  const who = outcome?.declaration?.who;
  const actor = Array.isArray(who) ? who[0] : who;
  for (const [id, model] of Object.entries(after.models)) {
    const from = before.models[id]?.place?.at;
    const to = model.place?.at;
    if (!from || !to || (from[0] === to[0] && from[1] === to[1] && from[2] === to[2])) continue;
    tracks.set(id, id === actor ? along(outcome.ledger, from, to) : [from, to]);
  }
  return tracks;
}

/** The corners of the ledger between two positions, or a straight line if the ledger does not connect them. */
function along(ledger, from, to) {
  const near = (one, other) => Math.hypot(one[0] - other[0], one[1] - other[1]) < 0.02;
  const first = ledger.findIndex((each) => near(each.from, from));
  if (first < 0) return [from, to];
  const points = [from];
  for (const each of ledger.slice(first)) points.push(each.to);
  return near(points.at(-1), to) ? points : [...points, to];
}

/** The position after a share of a track. */
export function at(points, share) {
  const lengths = points.slice(1).map((point, i) => Math.hypot(point[0] - points[i][0], point[1] - points[i][1]) + 1e-9);
  let left = share * lengths.reduce((sum, each) => sum + each, 0);
  for (let i = 0; i < lengths.length; i += 1) {
    if (left <= lengths[i] || i === lengths.length - 1) {
      const part = Math.min(1, left / lengths[i]);
      return { x: points[i][0] + (points[i + 1][0] - points[i][0]) * part, y: points[i][1] + (points[i + 1][1] - points[i][1]) * part };
    }
    left -= lengths[i];
  }
  return { x: points[0][0], y: points[0][1] };
}

/**
 * Move tokens along their tracks; resolves when all have arrived.
 * @param {import("../table/view.js").TableView} view
 * @param {Map<string, number[][]>} tracks
 */
export function animate(view, tracks) {
  if (!tracks.size || still() || document.hidden) return Promise.resolve();
  const far = Math.max(...[...tracks.values()].map((points) => points.slice(1).reduce((sum, point, i) => sum + Math.hypot(point[0] - points[i][0], point[1] - points[i][1]), 0)));
  const lasts = Math.min(LONGEST, Math.max(250, (far / SPEED) * 1000));
  return new Promise((resolve) => {
    let begun = null;
    const frame = (now) => {
      begun ??= now;
      const share = Math.min(1, (now - begun) / lasts);
      const eased = share < 0.5 ? 2 * share * share : 1 - (2 - 2 * share) ** 2 / 2;
      for (const [id, points] of tracks) view.show(id, at(points, eased));
      if (share < 1) requestAnimationFrame(frame);
      else resolve();
    };
    requestAnimationFrame(frame);
  });
}
