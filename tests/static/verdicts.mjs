// Run under Node: plays cases in the engine for browsers.
//
//     node verdicts.mjs <engine> <folder with cases.json>; writes verdicts.json there

import { readFileSync, writeFileSync } from "node:fs";
import { fileURLToPath, pathToFileURL } from "node:url";
import { openedPython } from "../../src/surefoot/server/page/js/host/python.js";

const [, , engine, folder] = process.argv;
const python = await openedPython(`${pathToFileURL(engine).href}/`, async (address) => new Uint8Array(readFileSync(fileURLToPath(address))));
python.globals.set("given", readFileSync(`${folder}/cases.json`, "utf8"));
try {
  python.runPython(readFileSync(new URL("./verdicts.py", import.meta.url), "utf8"));
  writeFileSync(`${folder}/verdicts.json`, python.runPython("verdicts(given)"));
} catch (error) {
  process.stderr.write(`${error.message}\n`);
  process.exitCode = 1;
}
