// Textures of the 3D view, drawn once for each look: ground, floors, walls and the mat with its rulers. They lie on the table to scale.

import * as THREE from "../../vendor/three-0.184.0/three.module.min.js";

/** Pixels to a unit of the table; a mat of a large table gets fewer. */
const FINE = 32;
const LARGEST = 2048;

/** Numbers from 0 to 1 that are the same each time: a table looks the same whenever it is opened. */
function chances(seed) {
  let state = seed;
  return () => {
    state = (state * 1664525 + 1013904223) % 4294967296;
    return state / 4294967296;
  };
}

/** A canvas as a texture; `units` is how far it reaches before it is repeated, null for one that covers its piece once. */
function textured(wide, tall, units, draw) {
  const canvas = document.createElement("canvas");
  [canvas.width, canvas.height] = [wide, tall];
  draw(canvas.getContext("2d"), wide, tall);
  const texture = new THREE.CanvasTexture(canvas);
  texture.colorSpace = THREE.SRGBColorSpace;
  texture.anisotropy = 4;
  if (units) {
    texture.wrapS = THREE.RepeatWrapping;
    texture.wrapT = THREE.RepeatWrapping;
    texture.repeat.set(1 / units, 1 / units);
  }
  return texture;
}

const css = (colour, alpha = 1) => `#${colour.getHexString()}${Math.round(alpha * 255).toString(16).padStart(2, "0")}`;

/** Concrete: specks and cracks. */
function concrete(colour) {
  const units = 8;
  return textured(units * FINE, units * FINE, units, (pen, size) => {
    const chance = chances(7);
    pen.fillStyle = css(colour("ground"));
    pen.fillRect(0, 0, size, size);
    for (let i = 0; i < 320; i += 1) {
      pen.fillStyle = css(colour(i % 2 ? "ground-dark" : "ground-light"), 0.5 + chance() / 2);
      pen.beginPath();
      pen.arc(chance() * size, chance() * size, 0.6 + chance() * 1.8, 0, 7);
      pen.fill();
    }
    pen.strokeStyle = css(colour("ground-dark"), 0.8);
    for (let i = 0; i < 9; i += 1) {
      let [x, y] = [chance() * size, chance() * size];
      pen.beginPath();
      pen.moveTo(x, y);
      for (let k = 0; k < 3; k += 1) pen.lineTo((x += (chance() - 0.5) * 20), (y += (chance() - 0.5) * 20));
      pen.stroke();
    }
  });
}

/** Floor plates: a joint every two units, with rivets where they meet. */
function plates(colour, step) {
  const units = 2;
  return textured(units * FINE, units * FINE, units, (pen, size) => {
    pen.fillStyle = css(colour(`floor-${step}`));
    pen.fillRect(0, 0, size, size);
    pen.strokeStyle = css(colour("floor-mark"), 0.7);
    pen.strokeRect(0, 0, size, size);
    pen.fillStyle = css(colour("floor-mark"));
    for (const x of [4, size - 4]) for (const y of [4, size - 4]) pen.fillRect(x - 1, y - 1, 2, 2);
  });
}

/** Courses of bricks, half a unit high. */
function bricks(colour) {
  return textured(FINE, FINE, 1, (pen, size) => {
    pen.fillStyle = css(colour("wall"));
    pen.fillRect(0, 0, size, size);
    pen.strokeStyle = css(colour("wall-top"), 0.55);
    const half = size / 2;
    pen.strokeRect(0, 0, size, half);
    pen.strokeRect(half, half, size, half);
    pen.strokeRect(-half, half, size, half);
  });
}

/** What lies on a kind of ground: stones, bubbles or waves. */
function covered(colour, kind) {
  const units = 3;
  return textured(units * FINE, units * FINE, units, (pen, size) => {
    const chance = chances(11);
    const name = { dangerous: "hazard", water: "water" }[kind] ?? "rubble";
    pen.fillStyle = css(colour(name === "rubble" ? "rubble" : `${name}-fill`));
    pen.fillRect(0, 0, size, size);
    pen.strokeStyle = css(colour(name === "rubble" ? "rubble-dark" : name));
    pen.fillStyle = css(colour("ground-light"));
    pen.lineWidth = 1.6;
    for (let i = 0; i < 16; i += 1) {
      const [x, y, r] = [6 + chance() * (size - 12), 6 + chance() * (size - 12), 2 + chance() * 5];
      pen.beginPath();
      if (kind === "water") {
        pen.moveTo(x - 8, y);
        pen.quadraticCurveTo(x - 4, y - 5, x, y);
        pen.quadraticCurveTo(x + 4, y + 5, x + 8, y);
      } else if (kind === "dangerous") pen.arc(x, y, r, 0, 7);
      else for (let k = 0; k <= 5; k += 1) pen.lineTo(x + r * Math.cos(k * 1.2566 + i), y + r * Math.sin(k * 1.2566 + i) * 0.8);
      if (name === "rubble") pen.fill();
      pen.stroke();
    }
  });
}

/** The mat round a board with the numbers of its rulers, as on the plan. */
function mat(colour, { width, depth }, edge) {
  const fine = Math.min(FINE, LARGEST / (Math.max(width, depth) + 2 * edge));
  const far = Math.max(width, depth) > 80 ? 10 : Math.max(width, depth) > 40 ? 6 : 2;
  return textured(Math.round((width + 2 * edge) * fine), Math.round((depth + 2 * edge) * fine), null, (pen, wide, tall) => {
    pen.fillStyle = css(colour("panel"));
    pen.fillRect(0, 0, wide, tall);
    pen.fillStyle = css(colour("ink"));
    pen.font = `600 ${Math.max(9, edge * fine * 0.62)}px Archivo, sans-serif`;
    pen.textAlign = "center";
    pen.textBaseline = "middle";
    for (let x = 0; x <= width; x += far) for (const y of [edge * fine * 0.5, tall - edge * fine * 0.5]) pen.fillText(String(x), (x + edge) * fine, y);
    for (let y = 0; y <= depth; y += far) for (const x of [edge * fine * 0.5, wide - edge * fine * 0.5]) pen.fillText(String(y), x, tall - (y + edge) * fine);
  });
}

/**
 * The textures of one look, each drawn when it is first wanted.
 * @param {(name: string) => THREE.Color} colour
 */
export function texturesOf(colour) {
  const known = new Map();
  const once = (name, make) => {
    if (!known.has(name)) known.set(name, make());
    return known.get(name);
  };
  return {
    concrete: () => once("concrete", () => concrete(colour)),
    plates: (step) => once(`plates ${step}`, () => plates(colour, step)),
    bricks: () => once("bricks", () => bricks(colour)),
    covered: (kind) => once(`covered ${kind}`, () => covered(colour, kind)),
    mat: (table, edge) => mat(colour, table, edge),
  };
}
