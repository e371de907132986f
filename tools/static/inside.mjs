// Run under Node: a script in Pyodide's own Python, with folders of this machine.
//
//     node inside.mjs <pyodide> <script> <name in Python>=<folder> …

import { readFileSync } from "node:fs";
import { openedGeos } from "../../src/surefoot/server/page/js/host/geos.js";

const [, , pyodide, script, ...folders] = process.argv;
const { loadPyodide } = await import(`${pyodide}/pyodide.mjs`);
const python = await loadPyodide({ indexURL: `${pyodide}/`, lockFileContents: readFileSync(new URL("./no_packages.json", import.meta.url), "utf8"), env: { HOME: "/home", SUREFOOT_INTERPRETED: "1" } });
for (const each of folders) {
  const [at, folder] = each.split("=");
  python.FS.mkdirTree(at);
  python.mountNodeFS(at, folder);
}
python.registerJsModule("surefoot_geos", await openedGeos(`${pyodide}/geos.esm.js`));
try {
  python.runPython(readFileSync(script, "utf8"));
} catch (error) {
  // Without the stack, which quotes a line of a megabyte.
  process.stderr.write(`${error.message}\n`);
  process.exitCode = 1;
}
