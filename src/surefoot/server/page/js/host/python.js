// Python with the engine in it: Pyodide, the packed modules, and GEOS. For workers of a browser, and for tests under Node.

import { openedGeos } from "./geos.js";

/** Pyodide asks for a list of packages; there are none but those in our own pack. */
const LOCK = JSON.stringify({ info: { abi_version: "2026_0", arch: "wasm32", platform: "emscripten_5_0_3", python: "3.14.2", version: "314.0.7" }, packages: {} });
/** The module of Python that is GEOS. */
const GEOS = "surefoot_geos";
/** What each Python may hold of JavaScript while its memory is taken, with a name. */
const HELD = new WeakMap();

/**
 * @param {string} engine the address of its folder, with a slash at the end
 * @param {(address: string) => Promise<Uint8Array>} read
 * @param {{step?: (step: number) => void, memory?: ArrayBuffer | null}} more `step` is called with how far it is, of 3;
 *   with a memory that `memoryOf` has taken, Python goes on from there instead of beginning anew
 */
export async function openedPython(engine, read, { step = () => {}, memory = null } = {}) {
  const pack = read(`${engine}engine.pack.gz`).then(plain);
  const opening = openedGeos(`${engine}geos.esm.js`);
  step(1);
  const [{ loadPyodide }, { default: create }, { SITE, LIBRARIES }] = await Promise.all(["pyodide.mjs", "pyodide.asm.mjs", "libraries.mjs"].map((name) => import(`${engine}${name}`)));
  // Pyodide adds the name of a file to it; under Node that is a path.
  const indexURL = engine.replace(/^file:\/\//, "");
  // Libraries are loaded before Python begins: then they lie at the same place in every memory.
  const createPyodideModule = async (settings) => {
    const first = Object.keys(LIBRARIES).filter((path, at, all) => all.findIndex((other) => LIBRARIES[other] === LIBRARIES[path]) === at);
    Object.assign(settings, { dynamicLibraries: first, locateFile: (path) => indexURL + (LIBRARIES[path] ?? path) });
    const module = await create(settings);
    // A library may hold several modules of Python, which looks for each of them by its own name.
    const loaded = module.LDSO.loadedLibsByName;
    for (const [path, file] of Object.entries(LIBRARIES)) loaded[path] ??= loaded[first.find((other) => LIBRARIES[other] === file)];
    // Pyodide copies a memory into its own, which has to be as large.
    if (memory) module._free(module._malloc(Math.max(0, memory.byteLength - module.HEAPU32[module._emscripten_get_sbrk_ptr() >>> 2])));
    return module;
  };
  // Python may hold GEOS and its functions before they are there.
  const geos = {};
  const held = new Map([[geos, ""]]);
  const again = (name) => {
    const found = name ? (...given) => geos[name](...given) : geos;
    held.set(found, name);
    return found;
  };
  const asIs = memory ? { _loadSnapshot: memory, _snapshotDeserializer: again } : {};
  const python = await loadPyodide({ indexURL, lockFileContents: LOCK, createPyodideModule, _makeSnapshot: true, ...asIs, env: { HOME: "/home/pyodide" } });
  step(2);
  unpacked(python, SITE, await pack);
  step(3);
  Object.assign(geos, await opening);
  for (const [name, work] of Object.entries(geos)) held.set(work, name);
  HELD.set(python, held);
  if (memory) python.runPython("import random; random.seed()");
  else {
    python.registerJsModule(GEOS, geos);
    python.runPython(`import ${GEOS}; from surefoot.server.in_browser import outlines; outlines.install(${GEOS})`);
  }
  return python;
}

/** All that Python has loaded and worked out so far, to go on from later. Nothing of JavaScript may be held but GEOS. */
export function memoryOf(python) {
  // Open files are not part of a memory.
  python.runPython("import gc, importlib; importlib.invalidate_caches(); gc.collect()");
  const names = HELD.get(python);
  const serializer = (held) => {
    if (!names.has(held)) throw new Error("Python holds something of JavaScript that can't be kept");
    return names.get(held);
  };
  return python.makeMemorySnapshot({ serializer }).buffer;
}

/** A host may have said that the file is compressed: then it is not any more. */
async function plain(bytes) {
  if (bytes[0] !== 0x1f || bytes[1] !== 0x8b) return bytes;
  const stream = new Blob([bytes]).stream().pipeThrough(new DecompressionStream("gzip"));
  return new Uint8Array(await new Response(stream).arrayBuffer());
}

/** Write the files of the pack: the length of a JSON list of [path, size], the list, then all files one after another. */
function unpacked(python, site, bytes) {
  const size = new DataView(bytes.buffer, bytes.byteOffset).getUint32(0);
  const listed = JSON.parse(new TextDecoder().decode(bytes.subarray(4, 4 + size)));
  const made = new Set();
  let at = 4 + size;
  for (const [path, length] of listed) {
    const folder = `${site}/${path}`.replace(/\/[^/]*$/, "");
    if (!made.has(folder)) python.FS.mkdirTree(folder);
    made.add(folder);
    python.FS.writeFile(`${site}/${path}`, bytes.subarray(at, at + length), { canOwn: true });
    at += length;
  }
  python.runPython("import importlib; importlib.invalidate_caches()");
}
