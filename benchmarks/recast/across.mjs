// The way across a board by recast-navigation: reads the board as JSON, prints what building the mesh and asking took.
import { readFileSync } from "node:fs";
import { init, NavMeshQuery } from "recast-navigation";
import { generateSoloNavMesh } from "recast-navigation/generators";

const { width, depth, blocks, radius, cell, start, goal } = JSON.parse(readFileSync(0, "utf8"));
const TALL = 3;
const positions = [];
const indices = [];
const vertex = (x, y, z) => positions.push(x, z, -y) / 3 - 1;

const [a, b, c, d] = [vertex(0, 0, 0), vertex(width, 0, 0), vertex(width, depth, 0), vertex(0, depth, 0)];
indices.push(a, b, c, a, c, d);
// Each block is a wall round a convex outline, with a lid.
for (const outline of blocks) {
  const low = outline.map(([x, y]) => vertex(x, y, 0));
  const high = outline.map(([x, y]) => vertex(x, y, TALL));
  outline.forEach((_, k) => {
    const next = (k + 1) % outline.length;
    indices.push(low[k], low[next], high[next], low[k], high[next], high[k]);
    if (k > 1) indices.push(high[0], high[k - 1], high[k]);
  });
}

await init();
const config = {
  cs: cell,
  ch: cell,
  walkableRadius: Math.ceil(radius / cell),
  walkableHeight: 8,
  walkableClimb: 1,
  maxSimplificationError: 0.5,
  minRegionArea: 0,
};
const least = (times, work) => {
  let best = Infinity;
  for (let k = 0; k < times; k += 1) {
    const begun = performance.now();
    work();
    best = Math.min(best, performance.now() - begun);
  }
  return best;
};
let mesh;
const build = least(3, () => {
  const made = generateSoloNavMesh(positions, indices, config);
  if (!made.success) throw new Error(made.error);
  mesh = made.navMesh;
});
const query = new NavMeshQuery(mesh);
const at = ([x, y]) => ({ x, y: 0, z: -y });
let found;
const ask = least(200, () => {
  found = query.computePath(at(start), at(goal));
});
if (!found.success) throw new Error("no path");
console.log(JSON.stringify({ build, ask, path: found.path.map(({ x, z }) => [x, -z]) }));
