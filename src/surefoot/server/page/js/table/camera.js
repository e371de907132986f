// Pan and zoom of a drawing by mouse, touch and keyboard.

/** SVG units per unit of the table, so that fonts and strokes have ordinary sizes. */
export const SCALE = 40;
/** Pixels round the board, for its rulers. */
const FRAME = 24;
/** Pixels to a unit of the table below which names and bases are too small to play with. */
const LEGIBLE = 26;
/** Views of more pixels show the whole table first. */
const SMALL = 700;
const CLOSEST = 3;
const STEP = 1.25;
const SLOP = 6;

export class Camera {
  /**
   * @param {SVGSVGElement} drawing
   * @param {{tap: (event: PointerEvent) => void, drag: (event: PointerEvent) => ((event: PointerEvent, ended: boolean) => void) | null, moved?: () => void}} handlers
   *   `drag` may take over a pointer that starts to move; otherwise it pans.
   */
  constructor(drawing, handlers) {
    this.drawing = drawing;
    this.handlers = handlers;
    this.width = 1;
    this.depth = 1;
    this.box = { x: 0, y: 0, w: 1, h: 1 };
    this.fingers = new Map();
    this.listen();
    this.watcher = new ResizeObserver(() => this.resized());
    this.watcher.observe(drawing);
  }

  /** Set the size of the board, and show all of it. */
  board(width, depth) {
    this.width = width;
    this.depth = depth;
    this.fit();
  }

  fit() {
    this.whole = true;
    const { clientWidth, clientHeight } = this.drawing;
    if (!clientWidth || !clientHeight) return;
    const [top, right, bottom, left] = this.inset();
    const [w, h] = [this.width * SCALE, this.depth * SCALE];
    const room = [Math.max(clientWidth - left - right - 2 * FRAME, 1), Math.max(clientHeight - top - bottom - 2 * FRAME, 1)];
    const scale = Math.max(w / room[0], h / room[1]);
    // The middle of the board comes to the middle of the room that floating parts leave.
    this.box = { x: w / 2 - (left + FRAME + room[0] / 2) * scale, y: h / 2 - (top + FRAME + room[1] / 2) * scale, w: clientWidth * scale, h: clientHeight * scale };
    this.show();
  }

  /** Fill the whole drawing with board, for small pictures: what does not fit is cut off. */
  cover() {
    this.whole = "cover";
    const { clientWidth, clientHeight } = this.drawing;
    if (!clientWidth || !clientHeight) return;
    const [w, h] = [this.width * SCALE, this.depth * SCALE];
    const scale = Math.min(w / clientWidth, h / clientHeight);
    this.box = { x: (w - clientWidth * scale) / 2, y: (h - clientHeight * scale) / 2, w: clientWidth * scale, h: clientHeight * scale };
    this.show();
  }

  /**
   * The first view of a table: the whole of it, or on a small screen as much as can be read, round a position.
   * @param {[number, number]} about
   */
  open([x, y]) {
    this.fit();
    const { clientWidth, clientHeight } = this.drawing;
    if (!clientWidth || clientWidth > SMALL || SCALE / this.pixel >= LEGIBLE) return;
    const [top, right, bottom, left] = this.inset();
    const scale = Math.max(SCALE / LEGIBLE, Math.min((this.width * SCALE) / (clientWidth - left - right), (this.depth * SCALE) / (clientHeight - top - bottom)));
    const [w, h] = [clientWidth * scale, clientHeight * scale];
    // No further out than the edges of the board and the parts that float over them.
    const held = (middle, size, before, after, long) => Math.max(-(before + FRAME) * scale, Math.min(middle - (before + (size / scale - before - after) / 2) * scale, long * SCALE - size + (after + FRAME) * scale));
    this.box = { x: held(x * SCALE, w, left, right, this.width), y: held((this.depth - y) * SCALE, h, top, bottom, this.depth), w, h };
    this.whole = false;
    this.show();
  }

