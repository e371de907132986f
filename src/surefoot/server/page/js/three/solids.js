// Terrain in 3D, each piece with its height.

import * as THREE from "../../vendor/three-0.184.0/three.module.min.js";
import { kindOf } from "../table/looks.js";
import { floorStep } from "../table/pieces.js";

const SLAB = 0.25;
const POST = 0.12;
const LIFTED = 0.02;
/** How far the mat lies beyond the board. */
const MAT = 0.6;
/** The colours of ground; other kinds are drawn as difficult ground. */
const GROUND = { dangerous: "dangerous", water: "water", impassable: "impassable", area: "soft" };
const BODIES = { wall: "wall", obstacle: "obstacle", "door-closed": "door", "door-open": "door", window: "glass", railing: "tape", ductway: "glass" };

/** A point of the table in 3D coordinates: y is up, and north is −z. */
export const put = (x, y, z = 0) => new THREE.Vector3(x, z, -y);

const matter = (colour, more = {}) => new THREE.MeshStandardMaterial({ color: colour, roughness: 0.9, metalness: 0, ...more });

function shaded(mesh) {
  mesh.castShadow = true;
  mesh.receiveShadow = true;
  return mesh;
}

/** The picture under a table; `ready` is called when it has been read. */
function pictured({ data, rect: [x, y, w, h] }, ready) {
  const texture = new THREE.TextureLoader().load(data, ready);
  texture.colorSpace = THREE.SRGBColorSpace;
  const sheet = new THREE.Mesh(new THREE.PlaneGeometry(w, h), matter(0xffffff, { map: texture }));
  sheet.rotation.x = -Math.PI / 2;
  sheet.position.copy(put(x + w / 2, y + h / 2, 0.003));
  sheet.receiveShadow = true;
  return sheet;
}

/** Lets a texture lie on a box to scale: boxes give it one measure from edge to edge. */
function scaled(mesh, wide, deep) {
  const { uv } = mesh.geometry.attributes;
  for (let i = 0; i < uv.count; i += 1) uv.setXY(i, uv.getX(i) * wide, uv.getY(i) * deep);
}

/** The board with its grid, and with its picture if it has one. */
export function ground({ width, depth, picture = null }, colour, textures, ready = () => {}) {
  const board = new THREE.Mesh(new THREE.BoxGeometry(width, 0.02, depth), matter(0xffffff, { map: textures.concrete() }));
  scaled(board, width, depth);
  board.position.copy(put(width / 2, depth / 2, -0.01));
  board.receiveShadow = true;
  // The mat round the board, on a slab of wood.
  const mat = new THREE.Mesh(new THREE.BoxGeometry(width + 2 * MAT, 0.06, depth + 2 * MAT), matter(0xffffff, { map: textures.mat({ width, depth }, MAT) }));
  mat.position.copy(put(width / 2, depth / 2, -0.06));
  mat.receiveShadow = true;
  const slab = new THREE.Mesh(new THREE.BoxGeometry(width + 2 * MAT, 0.4, depth + 2 * MAT), matter(colour("wood")));
  slab.position.copy(put(width / 2, depth / 2, -0.3));
  const lines = [];
  const far = Math.max(width, depth) > 80 ? 10 : Math.max(width, depth) > 40 ? 6 : 1;
  for (let x = far; x < width; x += far) lines.push(put(x, 0, 0.005), put(x, depth, 0.005));
  for (let y = far; y < depth; y += far) lines.push(put(0, y, 0.005), put(width, y, 0.005));
  const group = new THREE.Group();
  if (picture) group.add(pictured(picture, ready));
  group.add(board, mat, slab, new THREE.LineSegments(new THREE.BufferGeometry().setFromPoints(lines), new THREE.LineBasicMaterial({ color: colour("line-strong"), transparent: true, opacity: 0.3 })));
  return group;
}

/** An outline extruded from one height to another. */
export function raised(outline, from, to, material) {
  const shape = new THREE.Shape(outline.map(([x, y]) => new THREE.Vector2(x, y)));
  const mesh = shaded(new THREE.Mesh(new THREE.ExtrudeGeometry(shape, { depth: Math.max(0.01, to - from), bevelEnabled: false }), material));
  mesh.rotation.x = -Math.PI / 2;
  mesh.position.y = from;
  return mesh;
}

