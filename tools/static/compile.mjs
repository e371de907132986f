// Run under Node: compiles a folder of packages with Pyodide's own Python, and writes the answers that never change.
//
//     node compile.mjs <pyodide> <site> <compiled> <answers>

import { readFileSync } from "node:fs";

const [, , pyodide, site, compiled, answers] = process.argv;
const { loadPyodide } = await import(`${pyodide}/pyodide.mjs`);
const python = await loadPyodide({ indexURL: `${pyodide}/`, lockFileContents: readFileSync(new URL("./no_packages.json", import.meta.url), "utf8"), env: { HOME: "/home", SUREFOOT_INTERPRETED: "1" } });
for (const [at, folder] of [["/site", site], ["/compiled", compiled], ["/answers", answers]]) {
  python.FS.mkdirTree(at);
  python.mountNodeFS(at, folder);
}
const { openedGeos } = await import("../../src/surefoot/server/page/js/host/geos.js");
python.registerJsModule("surefoot_geos", await openedGeos(`${pyodide}/geos.esm.js`));
try {
  python.runPython(readFileSync(new URL("./compile.py", import.meta.url), "utf8"));
} catch (error) {
  // Without the stack, which quotes a line of a megabyte.
  process.stderr.write(`${error.message}\n`);
  process.exitCode = 1;
}
