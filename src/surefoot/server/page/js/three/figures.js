// Models in 3D: the base to scale, a pawn on it, and the name above.

import * as THREE from "../../vendor/three-0.184.0/three.module.min.js";
import { named } from "../format.js";
import { baseOutline, baseReach } from "../table/decode.js";
import { isDown } from "../table/looks.js";
import { plate } from "./labels.js";
import { put, raised } from "./solids.js";

const BASE = 0.14;
const TALL = 1.5;

const matter = (colour) => new THREE.MeshStandardMaterial({ color: colour, roughness: 0.6 });

/**
 * One model at its position.
 * @param {import("../table/decode.js").Figure} model
 * @param {{x: number, y: number, z: number, facing: number, statuses: string[]}} where
 * @param {THREE.Color} side
 * @param {(name: string) => THREE.Color} colour
 */
export function figure(model, where, side, colour) {
  const group = new THREE.Group();
  const reach = baseReach(model.base);
  const outline = baseOutline(model.base, 0, 0, where.facing);
  const tall = model.height > 0.2 ? model.height : TALL * Math.max(0.6, Math.min(1.6, reach * 2));
  group.add(outline ? raised(outline, 0, BASE, matter(side)) : disc(reach, side));
  const vehicle = model.base.kind === "hull" || model.base.kind === "rectangle";
  if (vehicle) group.add(raised(outline.map(([x, y]) => [x * 0.88, y * 0.88]), BASE, BASE + Math.max(1, tall * 0.8), matter(side)));
  else group.add(pawnOf(tall, reach, side, isDown(where.statuses), where.facing));
  // What stands behind something shows through it.
  group.add(seenThrough(group, side));
  const label = plate(labelOf(model), colour);
  label.position.y = tall + 0.75;
  group.add(label);
  group.position.copy(put(where.x, where.y, where.z));
  group.userData.model = model.id;
  return group;
}

/** The label of a model: in a unit its number, and for the first model the name of the unit. */
function labelOf({ id, unit }) {
  const [, number] = /\.(\d+)$/.exec(id) ?? [];
  return unit && number ? (number === "1" ? named(unit) : number) : named(id);
}

/** The same shapes as a pale shade where something hides them. */
function seenThrough(shapes, side) {
  const shade = shapes.clone();
  shade.traverse((part) => {
    if (!part.isMesh) return;
    part.material = new THREE.MeshBasicMaterial({ color: side, transparent: true, opacity: 0.4, depthFunc: THREE.GreaterDepth, depthWrite: false });
    part.castShadow = false;
    part.receiveShadow = false;
    part.renderOrder = 2;
  });
  return shade;
}

function disc(reach, colour) {
  const mesh = new THREE.Mesh(new THREE.CylinderGeometry(reach, reach, BASE, 40), matter(colour));
  mesh.position.y = BASE / 2;
  mesh.castShadow = true;
  mesh.receiveShadow = true;
  return mesh;
}

/** A pawn: a body, a head, and a nose that shows its facing. */
function pawnOf(tall, reach, side, down, facing) {
  const pawn = new THREE.Group();
  const wide = Math.min(reach * 0.62, tall * 0.34);
  const body = new THREE.Mesh(new THREE.CylinderGeometry(wide * 0.45, wide, tall * 0.68, 24), matter(side));
  body.position.y = BASE + tall * 0.34;
  const head = new THREE.Mesh(new THREE.SphereGeometry(wide * 0.62, 24, 16), matter(side));
  head.position.y = BASE + tall * 0.68 + wide * 0.4;
  const nose = new THREE.Mesh(new THREE.ConeGeometry(wide * 0.28, wide * 0.7, 12), matter(side));
  nose.rotation.x = -Math.PI / 2;
  nose.position.set(0, head.position.y, -wide * 0.75);
  for (const part of [body, head, nose]) part.castShadow = true;
  pawn.add(body, head, nose);
  pawn.rotation.y = (-facing * Math.PI) / 180;
  if (down) {
    pawn.rotation.z = Math.PI / 2;
    pawn.position.y = wide;
  }
  return pawn;
}
