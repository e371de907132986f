// Pictures of the table: SVG to scale, PNG, and print (or PDF) to scale. They show what is on the screen, with the whole board.

import { svg } from "../dom.js";
import { SCALE } from "../table/camera.js";
import { t } from "../words.js";

/** Pixels for each unit of the table in a PNG, and the longest side of one. */
const DENSE = 60;
const LONGEST = 4096;
/** The width in pixels that the drawing would have on a screen: names and rulers get the size they have there. */
const ACROSS = 1000;
/** Pixels round the board, for its rulers. */
const FRAME = 36;

/** The style sheets that the drawing needs, as one text, with the typeface in it: a saved drawing finds nothing else. */
async function styles() {
  const needed = ["tokens", "table", "overlay"].map((name) => new URL(`../../css/${name}.css`, import.meta.url).href);
  // As they are written: what the browser has made of them loses fonts that depend on variables.
  const texts = await Promise.all(needed.map(async (address) => embedded(await (await fetch(address)).text(), address)));
  // A picture is still: what fades in is there from the beginning.
  return [...texts, "* { animation: none !important; }"].join("\n");
}

/** A style sheet with the files of its typefaces in it. */
async function embedded(text, base) {
  const links = new Set([...text.matchAll(/url\("([^"#]+\.woff2)"\)/g)].map(([, link]) => link));
  let made = text;
  for (const link of links) made = made.replaceAll(link, await dataOf(await (await fetch(new URL(link, base))).blob()));
  return made;
}

/** A file as an address that holds all of it. @returns {Promise<string>} */
function dataOf(file) {
  return new Promise((resolve, reject) => {
    const reader = new FileReader();
    reader.onload = () => resolve(String(reader.result));
    reader.onerror = () => reject(reader.error);
    reader.readAsDataURL(file);
  });
}

/**
 * The table as a drawing of its own: the whole board, as large as it is in inches or metres to a scale of 1 : 100.
 * @param {import("../table/view.js").TableView} view
 */
export function drawing(view) {
  const { width, depth, unit } = view.table;
  const w = width / (1 - (2 * FRAME) / ACROSS);
  const margin = (w - width) / 2;
  const h = depth + 2 * margin;
  const pixel = (w * SCALE) / ACROSS;
  const box = { x: -margin * SCALE, y: -margin * SCALE, w: w * SCALE, h: h * SCALE };
  const copy = view.camera.as(box, pixel, () => view.element.cloneNode(true));
  const size = [w, h].map((each) => `${Number(each.toFixed(3))}${unit === "metre" ? "cm" : "in"}`);
  copy.setAttribute("xmlns", "http://www.w3.org/2000/svg");
  sized(copy, ...size);
  copy.style.setProperty("color-scheme", "light");
  copy.style.setProperty("font-family", "Archivo, sans-serif");
  for (const gone of copy.querySelectorAll("[tabindex]")) gone.removeAttribute("tabindex");
  return { copy, width: w, depth: h, size };
}

/** Give a drawing a size, which the style sheets of the page do not change. */
function sized(copy, width, height) {
  for (const [name, value] of Object.entries({ width, height })) {
    copy.setAttribute(name, value);
    copy.style.setProperty(name, value);
  }
}

/** The same with its style sheets in it, to be kept as a file. */
async function saved(view) {
  const made = drawing(view);
  made.copy.prepend(svg("style", { text: await styles() }));
  return made;
}

const written = (copy) => new XMLSerializer().serializeToString(copy);

function download(blob, name) {
  const link = document.createElement("a");
  link.href = URL.createObjectURL(blob);
  link.download = name;
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), 10_000);
}

export async function saveSvg(view, name) {
  download(new Blob([written((await saved(view)).copy)], { type: "image/svg+xml" }), `${name}.svg`);
}

export async function savePng(view, name) {
  const { copy, width, depth } = await saved(view);
  const dense = Math.min(DENSE, LONGEST / Math.max(width, depth));
  const [w, h] = [Math.round(width * dense), Math.round(depth * dense)];
  sized(copy, `${w}px`, `${h}px`);
  const image = new Image();
  image.src = `data:image/svg+xml;charset=utf-8,${encodeURIComponent(written(copy))}`;
  await image.decode();
  const canvas = document.createElement("canvas");
  [canvas.width, canvas.height] = [w, h];
  const brush = canvas.getContext("2d");
  brush.fillStyle = "white";
  brush.fillRect(0, 0, w, h);
  brush.drawImage(image, 0, 0, w, h);
  const blob = await new Promise((resolve) => canvas.toBlob(resolve, "image/png"));
  download(blob, `${name}.png`);
}

/** Print the table alone, on a page as large as it is; a browser's print dialog also saves it as PDF. */
export function print(view) {
  const { copy, size } = drawing(view);
  const sheet = document.createElement("div");
  sheet.className = "print-sheet";
  sheet.append(copy);
  document.body.append(sheet);
  document.body.classList.add("printing");
  const page = new CSSStyleSheet();
  page.replaceSync(`@page { size: ${size.join(" ")}; margin: 0; }`);
  document.adoptedStyleSheets.push(page);
  addEventListener("afterprint", () => {
    sheet.remove();
    document.body.classList.remove("printing");
    document.adoptedStyleSheets = document.adoptedStyleSheets.filter((each) => each !== page);
  }, { once: true });
  window.print();
}

/** What the menu of a game offers to keep of its table: texts, icons and what they do. */
export function pictureMenu(view, game, announce) {
  // The slash stands outside the brackets: inside them the tool that gathers our texts takes it for the end.
  const name = game.welcome.name.replace(/(?:[\\:*?"<>|]|\/)+/g, "-");
  const after = (work) => () => Promise.resolve(work()).catch((wrong) => announce(String(wrong.message ?? wrong)));
  return [[t("Save picture (PNG)"), "image", after(() => savePng(view, name))], [t("Save drawing (SVG)"), "download", after(() => saveSvg(view, name))], [t("Print or PDF, to scale"), "printer", after(() => print(view))]];
}
