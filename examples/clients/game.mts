// Asks the referee without a game, then plays a short game against itself, with the typed client of `make client`. Every
// field below is typed.

import { Refused, Surefoot } from "surefoot-client";

const here = new Surefoot((process.argv[2] ?? "http://127.0.0.1:8040").replace(/\/$/, ""));

const { outcomes } = await here.ask("check", {
  scenario: {
    ruleset: "necromunda-classic",
    board: [16, 8],
    terrain: [
      { id: "near", platform: { rect: [1, 2, 5, 4] }, z: 3 },
      { id: "far", platform: { rect: [8, 2, 5, 4] }, z: 3 },
    ],
    models: [{ id: "kal", base: 25.4, at: [4, 4], on: "near", side: "blue", profile: { M: 6, I: 4, T: 3, W: 1 } }],
  },
  declare: { who: "kal", action: "move", path: [[9, 4]] },
});
const clause: string | undefined = outcomes[0]?.reasons[0]?.clause;
console.log(`illegal: ${clause}`);

const begun = await here.createGame({ bundled: "gantry" });
const joined = await here.joinGame({ invitation: begun.invitations[0]!.invitation, name: "Bo" });
const orange = await here.sitDown(begun);
const green = await here.sitDown(joined);
const crossed = await orange.declare({ who: "vex", action: "move", path: [[11.5, 11.5]] });
console.log(`vex: ${crossed.verdict}, ${crossed.ledger[0]?.clause}`);
await green.hear(orange.seq);
const moved = await green.declare({ who: "grix", action: "move", path: [[20.2, 6.4]] });
console.log(`grix: ${moved.verdict}, line ${green.seq}`);
try {
  await green.declare({ who: "kal", action: "move", path: [[9, 9]] });
} catch (error) {
  if (!(error instanceof Refused)) throw error;
  console.log(`refused: ${error.problem.code}`);
}
const over = new Promise<string>((resolve) => {
  orange.heard = (frame) => {
    if (frame.kind === "over") resolve(frame.commitment);
  };
});
await orange.hear(green.seq);
await orange.ask({ kind: "finish" });
await green.ask({ kind: "finish" });
console.log(`over: ${(await over) === begun.commitment}, same state: ${orange.hash === green.hash}`);
orange.close();
green.close();
