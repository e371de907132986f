// The camera of the 3D view: turned, moved and zoomed by mouse, touch and keyboard.

const CLOSEST = 4;
const LOWEST = 0.08;
const HIGHEST = 1.54;
const STEP = 0.12;
const SLOP = 6;
/** Views by name: angle round the table and rise over it. */
const SIDES = { above: [0, 1.54], corner: [-0.45, 0.8], side: [0, 0.12] };

export class Orbit {
  /** @param {HTMLCanvasElement} canvas @param {() => void} changed @param {(event: PointerEvent) => void} [tap] a press that did not move */
  constructor(canvas, changed, tap = () => {}) {
    this.tap = tap;
    this.canvas = canvas;
    this.changed = changed;
    this.angle = -0.5;
    this.rise = 0.85;
    this.far = 50;
    this.middle = [0, 0, 0];
    this.fingers = new Map();
    this.ends = [];
    this.listen("pointerdown", (event) => this.down(event));
    this.listen("pointermove", (event) => this.move(event));
    for (const end of ["pointerup", "pointercancel"]) this.listen(end, (event) => this.up(event));
    this.listen("wheel", (event) => this.wheel(event));
    this.listen("keydown", (event) => this.key(event));
  }

  listen(name, listener) {
    this.canvas.addEventListener(name, listener, { passive: false });
    this.ends.push(() => this.canvas.removeEventListener(name, listener));
  }

  /** Show the whole table. */
  around({ width, depth }) {
    this.middle = [width / 2, 0, -depth / 2];
    this.size = Math.hypot(width, depth);
    this.far = this.size * 1.28;
    this.angle = -0.45;
    this.rise = 0.8;
    this.table = { width, depth };
  }

  /** The same as the camera of the plan, for the tools at the edge of the table. */
  zoom(factor) {
    this.closer(factor);
  }

  /** Look from above, from a corner or from the side. */
  from(name) {
    [this.angle, this.rise] = SIDES[name];
    this.changed();
  }

  fit() {
    this.around(this.table);
    this.changed();
  }

  /** Set the position and the direction of the camera. */
  look(camera) {
    const [x, y, z] = this.middle;
    // In a narrow window the camera has to be further away to show the same width.
    const far = this.far * Math.max(1, 1.25 / camera.aspect);
    const flat = Math.cos(this.rise) * far;
    camera.position.set(x + Math.sin(this.angle) * flat, y + Math.sin(this.rise) * far, z + Math.cos(this.angle) * flat);
    camera.lookAt(x, y, z);
  }

  turn(round, up) {
    this.angle += round;
    this.rise = Math.min(HIGHEST, Math.max(LOWEST, this.rise + up));
    this.changed();
  }

  closer(factor) {
    this.far = Math.min(this.size * 3, Math.max(CLOSEST, this.far / factor));
    this.changed();
  }

  /** Move along the table, relative to the camera. */
  shift(right, ahead) {
    const [sin, cos] = [Math.sin(this.angle), Math.cos(this.angle)];
    this.middle[0] += right * cos - ahead * sin;
    this.middle[2] += -right * sin - ahead * cos;
    this.changed();
  }

  down(event) {
    this.canvas.setPointerCapture(event.pointerId);
    this.canvas.focus({ preventScroll: true });
    this.fingers.set(event.pointerId, [event.clientX, event.clientY]);
    this.pressed = this.fingers.size === 1 ? [event.clientX, event.clientY] : null;
  }

  up(event) {
    const known = this.fingers.delete(event.pointerId);
    if (known && this.pressed && event.type === "pointerup" && event.button === 0) this.tap(event);
    this.pressed = null;
  }

  move(event) {
    const before = this.fingers.get(event.pointerId);
    if (!before) return;
    const [dx, dy] = [event.clientX - before[0], event.clientY - before[1]];
    if (this.pressed && Math.hypot(event.clientX - this.pressed[0], event.clientY - this.pressed[1]) < SLOP) return;
    this.pressed = null;
    const other = [...this.fingers].find(([id]) => id !== event.pointerId)?.[1];
    this.fingers.set(event.pointerId, [event.clientX, event.clientY]);
    if (other) {
      const apart = (point) => Math.hypot(point[0] - other[0], point[1] - other[1]);
      if (apart(before) > 0) this.closer(apart([event.clientX, event.clientY]) / apart(before));
    } else if (event.shiftKey || event.buttons === 2 || event.buttons === 4) {
      const scale = this.far / this.canvas.clientHeight;
      this.shift(-dx * scale, dy * scale);
    } else this.turn(-dx * 0.006, dy * 0.005);
  }

  wheel(event) {
    event.preventDefault();
    this.closer(Math.exp(-event.deltaY * (event.deltaMode === 1 ? 16 : 1) * 0.0012));
  }

  key(event) {
    const way = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, 1], ArrowDown: [0, -1] }[event.key];
    if (way && event.shiftKey) this.shift(way[0] * this.far * 0.05, way[1] * this.far * 0.05);
    else if (way) this.turn(way[0] * STEP, way[1] * STEP);
    else if (event.key === "+" || event.key === "=") this.closer(1.2);
    else if (event.key === "-") this.closer(1 / 1.2);
    else return;
    event.preventDefault();
  }

  end() {
    for (const each of this.ends) each();
  }
}
