// The 3D view of a table. It is drawn only when something has changed.

import * as THREE from "../../vendor/three-0.184.0/three.module.min.js";
import { button, el } from "../dom.js";
import { length, named } from "../format.js";
import { t } from "../words.js";
import { sideNumbers } from "../table/looks.js";
import { pieceLabels, surfacesAt } from "../table/terrain.js";
import { standing } from "../table/tokens.js";
import { figure } from "./figures.js";
import { plate, sized } from "./labels.js";
import { Orbit } from "./orbit.js";
import { ghostIn3d, pathIn3d, reachIn3d, ringIn3d, zoneIn3d } from "./overlay.js";
import { ground, put, solid } from "./solids.js";
import { texturesOf } from "./textures.js";

/** The colours of the page's look, by name. A probe has them worked out, as tokens have one value for the light look and one for the dark. */
function colours() {
  const probe = el("span", { hidden: true });
  document.body.append(probe);
  const known = new Map();
  return (name) => {
    if (!known.has(name)) {
      probe.style.color = `var(--${name}, #888888)`;
      if (!probe.isConnected) document.body.append(probe);
      known.set(name, new THREE.Color(getComputedStyle(probe).color));
      probe.remove();
    }
    return known.get(name).clone();
  };
}

/**
 * Show a table in 3D inside an element.
 * @param {HTMLElement} host
 * @param {import("../table/decode.js").TableData} table
 * @param {any} state
 * @param {{pick?: (id: string, event: any) => void, ground?: (point: number[], surface: {id: string, z: number}, event: any) => void}} [handlers] what a tap on a model or on a surface does
 * @returns {{place: (state: any) => void, setTable: (table: any, state: any) => void, end: () => void}}
 */
export function show3d(host, table, state, handlers = {}) {
  return new Space(host, table, state, handlers);
}

class Space {
  constructor(host, table, state, handlers) {
    this.handlers = handlers;
    this.canvas = el("canvas", { class: "space", tabindex: 0, role: "img", "aria-label": t("The table in 3D. Arrow keys turn it, plus and minus zoom.") });
    this.host = host;
    this.sides = viewButtons((name) => this.orbit.from(name), (by) => this.orbit.turn(by, 0));
    host.append(this.canvas, this.sides);
    this.renderer = new THREE.WebGLRenderer({ canvas: this.canvas, antialias: true });
    this.renderer.setPixelRatio(Math.min(devicePixelRatio, 2));
    this.renderer.shadowMap.enabled = true;
    this.renderer.shadowMap.type = THREE.PCFShadowMap;
    this.camera = new THREE.PerspectiveCamera(38, 1, 0.1, 2000);
    this.orbit = new Orbit(this.canvas, () => this.wanted(), (event) => this.tapped(event));
    this.watcher = new ResizeObserver(() => this.resized());
    this.watcher.observe(host);
    this.looks = matchMedia("(prefers-color-scheme: dark)");
    this.relit = () => this.setTable(this.table, this.state);
    this.looks.addEventListener("change", this.relit);
    this.mirror = new MutationObserver(this.relit);
    this.mirror.observe(document.documentElement, { attributeFilter: ["data-look", "data-game"] });
    this.setTable(table, state);
    this.resized();
  }

  /** Set the table, and build the whole scene. */
  setTable(table, state) {
    const first = !this.table || this.table.width !== table.width || this.table.depth !== table.depth;
    this.table = table;
    this.colour = colours();
    this.scene?.traverse(disposed);
    this.scene = new THREE.Scene();
    this.scene.background = this.colour("bench");
    this.lights();
    this.land = new THREE.Group();
    this.textures = texturesOf(this.colour);
    this.land.add(ground(table, this.colour, this.textures, () => this.wanted()));
    for (const piece of table.pieces) {
      const made = solid(piece, table, this.colour, this.textures);
      if (made) this.land.add(made);
    }
    for (const { text, raised, box, top } of pieceLabels(table)) {
      const label = plate(raised ? `↑ ${text}` : text, this.colour, { rim: raised ? "line-strong" : "" });
      // At the near corner of a floor, in the middle of a kind of ground.
      label.position.copy(raised ? put(box[0], box[1], top) : put((box[0] + box[2]) / 2, (box[1] + box[3]) / 2, top));
      this.land.add(label);
    }
    this.zones = new THREE.Group();
    this.people = new THREE.Group();
    this.over = new THREE.Group();
    this.scene.add(this.land, this.zones, this.people, this.over);
    if (first) this.orbit.around(table);
    this.place(state);
  }

  lights() {
    const { width, depth } = this.table;
    const far = Math.max(width, depth);
    this.scene.add(new THREE.HemisphereLight(0xffffff, 0x9a9588, 1.55));
    const sun = new THREE.DirectionalLight(0xfff4e0, 1.5);
    sun.position.set(width / 2 - far * 0.5, far * 0.9, -depth / 2 + far * 0.75);
    sun.target.position.set(width / 2, 0, -depth / 2);
    sun.castShadow = true;
    sun.shadow.mapSize.set(2048, 2048);
    Object.assign(sun.shadow.camera, { left: -far, right: far, top: far, bottom: -far, near: 0.1, far: far * 4 });
    sun.shadow.bias = -0.0006;
    sun.shadow.normalBias = 0.03;
    this.scene.add(sun, sun.target);
  }

  /** Put every model where the state says. */
  place(state) {
    this.state = state;
    this.people.traverse(disposed);
    this.people.clear();
    const sides = sideNumbers([...new Set([...this.table.models.values()].map((model) => model.side))]);
    for (const model of this.table.models.values()) {
      const where = standing(model, state);
      if (where) this.people.add(figure(model, where, this.colour(`side-${sides.get(model.side) ?? 4}`), this.colour));
    }
    this.canvas.dataset.models = String(this.people.children.length);
    this.zonesOf(state.goals?.goals ?? [], sides);
    if (this.shown) this.overlay(this.shown);
    this.wanted();
  }

