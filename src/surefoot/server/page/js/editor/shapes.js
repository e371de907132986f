// Moves, turns and resizes the shapes of pieces, in the forms that scenarios use. No page, no rules.

/** @typedef {[number, number]} Point */
/** @typedef {{rect: [number, number, number, number]} | {from: Point, to: Point} | Point | Point[]} Shape */

const SMALLEST = 0.1;

/** A number rounded to thousandths. */
export const tidy = (value) => Math.round(value * 1000) / 1000;

const isPoint = (value) => Array.isArray(value) && typeof value[0] === "number";

/**
 * The points of a shape that can be dragged.
 * @param {Shape} shape @returns {Point[]}
 */
export function corners(shape) {
  if (shape?.rect) {
    const [x, y, w, d] = shape.rect;
    return [[x, y], [x + w, y], [x + w, y + d], [x, y + d]];
  }
  if (shape?.from) return [shape.from, shape.to];
  if (isPoint(shape)) return [shape];
  return Array.isArray(shape) ? shape : [];
}

/** A shape with every point changed by a function; a rectangle becomes an outline. */
function mapped(shape, change) {
  const put = (point) => change(point).map(tidy);
  if (shape.rect) return corners(shape).map(put);
  if (shape.from) return { from: put(shape.from), to: put(shape.to) };
  return isPoint(shape) ? put(shape) : shape.map(put);
}

/** @param {Shape} shape @param {number} dx @param {number} dy @returns {Shape} */
export function moved(shape, dx, dy) {
  if (shape.rect) return { rect: [tidy(shape.rect[0] + dx), tidy(shape.rect[1] + dy), shape.rect[2], shape.rect[3]] };
  return mapped(shape, ([x, y]) => [x + dx, y + dy]);
}

/** A shape with every point mirrored; a rectangle stays one. */
export const mirrored = (shape, put) => squared(mapped(shape, put));

/** The middle of the bounding box of a shape. */
export function middle(shape) {
  const points = corners(shape);
  const [xs, ys] = [points.map(([x]) => x), points.map(([, y]) => y)];
  return [(Math.min(...xs) + Math.max(...xs)) / 2, (Math.min(...ys) + Math.max(...ys)) / 2];
}

/** A shape turned clockwise about its middle. */
export function turned(shape, degrees) {
  const [mx, my] = middle(shape);
  if (shape.rect && degrees % 90 === 0) {
    const [, , w, d] = shape.rect;
    const [across, along] = degrees % 180 === 0 ? [w, d] : [d, w];
    return { rect: [mx - across / 2, my - along / 2, across, along].map(tidy) };
  }
  const angle = (-degrees * Math.PI) / 180;
  const [cos, sin] = [Math.cos(angle), Math.sin(angle)];
  return squared(mapped(shape, ([x, y]) => [mx + (x - mx) * cos - (y - my) * sin, my + (x - mx) * sin + (y - my) * cos]));
}

/** An outline of four corners parallel to the board is written as a rectangle again. */
function squared(shape) {
  if (!Array.isArray(shape) || shape.length !== 4 || isPoint(shape)) return shape;
  const [xs, ys] = [[...new Set(shape.map(([x]) => x))], [...new Set(shape.map(([, y]) => y))]];
  if (xs.length !== 2 || ys.length !== 2) return shape;
  const [x, y] = [Math.min(...xs), Math.min(...ys)];
  return { rect: [x, y, tidy(Math.max(...xs) - x), tidy(Math.max(...ys) - y)] };
}

/** A shape with one corner moved; the opposite corner of a rectangle stays. */
export function withCorner(shape, index, [x, y]) {
  const to = [tidy(x), tidy(y)];
  if (shape.rect) {
    const [ox, oy] = corners(shape)[(index + 2) % 4];
    const w = Math.max(SMALLEST, Math.abs(to[0] - ox));
    const d = Math.max(SMALLEST, Math.abs(to[1] - oy));
    return { rect: [Math.min(ox, to[0]), Math.min(oy, to[1]), w, d].map(tidy) };
  }
  if (shape.from) return index === 0 ? { ...shape, from: to } : { ...shape, to };
  if (isPoint(shape)) return to;
  return shape.map((point, i) => (i === index ? to : point));
}

/** Whether a shape is closed, and not a line. */
export function closed(shape, width) {
  return Boolean(shape?.rect) || (Array.isArray(shape) && !isPoint(shape) && shape.length > 2 && width === undefined);
}

/** A point rounded to a grid; a step of 0 does not round. */
export function snapped([x, y], step) {
  return step ? [tidy(Math.round(x / step) * step), tidy(Math.round(y / step) * step)] : [tidy(x), tidy(y)];
}
