// Pictures of the table: SVG to scale, PNG, and print (or PDF) to scale. They show what is on the screen, with the whole board.

import { svg } from "../dom.js";
import { SCALE } from "../table/camera.js";

/** Pixels for each unit of the table in a PNG, and the longest side of one. */
const DENSE = 60;
const LONGEST = 4096;
/** Room round the board, in units of the table. */
const MARGIN = 1;

/** The style sheets that the drawing needs, as one text. */
function styles() {
  const found = [];
  for (const sheet of document.styleSheets) {
    if (!/tokens|table|overlay/.test(sheet.href ?? "")) continue;
    for (const rule of sheet.cssRules) if (!(rule instanceof CSSFontFaceRule)) found.push(rule.cssText);
  }
  return found.join("\n");
}

/**
 * The table as a drawing of its own: the whole board, as large as it is in inches or metres to a scale of 1 : 100.
 * @param {import("../table/view.js").TableView} view
 */
export function drawing(view) {
  const { width, depth, unit } = view.table;
  const copy = view.element.cloneNode(true);
  const [w, h] = [width + 2 * MARGIN, depth + 2 * MARGIN];
  const size = unit === "metre" ? [`${w}cm`, `${h}cm`] : [`${w}in`, `${h}in`];
  const given = { xmlns: "http://www.w3.org/2000/svg", width: size[0], height: size[1], viewBox: [-MARGIN, -MARGIN, w, h].map((each) => each * SCALE).join(" ") };
  for (const [name, value] of Object.entries(given)) copy.setAttribute(name, value);
  copy.style.cssText = `--pixel: ${(w * SCALE) / 1000}; color-scheme: light; font-family: Archivo, sans-serif`;
  for (const gone of copy.querySelectorAll("[tabindex]")) gone.removeAttribute("tabindex");
  copy.prepend(svg("style", { text: styles() }));
  return { copy, width: w, depth: h };
}

const written = (copy) => new XMLSerializer().serializeToString(copy);

function download(blob, name) {
  const link = document.createElement("a");
  link.href = URL.createObjectURL(blob);
  link.download = name;
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), 10_000);
}

export function saveSvg(view, name) {
  download(new Blob([written(drawing(view).copy)], { type: "image/svg+xml" }), `${name}.svg`);
}

export async function savePng(view, name) {
  const { copy, width, depth } = drawing(view);
  const dense = Math.min(DENSE, LONGEST / Math.max(width, depth));
  const [w, h] = [Math.round(width * dense), Math.round(depth * dense)];
  copy.setAttribute("width", w);
  copy.setAttribute("height", h);
  const image = new Image();
  image.src = `data:image/svg+xml;charset=utf-8,${encodeURIComponent(written(copy))}`;
  await image.decode();
  const canvas = document.createElement("canvas");
  [canvas.width, canvas.height] = [w, h];
  canvas.getContext("2d").drawImage(image, 0, 0, w, h);
  const blob = await new Promise((resolve) => canvas.toBlob(resolve, "image/png"));
  download(blob, `${name}.png`);
}

/** Print the table alone, to scale; a browser's print dialog also saves it as PDF. */
export function print(view) {
  const { copy } = drawing(view);
  const sheet = document.createElement("div");
  sheet.className = "print-sheet";
  sheet.append(copy);
  document.body.append(sheet);
  document.body.classList.add("printing");
  addEventListener("afterprint", () => {
    sheet.remove();
    document.body.classList.remove("printing");
  }, { once: true });
  window.print();
}