  /** Draw the zones of goals, each in the colour of its side. */
  zonesOf(goals, sides) {
    this.zones.traverse(disposed);
    this.zones.clear();
    const drawn = goals.filter((goal) => goal.zone?.length > 2);
    for (const { id, on, side, zone } of drawn) {
      const height = this.table.pieces.find((piece) => piece.id === on)?.top ?? 0;
      const label = plate(named(id), this.colour);
      label.position.copy(put(zone.reduce((sum, [x]) => sum + x, 0) / zone.length, zone.reduce((sum, [, y]) => sum + y, 0) / zone.length, height));
      this.zones.add(zoneIn3d(zone, height, this.colour(side ? `side-${sides.get(side) ?? 4}` : "ink")), label);
    }
    this.canvas.dataset.zones = String(drawn.length);
  }

  /** Draw reach, path, ghosts and the selection, as the plan has them. */
  overlay({ reach = null, preview = null, picked = [] }) {
    this.shown = { reach, preview, picked };
    this.over.traverse(disposed);
    this.over.clear();
    this.over.add(reachIn3d(reach, this.colour), pathIn3d(preview, this.colour));
    for (const id of picked) {
      const model = this.table.models.get(id);
      const where = model && standing(model, this.state);
      if (where) this.over.add(ringIn3d(model, where, this.colour));
    }
    for (const event of preview?.events ?? []) {
      const model = this.table.models.get(event.who);
      if (event.what === "goes" && event.to?.at && model) this.over.add(ghostIn3d(model, event.to.at, this.colour("tape")), ...this.heightAt(event.to.at));
    }
    this.canvas.dataset.over = String(this.over.children.reduce((sum, each) => sum + Math.max(1, each.children.length), 0));
    this.wanted();
  }

  /** The height of a place above the ground, beside it. */
  heightAt([x, y, z = 0]) {
    if (z < 1e-4) return [];
    const label = plate(t("{height} up", { height: length(z, this.table.sign) }), this.colour, { paper: "tape", ink: "on-tape", rim: "on-tape" });
    label.position.copy(put(x, y, z + 2));
    return [label];
  }

  /** A tap picks the model under it, else the surface. */
  tapped(event) {
    const frame = this.canvas.getBoundingClientRect();
    const at = new THREE.Vector2(((event.clientX - frame.left) / frame.width) * 2 - 1, 1 - ((event.clientY - frame.top) / frame.height) * 2);
    const ray = new THREE.Raycaster();
    this.orbit.look(this.camera);
    this.camera.updateMatrixWorld();
    ray.setFromCamera(at, this.camera);
    // A tap on the name of a model means the model; names of floors ignore taps.
    const [hit] = ray.intersectObjects([this.people, this.land], true).filter((each) => each.object.isMesh || (each.object.isSprite && each.object.parent !== this.land));
    if (!hit) return;
    for (let part = hit.object; part; part = part.parent) {
      if (part.userData.model) return void this.handlers.pick?.(part.userData.model, event);
    }
    const point = [hit.point.x, -hit.point.z];
    // Of a wall that is hit, the floor on top of it or at its foot is meant, whichever is nearer.
    const [surface] = surfacesAt(this.table, point).sort((one, other) => Math.abs(one.z - hit.point.y) - Math.abs(other.z - hit.point.y));
    if (point[0] >= 0 && point[1] >= 0 && point[0] <= this.table.width && point[1] <= this.table.depth) this.handlers.ground?.(point, surface, event);
  }

  resized() {
    const { clientWidth, clientHeight } = this.host;
    if (!clientWidth || !clientHeight) return;
    this.renderer.setSize(clientWidth, clientHeight, false);
    this.camera.aspect = clientWidth / clientHeight;
    this.camera.updateProjectionMatrix();
    this.wanted();
  }

  /** Draw with the next frame, once for several changes. */
  wanted() {
    if (this.asked || this.ended) return;
    this.asked = true;
    requestAnimationFrame(() => {
      this.asked = false;
      if (this.ended || !this.scene) return;
      this.orbit.look(this.camera);
      sized(this.scene, this.camera, this.host.clientHeight);
      this.renderer.render(this.scene, this.camera);
      this.canvas.dataset.frames = String(Number(this.canvas.dataset.frames ?? 0) + 1);
    });
  }

  end() {
    this.ended = true;
    this.watcher.disconnect();
    this.mirror.disconnect();
    this.looks.removeEventListener("change", this.relit);
    this.orbit.end();
    this.scene.traverse(disposed);
    this.renderer.dispose();
    this.canvas.remove();
    this.sides.remove();
  }
}

/** Buttons that look at the table from one side, and that turn it. */
function viewButtons(from, turn) {
  const names = { above: t("Above"), corner: t("Corner"), side: t("Side") };
  const icon = (sign, label, by) => button("", () => turn(by), { class: "small icon", icon: sign, "aria-label": label, title: label });
  return el(
    "div",
    { class: "view-buttons", role: "group", "aria-label": t("Look from") },
    el("div", { class: "segments" }, ...Object.entries(names).map(([name, text]) => button(text, () => from(name), {}))),
    icon("rotate-ccw", t("Turn left"), -0.4),
    icon("rotate-cw", t("Turn right"), 0.4),
  );
}

/** Free the graphics memory of a part of the scene. */
function disposed(part) {
  part.geometry?.dispose();
  part.material?.map?.dispose();
  part.material?.dispose?.();
}