/** A flat outline just above a height. */
function flat(outline, height, material) {
  const mesh = new THREE.Mesh(new THREE.ShapeGeometry(new THREE.Shape(outline.map(([x, y]) => new THREE.Vector2(x, y)))), material);
  mesh.rotation.x = -Math.PI / 2;
  mesh.position.y = height + LIFTED;
  mesh.receiveShadow = true;
  return mesh;
}

/**
 * One piece of terrain, or null if it has no shape.
 * @param {import("../table/decode.js").Piece} piece
 * @param {import("../table/decode.js").TableData} table
 * @param {(name: string) => THREE.Color} colour
 * @param {ReturnType<typeof import("./textures.js").texturesOf>} textures
 */
export function solid(piece, table, colour, textures) {
  const kind = kindOf(piece);
  if (piece.link) return link(piece, table, colour);
  if (piece.outline.length < 3) return null;
  if (piece.sort === "area") return area(piece, kind, colour, textures);
  if (piece.sort === "gap") return flat(piece.outline, footOf(piece, table), matter(colour("depth")));
  if (piece.sort === "platform" || piece.sort === "lift") return level(piece, table, colour, textures);
  if (piece.sort === "stairs" || piece.sort === "ramp") return slope(piece, table, colour, textures);
  if (kind === "wall") return raised(piece.outline, piece.z, piece.top, matter(0xffffff, { map: textures.bricks() }));
  // Doors and windows lie in walls; the offset keeps them from flickering.
  const thin = ["door", "window"].includes(piece.sort) ? { polygonOffset: true, polygonOffsetFactor: -2, polygonOffsetUnits: -2 } : {};
  const clear = ["window", "ductway"].includes(piece.sort) || kind === "door-open";
  return raised(piece.outline, piece.z, piece.top, matter(colour(BODIES[kind] ?? "obstacle"), { ...thin, ...(clear ? { transparent: true, opacity: 0.45 } : {}) }));
}

/** A kind of ground: its colour, and a rim of its own. */
function area(piece, kind, colour, textures) {
  const group = new THREE.Group();
  const shade = colour(GROUND[kind] ?? "difficult");
  const plain = kind === "area" || kind === "impassable";
  group.add(flat(piece.outline, piece.z, plain ? matter(shade, { transparent: true, opacity: 0.42, depthWrite: false }) : matter(0xffffff, { map: textures.covered(kind), transparent: true, opacity: 0.85, depthWrite: false })));
  const rim = [...piece.outline, piece.outline[0]].map(([x, y]) => put(x, y, piece.z + 2 * LIFTED));
  const line = new THREE.Line(new THREE.BufferGeometry().setFromPoints(rim), new THREE.LineDashedMaterial({ color: shade, dashSize: 0.35, gapSize: kind === "water" ? 0 : 0.2 }));
  line.computeLineDistances();
  group.add(line);
  return group;
}

/** The height of the surface below a piece. */
function footOf(piece, table) {
  return table.pieces.find((each) => each.id === piece.on)?.top ?? 0;
}

/** Higher floors are lighter, as on the plan. */
function tone(piece, textures) {
  return matter(0xffffff, { map: textures.plates(floorStep(piece.top)) });
}

/** A block, or a slab on posts. */
function level(piece, table, colour, textures) {
  const foot = footOf(piece, table);
  if (piece.solid) return edged(raised(piece.outline, Math.min(foot, piece.z - 0.01), piece.z, tone(piece, textures)), colour);
  const group = new THREE.Group();
  group.add(edged(raised(piece.outline, piece.z - SLAB, piece.z, tone(piece, textures)), colour));
  const [mx, my] = middle(piece.outline);
  for (const [x, y] of piece.outline.length <= 8 ? piece.outline : []) {
    const tall = piece.z - SLAB - foot;
    if (tall <= 0 || piece.sort === "lift") continue;
    const post = shaded(new THREE.Mesh(new THREE.BoxGeometry(POST, tall, POST), matter(colour("wood"))));
    const inward = POST / Math.max(POST, Math.hypot(mx - x, my - y));
    post.position.copy(put(x + (mx - x) * inward, y + (my - y) * inward, foot + tall / 2));
    group.add(post);
  }
  return group;
}

const middle = (points) => [0, 1].map((axis) => points.reduce((sum, each) => sum + each[axis], 0) / points.length);

