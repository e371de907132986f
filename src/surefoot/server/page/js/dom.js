// Builds elements. Texts are set as text, so that nothing a user wrote can become markup.

import ICONS from "../vendor/lucide-static-1.62.0/icons.js";

const SVG = "http://www.w3.org/2000/svg";

/**
 * @typedef {Object} Given
 * @property {string} [class]
 * @property {string} [text]
 * @property {Record<string, (event: any) => void>} [on]
 * @property {Record<string, string | number>} [data]
 */

/**
 * Create an HTML element.
 * @param {string} tag
 * @param {Given & Record<string, any>} [given] attributes; true sets an empty one, false and null leave it out; `data: {from: "referee"}` marks texts of the referee, "table" those of the table
 * @param {...(Node | string | null | undefined | false)} children
 * @returns {any}
 */
export function el(tag, given = {}, ...children) {
  return filled(document.createElement(tag), given, children);
}

/**
 * Create an SVG element.
 * @param {string} tag
 * @param {Given & Record<string, any>} [given]
 * @param {...(Node | string | null | undefined | false)} children
 * @returns {any}
 */
export function svg(tag, given = {}, ...children) {
  return filled(document.createElementNS(SVG, tag), given, children);
}

function filled(element, given, children) {
  for (const [name, value] of Object.entries(given)) {
    if (value === null || value === undefined || value === false) continue;
    if (name === "on") for (const [event, listener] of Object.entries(value)) element.addEventListener(event, listener);
    else if (name === "data") for (const [key, each] of Object.entries(value)) element.dataset[key] = String(each);
    else if (name === "text") element.textContent = value;
    else if (name === "value" && "value" in element) element.value = value;
    else if (name === "checked") element.checked = true;
    else element.setAttribute(name, value === true ? "" : String(value));
  }
  for (const child of children.flat()) {
    if (child !== null && child !== undefined && child !== false) element.append(child);
  }
  return element;
}

/** Replace the children of an element. */
export function fill(element, ...children) {
  element.replaceChildren(...children.flat().filter((each) => each !== null && each !== undefined && each !== false));
  return element;
}

/**
 * An icon, without a name of its own: what it stands on or beside says what it means.
 * @param {string} name a name of Lucide
 * @param {string} [size] "small" or "large"
 */
export function icon(name, size = "") {
  return svg("svg", { class: `icon-svg ${size}`.trim(), viewBox: "0 0 24 24", "aria-hidden": "true", focusable: "false" }, ...iconParts(name));
}

/** The shapes of an icon on a field of 24 × 24, to be drawn inside another drawing. */
export function iconParts(name) {
  return (ICONS[name] ?? []).map(([tag, given]) => svg(tag, given));
}

/** Milliseconds after which a button shows that its work is still under way. */
const PATIENCE = 300;

/**
 * Create a button. With `icon` it has that icon before its text; a button without text needs an `aria-label`. If the work that `press`
 * returns as a promise takes long, the button shows it.
 * @param {string} text
 * @param {(event: any) => unknown} press
 * @param {Given & Record<string, any>} [given]
 */
export function button(text, press, given = {}) {
  const { icon: sign, ...rest } = given;
  const inside = sign ? [icon(sign), text && el("span", { class: "button-text", text })] : [text];
  let working = 0;
  const click = async (/** @type {any} */ event) => {
    const work = press(event);
    if (!(work instanceof Promise)) return;
    working += 1;
    const late = setTimeout(() => made.setAttribute("aria-busy", "true"), PATIENCE);
    try {
      await work;
    } finally {
      working -= 1;
      clearTimeout(late);
      if (!working) made.removeAttribute("aria-busy");
    }
  };
  const made = el("button", { type: "button", ...rest, class: `button ${given.class ?? ""}`.trim(), on: { click } }, ...inside);
  return made;
}

/** A control with its label and an optional hint. */
export function field(label, control, hint = "") {
  return el("label", { class: "field" }, el("span", { class: "field-name", text: label }), control, hint && el("small", { text: hint }));
}

/** A drop-down list of [value, text] pairs. */
export function select(options, chosen, change) {
  const made = el("select", { class: "input", on: { change: () => change(made.value) } });
  for (const [value, text] of options) made.append(el("option", { value, selected: value === chosen }, text));
  return made;
}

/** A key by which a control is found again after the panel was redrawn. */
export function keyOf(element) {
  return `${element.tagName} ${element.className} ${element.getAttribute("aria-label") ?? ""} ${element.textContent.slice(0, 60)} ${element.dataset?.action ?? ""}`;
}

/** What is selected in a text field: a function that selects the same in the field that takes its place; null for other controls. */
export function selection(element) {
  if (!element.matches("input:not([type=checkbox], [type=radio]), textarea")) return null;
  const { selectionStart: start, selectionEnd: end, selectionDirection: direction, value } = element;
  if (start !== null) return (again) => again.value === value && again.setSelectionRange?.(start, end, direction);
  // Fields for numbers do not say what part of them is selected; usually it is all or nothing.
  return value && String(getSelection()) === value ? (again) => again.select?.() : null;
}
