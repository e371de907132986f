// Labels in 3D: plates that face the camera and keep their size on the screen, as on the plan.

import * as THREE from "../../vendor/three-0.184.0/three.module.min.js";

/** Pixels of a plate as it is drawn; on the screen it is half as large, so that it is sharp on fine screens. */
const [HIGH, FONT, EDGE] = [44, 27, 14];
/** Pixels of a plate on a screen. */
const SHOWN = 22;

/**
 * A plate with a text.
 * @param {string} text
 * @param {(name: string) => THREE.Color} colour
 * @param {{paper?: string, ink?: string, rim?: string}} [look] names of colours
 */
export function plate(text, colour, { paper = "panel", ink = "ink", rim = "" } = {}) {
  const canvas = document.createElement("canvas");
  const pen = canvas.getContext("2d");
  const font = `650 ${FONT}px Archivo, system-ui, sans-serif`;
  pen.font = font;
  canvas.width = Math.ceil(pen.measureText(text).width) + 2 * EDGE;
  canvas.height = HIGH;
  pen.font = font;
  pen.textBaseline = "middle";
  pen.fillStyle = hex(colour(paper));
  pen.beginPath();
  pen.roundRect(2, 2, canvas.width - 4, HIGH - 4, 12);
  pen.fill();
  if (rim) {
    pen.strokeStyle = hex(colour(rim));
    pen.lineWidth = 3;
    pen.stroke();
  }
  pen.fillStyle = hex(colour(ink));
  pen.fillText(text, EDGE, HIGH / 2 + 1);
  const texture = new THREE.CanvasTexture(canvas);
  texture.colorSpace = THREE.SRGBColorSpace;
  const sprite = new THREE.Sprite(new THREE.SpriteMaterial({ map: texture, sizeAttenuation: false, depthTest: false, transparent: true }));
  sprite.renderOrder = 3;
  sprite.userData.wide = canvas.width / HIGH;
  return sprite;
}

const hex = (colour) => `#${colour.getHexString()}`;

/** Set the size of all plates of a scene for a screen of this height in pixels. @param {THREE.Object3D} scene @param {THREE.PerspectiveCamera} camera */
export function sized(scene, camera, pixels) {
  // Without attenuation a sprite is as large as it would be one unit before the camera.
  const high = (SHOWN / pixels) * 2 * Math.tan((camera.fov * Math.PI) / 360);
  scene.traverse((part) => part.userData.wide && part.scale.set(high * part.userData.wide, high, 1));
}
