// Python with the engine in it: Pyodide, the packed modules, and GEOS. For workers of a browser, and for tests under Node.

import { openedGeos } from "./geos.js";

/** Pyodide asks for a list of packages; there are none but those in our own pack. */
const LOCK = JSON.stringify({ info: { abi_version: "2026_0", arch: "wasm32", platform: "emscripten_5_0_3", python: "3.14.2", version: "314.0.7" }, packages: {} });

/**
 * @param {string} engine the address of its folder, with a slash at the end
 * @param {(address: string) => Promise<Uint8Array>} read
 * @param {(step: number) => void} step called with how far it is, of 3
 */
export async function openedPython(engine, read, step = () => {}) {
  const pack = read(`${engine}engine.pack.gz`).then(plain);
  const geos = openedGeos(`${engine}geos.esm.js`);
  step(1);
  const { loadPyodide } = await import(`${engine}pyodide.mjs`);
  // Pyodide adds the name of a file to it; under Node that is a path.
  const indexURL = engine.replace(/^file:\/\//, "");
  const python = await loadPyodide({ indexURL, lockFileContents: LOCK, env: { HOME: "/home/pyodide", SUREFOOT_INTERPRETED: "1" } });
  step(2);
  unpacked(python, await pack);
  step(3);
  python.registerJsModule("surefoot_geos", await geos);
  python.runPython("import surefoot_geos; from surefoot.server.in_browser import outlines; outlines.install(surefoot_geos)");
  return python;
}

/** A host may have said that the file is compressed: then it is not any more. */
async function plain(bytes) {
  if (bytes[0] !== 0x1f || bytes[1] !== 0x8b) return bytes;
  const stream = new Blob([bytes]).stream().pipeThrough(new DecompressionStream("gzip"));
  return new Uint8Array(await new Response(stream).arrayBuffer());
}

/** Write the files of the pack: the length of a JSON list of [path, size], the list, then all files one after another. */
function unpacked(python, bytes) {
  const size = new DataView(bytes.buffer, bytes.byteOffset).getUint32(0);
  const listed = JSON.parse(new TextDecoder().decode(bytes.subarray(4, 4 + size)));
  const root = python.runPython("import sysconfig; sysconfig.get_path('purelib')");
  const made = new Set();
  let at = 4 + size;
  for (const [path, length] of listed) {
    const folder = `${root}/${path}`.replace(/\/[^/]*$/, "");
    if (!made.has(folder)) python.FS.mkdirTree(folder);
    made.add(folder);
    python.FS.writeFile(`${root}/${path}`, bytes.subarray(at, at + length), { canOwn: true });
    at += length;
  }
  python.runPython("import importlib; importlib.invalidate_caches()");
}
