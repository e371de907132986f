// The 3D view of a table. It is drawn only when something has changed.

import * as THREE from "../../vendor/three-0.184.0/three.module.min.js";
import { el } from "../dom.js";
import { t } from "../words.js";
import { sideNumbers } from "../table/looks.js";
import { standing } from "../table/tokens.js";
import { figure } from "./figures.js";
import { Orbit } from "./orbit.js";
import { ground, solid } from "./solids.js";

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
 * @returns {{place: (state: any) => void, setTable: (table: any, state: any) => void, end: () => void}}
 */
export function show3d(host, table, state) {
  return new Space(host, table, state);
}

class Space {
  constructor(host, table, state) {
    this.canvas = el("canvas", { class: "space", tabindex: 0, role: "img", "aria-label": t("The table in 3D. Arrow keys turn it, plus and minus zoom.") });
    this.host = host;
    host.append(this.canvas);
    this.renderer = new THREE.WebGLRenderer({ canvas: this.canvas, antialias: true });
    this.renderer.setPixelRatio(Math.min(devicePixelRatio, 2));
    this.renderer.shadowMap.enabled = true;
    this.renderer.shadowMap.type = THREE.PCFShadowMap;
    this.camera = new THREE.PerspectiveCamera(38, 1, 0.1, 2000);
    this.orbit = new Orbit(this.canvas, () => this.wanted());
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
    this.scene.background = this.colour("sunk");
    this.lights();
    this.scene.add(ground(table, this.colour));
    for (const piece of table.pieces) {
      const made = solid(piece, table, this.colour);
      if (made) this.scene.add(made);
    }
    this.people = new THREE.Group();
    this.scene.add(this.people);
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
    this.wanted();
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
  }
}

/** Free the graphics memory of a part of the scene. */
function disposed(part) {
  part.geometry?.dispose();
  part.material?.map?.dispose();
  part.material?.dispose?.();
}
