// Converts a table from the form of the log (millionths of a unit) to units, for drawing.

const LATTICE = 1e6;
const LINKS = ["ladder", "rope", "grapple", "portable-ladder"];
const FLAT = ["platform", "lift", "area"];

/** @typedef {[number, number]} Point */
/**
 * @typedef {Object} Piece
 * @property {string} id
 * @property {string} sort
 * @property {Point[]} outline
 * @property {Point[]} line
 * @property {number} z
 * @property {number} top
 * @property {string} on
 * @property {string[]} tags
 * @property {string[]} state
 * @property {boolean} solid
 * @property {boolean} link
 */
/**
 * @typedef {Object} Figure
 * @property {string} id
 * @property {string} side
 * @property {string} unit
 * @property {{kind: string, size: number[]}} base
 * @property {number} height
 * @property {string[]} keywords
 * @property {Record<string, any>} profile
 * @property {{name: string, outline: Point[], z: number}[]} decks
 */
/**
 * @typedef {Object} TableData
 * @property {number} width
 * @property {number} depth
 * @property {string} unit
 * @property {string} sign
 * @property {string} ruleset
 * @property {Piece[]} pieces
 * @property {Map<string, Figure>} models
 * @property {{id: string, side: string, models: string[]}[]} units
 * @property {number[]} levels
 * @property {{data: string, rect: number[]} | null} picture the picture under the table: where it lies (x, y, width, depth)
 * @property {{name: string, at: Point}[]} markers
 */

const scaled = (value) => value / LATTICE;

/** @param {number[]} flat @returns {Point[]} */
export function points(flat) {
  const found = [];
  for (let index = 0; index + 1 < flat.length; index += 2) found.push([scaled(flat[index]), scaled(flat[index + 1])]);
  return found;
}

function piece(raw) {
  const z = scaled(raw.z);
  return {
    id: raw.id,
    sort: raw.sort,
    outline: points(raw.outline),
    line: points(raw.line),
    z,
    top: FLAT.includes(raw.sort) ? z : z + scaled(raw.height),
    on: raw.on,
    tags: raw.tags,
    state: raw.state,
    solid: raw.details?.under === "solid",
    link: LINKS.includes(raw.sort),
  };
}

function figure(raw) {
  return {
    id: raw.id,
    side: raw.side,
    unit: raw.unit,
    base: { kind: raw.base.kind, size: raw.base.size.map(scaled) },
    height: scaled(raw.height),
    keywords: raw.keywords,
    profile: raw.profile,
    decks: raw.decks.map((deck) => ({ name: deck.name, outline: points(deck.outline), z: scaled(deck.z) })),
  };
}

function pictureOf(raw) {
  if (!raw?.data) return null;
  const [west, south, east, north] = raw.area.map(scaled);
  return { data: raw.data, rect: [west, south, east - west, north - south] };
}

/**
 * The table from the answer to a `table` request.
 * @param {any} raw
 * @returns {TableData}
 */
export function tableOf(raw) {
  const pieces = raw.pieces.map(piece);
  const raised = pieces.filter((each) => ["platform", "lift"].includes(each.sort) && each.z > 0).map((each) => each.z);
  return {
    width: scaled(raw.board?.width ?? 0),
    depth: scaled(raw.board?.depth ?? 0),
    unit: raw.unit,
    sign: raw.unit === "metre" ? " m" : "″",
    ruleset: raw.ruleset,
    pieces,
    models: new Map(raw.models.map((each) => [each.id, figure(each)])),
    units: raw.units.map((each) => ({ id: each.id, side: each.side, models: each.models })),
    levels: [...new Set([0, ...raised])].sort((one, other) => one - other),
    picture: pictureOf(raw.scenery?.picture),
    markers: (raw.scenery?.markers ?? []).map(({ name, x, y }) => ({ name, at: [scaled(x), scaled(y)] })),
  };
}

/** The corners of a base at its position, or null for a round one. */
export function baseOutline(base, x, y, facing) {
  if (base.kind === "round") return null;
  const turn = (facing * Math.PI) / 180;
  const put = (dx, dy) => [x + dx * Math.cos(turn) + dy * Math.sin(turn), y - dx * Math.sin(turn) + dy * Math.cos(turn)];
  // The length lies along the facing; facing 0 is north.
  if (base.kind === "hull") return base.size.flatMap((_, i) => (i % 2 ? [] : [put(base.size[i], base.size[i + 1])]));
  const [length, width] = base.size;
  if (base.kind === "rectangle") {
    return [put(-width / 2, -length / 2), put(width / 2, -length / 2), put(width / 2, length / 2), put(-width / 2, length / 2)];
  }
  return Array.from({ length: 48 }, (_, i) => {
    const angle = (i * Math.PI) / 24;
    return put((width / 2) * Math.cos(angle), (length / 2) * Math.sin(angle));
  });
}

/** The largest distance of a base's outline from its centre. */
export function baseReach(base) {
  if (base.kind === "round") return base.size[0] / 2;
  if (base.kind !== "hull") return Math.hypot(base.size[0], base.size[1]) / 2;
  let far = 0;
  for (let i = 0; i + 1 < base.size.length; i += 2) far = Math.max(far, Math.hypot(base.size[i], base.size[i + 1]));
  return far;
}

/** Whether a point lies inside an outline. */
export function inside([x, y], outline) {
  let found = false;
  for (let i = 0, j = outline.length - 1; i < outline.length; j = i++) {
    const [xi, yi] = outline[i];
    const [xj, yj] = outline[j];
    if (yi > y !== yj > y && x < ((xj - xi) * (y - yi)) / (yj - yi) + xi) found = !found;
  }
  return found;
}
