// What is drawn over the table in 3D: zones of goals, reach on each level, the declared path, where models will stand, and who is selected.

import * as THREE from "../../vendor/three-0.184.0/three.module.min.js";
import { baseReach } from "../table/decode.js";
import { trackOf } from "../table/looks.js";
import { put } from "./solids.js";

const OVER = 0.04;
const TAPE = 0.11;
/** The colour of each kind of stride. */
const STRIDES = { walk: "tape", climb: "climb", "by-ladder": "climb", "by-lift": "climb", leap: "leap", fly: "leap", drop: "drop", swim: "water" };

const sheer = (colour, opacity) => new THREE.MeshBasicMaterial({ color: colour, transparent: true, opacity, depthWrite: false, side: THREE.DoubleSide });

/** A flat area with these outlines, just above a height. */
function flat(rings, height, material) {
  const path = new THREE.ShapePath();
  for (const ring of rings) ring.forEach(([x, y], i) => (i ? path.lineTo(x, y) : path.moveTo(x, y)));
  const mesh = new THREE.Mesh(new THREE.ShapeGeometry(path.toShapes(false)), material);
  mesh.rotation.x = -Math.PI / 2;
  mesh.position.y = height + OVER;
  mesh.renderOrder = 1;
  return mesh;
}

/** The zone of a goal: a flat area with a dashed outline, as on the plan. */
export function zoneIn3d(zone, height, colour) {
  const rim = new THREE.LineLoop(new THREE.BufferGeometry().setFromPoints(zone.map(([x, y]) => put(x, y, height + 2 * OVER))), new THREE.LineDashedMaterial({ color: colour, dashSize: 0.6, gapSize: 0.35 }));
  rim.computeLineDistances();
  const group = new THREE.Group();
  group.add(flat([zone], height, sheer(colour, 0.16)), rim);
  return group;
}

/**
 * Reach as flat areas on the levels where it lies; that of the model's own level is denser.
 * @param {any} reach the answer of the referee, or null
 * @param {(name: string) => THREE.Color} colour
 */
export function reachIn3d(reach, colour) {
  const group = new THREE.Group();
  (reach?.levels ?? []).forEach((level, index) => {
    for (const band of level.bands ?? []) group.add(flat(band.rings, level.height, sheer(colour("reach"), index ? 0.14 : 0.22)));
  });
  return group;
}

/** The strides of a preview as a tape: along floors, up walls, through the air in an arc. */
export function pathIn3d(preview, colour) {
  const group = new THREE.Group();
  for (const line of preview?.ledger ?? []) {
    const kind = trackOf(line.what);
    const [from, to] = [line.from, line.to].map(([x, y, z]) => put(x, y, (z ?? 0) + TAPE));
    if (from.distanceTo(to) < 1e-3) continue;
    const middle = from.clone().lerp(to, 0.5);
    if (kind === "leap" || kind === "fly") middle.y = Math.max(from.y, to.y) + from.distanceTo(to) * 0.3;
    // Up a wall: first up, then over the edge.
    else if (Math.abs(from.y - to.y) > 0.05) middle.copy(to.y > from.y ? new THREE.Vector3(from.x, to.y, from.z) : new THREE.Vector3(to.x, from.y, to.z));
    const curve = kind === "leap" || kind === "fly" ? new THREE.QuadraticBezierCurve3(from, middle, to) : bent(from, middle, to);
    const mesh = new THREE.Mesh(new THREE.TubeGeometry(curve, 24, TAPE, 8), new THREE.MeshStandardMaterial({ color: colour(STRIDES[kind] ?? "tape"), roughness: 0.5 }));
    mesh.castShadow = true;
    group.add(mesh);
  }
  return group;
}

function bent(...points) {
  const path = new THREE.CurvePath();
  points.slice(1).forEach((point, i) => point.distanceTo(points[i]) > 1e-3 && path.add(new THREE.LineCurve3(points[i], point)));
  return path;
}

/** A yellow ring round a model that is selected, and a pale disc where one will stand. */
export function ringIn3d(model, { x, y, z }, colour) {
  const reach = baseReach(model.base);
  const ring = new THREE.Mesh(new THREE.TorusGeometry(reach + 0.16, 0.09, 12, 48), new THREE.MeshBasicMaterial({ color: colour("tape") }));
  ring.rotation.x = Math.PI / 2;
  ring.position.copy(put(x, y, z + 0.1));
  return ring;
}

export function ghostIn3d(model, [x, y, z], side) {
  const reach = baseReach(model.base);
  const group = new THREE.Group();
  const disc = new THREE.Mesh(new THREE.CylinderGeometry(reach, reach, 0.14, 40), sheer(side, 0.55));
  disc.position.y = 0.07;
  const body = new THREE.Mesh(new THREE.CylinderGeometry(reach * 0.3, reach * 0.55, 1.3, 24), sheer(side, 0.3));
  body.position.y = 0.75;
  group.add(disc, body);
  group.position.copy(put(x, y, z ?? 0));
  return group;
}