  /** Zoom in on a position. At least `wide` by `deep` units of the table stay visible, also when the window is resized. */
  closeUp([x, y], wide, deep = 0) {
    this.near = [[x, y], wide, deep];
    this.whole = "near";
    const { clientWidth, clientHeight } = this.drawing;
    if (!clientWidth || !clientHeight) return;
    const w = Math.max(wide, (deep * clientWidth) / clientHeight) * SCALE;
    const h = (w * clientHeight) / clientWidth;
    this.box = { x: x * SCALE - w / 2, y: (this.depth - y) * SCALE - h / 2, w, h };
    this.show();
  }

  /** Pixels that floating parts take at the top, right, bottom and left: the style sheet says how many. */
  inset() {
    this.insets ??= this.styled("--inset");
    return this.insets.length === 4 ? this.insets : [0, 0, 0, 0];
  }

  /** Pixels at the lower edge that a sheet covers. */
  below() {
    this.covered ??= this.styled("--covered")[0] ?? 0;
    return this.covered;
  }

  /** The numbers of a custom property. */
  styled(name) {
    return getComputedStyle(this.drawing).getPropertyValue(name).trim().split(/\s+/).filter(Boolean).map(Number);
  }

  resized() {
    this.insets = undefined;
    this.covered = undefined;
    if (this.whole === "cover") return this.cover();
    if (this.whole === "near") return this.closeUp(...this.near);
    if (this.whole) return this.fit();
    const { clientWidth, clientHeight } = this.drawing;
    if (!clientWidth || !clientHeight) return undefined;
    const middle = this.box.y + this.box.h / 2;
    this.box.h = (this.box.w * clientHeight) / clientWidth;
    this.box.y = middle - this.box.h / 2;
    return this.show();
  }

  show(pixel = 0) {
    const { x, y, w, h } = this.box;
    this.drawing.setAttribute("viewBox", `${x} ${y} ${w} ${h}`);
    // Labels and grips divide by this to keep their size on the screen.
    this.pixel = pixel || (this.drawing.clientWidth ? w / this.drawing.clientWidth : 1);
    this.drawing.style.setProperty("--pixel", String(this.pixel));
    this.handlers.moved?.();
  }

  /**
   * What `work` makes of the drawing as it would be with another view: with this part of the board, at a given scale (units to a pixel).
   * @template Made
   * @param {{x: number, y: number, w: number, h: number}} box @param {number} pixel @param {() => Made} work
   */
  as(box, pixel, work) {
    const kept = this.box;
    try {
      this.box = box;
      this.show(pixel);
      return work();
    } finally {
      this.box = kept;
      this.show();
    }
  }

  /** The position on the table under a point of the window. */
  at(clientX, clientY) {
    const frame = this.drawing.getBoundingClientRect();
    const x = this.box.x + ((clientX - frame.left) / frame.width) * this.box.w;
    const y = this.box.y + ((clientY - frame.top) / frame.height) * this.box.h;
    return [x / SCALE, this.depth - y / SCALE];
  }

  /** The point of the window over a position on the table. */
  over([x, y]) {
    const frame = this.drawing.getBoundingClientRect();
    return [
      frame.left + ((x * SCALE - this.box.x) / this.box.w) * frame.width,
      frame.top + (((this.depth - y) * SCALE - this.box.y) / this.box.h) * frame.height,
    ];
  }

  zoom(factor, clientX, clientY) {
    const frame = this.drawing.getBoundingClientRect();
    const px = clientX === undefined ? 0.5 : (clientX - frame.left) / frame.width;
    const py = clientY === undefined ? 0.5 : (clientY - frame.top) / frame.height;
    const widest = Math.max(this.width, (this.depth * frame.width) / frame.height) * 1.6 * SCALE;
    const w = Math.min(widest, Math.max(CLOSEST * SCALE, this.box.w / factor));
    const h = (w * this.box.h) / this.box.w;
    this.box = { x: this.box.x + (this.box.w - w) * px, y: this.box.y + (this.box.h - h) * py, w, h };
    this.whole = false;
    this.show();
  }

  pan(dx, dy) {
    this.box.x = Math.min(this.width * SCALE - this.box.w * 0.2, Math.max(-this.box.w * 0.8, this.box.x + dx));
    this.box.y = Math.min(this.depth * SCALE - this.box.h * 0.2, Math.max(-this.box.h * 0.8, this.box.y + dy));
    this.whole = false;
    this.show();
  }