/** Adds thin dark edges, to separate levels of the same colour. */
function edged(mesh, colour) {
  const edges = new THREE.LineSegments(new THREE.EdgesGeometry(mesh.geometry, 30), new THREE.LineBasicMaterial({ color: colour("soft") }));
  mesh.add(edges);
  return mesh;
}

/** Stairs as steps, a ramp as a wedge, from the low end of its line to the high end. */
function slope(piece, table, colour, textures) {
  const [[ax, ay], [bx, by]] = piece.line;
  const long = Math.hypot(bx - ax, by - ay);
  const wide = acrossOf(piece, [(bx - ax) / long, (by - ay) / long]);
  const high = piece.top - piece.z;
  const group = new THREE.Group();
  const material = tone(piece, textures);
  if (piece.sort === "ramp") {
    const side = new THREE.Shape([new THREE.Vector2(0, 0), new THREE.Vector2(long, 0), new THREE.Vector2(long, high)]);
    const wedge = shaded(new THREE.Mesh(new THREE.ExtrudeGeometry(side, { depth: wide, bevelEnabled: false }), material));
    wedge.position.z = -wide / 2;
    group.add(edged(wedge, colour));
  } else {
    const count = Math.max(3, Math.round(high / 0.4));
    for (let i = 0; i < count; i += 1) {
      const up = (high * (i + 1)) / count;
      const step = shaded(new THREE.Mesh(new THREE.BoxGeometry(long / count, up, wide), material));
      step.position.set((long * (i + 0.5)) / count, up / 2, 0);
      group.add(edged(step, colour));
    }
  }
  group.position.copy(put(ax, ay, piece.z));
  group.rotation.y = Math.atan2(by - ay, bx - ax);
  return group;
}

/** The width of an outline across a direction. */
function acrossOf(piece, [dx, dy]) {
  const along = piece.outline.map(([x, y]) => -x * dy + y * dx);
  return Math.max(...along) - Math.min(...along);
}

/** A ladder with rungs, or a rope. */
function link(piece, table, colour) {
  const points = piece.line.length ? piece.line : piece.outline;
  if (!points.length) return null;
  const [foot, headed] = [points[0], points.at(-1)];
  const from = put(foot[0], foot[1], piece.z);
  const to = put(headed[0], headed[1], piece.top);
  const material = matter(colour("wood"));
  const group = new THREE.Group();
  const rope = !piece.sort.includes("ladder");
  const side = across(piece, table).multiplyScalar(rope ? 0 : 0.22);
  for (const sign of rope ? [0] : [-1, 1]) group.add(rod(from.clone().addScaledVector(side, sign), to.clone().addScaledVector(side, sign), 0.05, material));
  const count = rope ? 0 : Math.max(2, Math.round(from.distanceTo(to) / 0.4));
  for (let i = 1; i < count; i += 1) {
    const at = from.clone().lerp(to, i / count);
    group.add(rod(at.clone().add(side), at.clone().sub(side), 0.035, material));
  }
  return group;
}

/** The direction of the platform edge that a ladder leans against. */
function across(piece, table) {
  const [x, y] = piece.line[0] ?? piece.outline[0];
  let best = { far: 0.8, along: new THREE.Vector3(1, 0, 0) };
  for (const each of table.pieces) {
    if (each.sort !== "platform") continue;
    each.outline.forEach(([ax, ay], i) => {
      const [bx, by] = each.outline[(i + 1) % each.outline.length];
      const long = Math.hypot(bx - ax, by - ay);
      const part = Math.max(0, Math.min(1, ((x - ax) * (bx - ax) + (y - ay) * (by - ay)) / (long * long)));
      const far = Math.hypot(ax + part * (bx - ax) - x, ay + part * (by - ay) - y);
      if (far < best.far) best = { far, along: new THREE.Vector3((bx - ax) / long, 0, -(by - ay) / long) };
    });
  }
  return best.along;
}

function rod(from, to, thick, material) {
  const way = to.clone().sub(from);
  const mesh = shaded(new THREE.Mesh(new THREE.CylinderGeometry(thick, thick, Math.max(0.01, way.length()), 8), material));
  mesh.position.copy(from).addScaledVector(way, 0.5);
  mesh.quaternion.setFromUnitVectors(new THREE.Vector3(0, 1, 0), way.normalize());
  return mesh;
}