  /** Put a position into the middle. */
  centre([x, y]) {
    this.box.x = x * SCALE - this.box.w / 2;
    this.box.y = (this.depth - y) * SCALE - this.box.h / 2;
    this.whole = false;
    this.show();
  }

  /** Pan to a position if it is out of view. */
  reveal([x, y]) {
    const [px, py] = [x * SCALE, (this.depth - y) * SCALE];
    const { x: left, y: top, w, h } = this.box;
    const edge = 0.08;
    if (px > left + w * edge && px < left + w * (1 - edge) && py > top + h * edge && py < top + h * (1 - edge)) return;
    this.centre([x, y]);
  }

  /** Handle keys that pan and zoom; true if it was one of them. */
  key(event) {
    const far = this.box.w / 8;
    const moves = { ArrowLeft: [-far, 0], ArrowRight: [far, 0], ArrowUp: [0, -far], ArrowDown: [0, far] };
    if (event.key === "+" || event.key === "=") this.zoom(STEP);
    else if (event.key === "-") this.zoom(1 / STEP);
    else if (event.key === "0") this.fit();
    else if (event.shiftKey && moves[event.key]) this.pan(...moves[event.key]);
    else return false;
    event.preventDefault();
    return true;
  }

  listen() {
    const { drawing } = this;
    drawing.addEventListener("wheel", (event) => this.wheel(event), { passive: false });
    drawing.addEventListener("pointerdown", (event) => this.down(event));
    drawing.addEventListener("pointermove", (event) => this.move(event));
    for (const end of ["pointerup", "pointercancel"]) drawing.addEventListener(end, (event) => this.up(event));
  }

  wheel(event) {
    event.preventDefault();
    const lines = event.deltaMode === 1 ? 16 : 1;
    this.zoom(Math.exp(-event.deltaY * lines * 0.0015), event.clientX, event.clientY);
  }

  down(event) {
    if (event.button > 1) return;
    this.fingers.set(event.pointerId, { from: event, last: event, moved: false, drag: null });
    if (this.fingers.size > 1) {
      // A second finger turns any gesture into a pinch.
      for (const finger of this.fingers.values()) {
        finger.moved = true;
        finger.drag?.(finger.last, true);
        finger.drag = null;
      }
    }
  }

  move(event) {
    const finger = this.fingers.get(event.pointerId);
    if (!finger) return;
    if (!finger.moved) {
      if (Math.hypot(event.clientX - finger.from.clientX, event.clientY - finger.from.clientY) < SLOP) return;
      finger.moved = true;
      this.drawing.setPointerCapture(event.pointerId);
      finger.drag = this.handlers.drag(finger.from);
    }
    if (finger.drag) finger.drag(event, false);
    else if (this.fingers.size === 2) this.pinch(finger, event);
    else if (this.fingers.size === 1) {
      this.pan((finger.last.clientX - event.clientX) * this.pixel, (finger.last.clientY - event.clientY) * this.pixel);
    }
    finger.last = event;
  }

  pinch(finger, event) {
    const other = [...this.fingers.values()].find((each) => each !== finger);
    const apart = (one) => Math.hypot(one.clientX - other.last.clientX, one.clientY - other.last.clientY);
    const before = apart(finger.last);
    const middle = [(event.clientX + other.last.clientX) / 2, (event.clientY + other.last.clientY) / 2];
    if (before > 0) this.zoom(apart(event) / before, ...middle);
    this.pan(((finger.last.clientX - event.clientX) * this.pixel) / 2, ((finger.last.clientY - event.clientY) * this.pixel) / 2);
  }

  up(event) {
    const finger = this.fingers.get(event.pointerId);
    if (!finger) return;
    this.fingers.delete(event.pointerId);
    if (finger.drag) finger.drag(event, true);
    else if (!finger.moved && event.type === "pointerup") this.handlers.tap(event);
  }

  end() {
    this.watcher.disconnect();
  }
}
