// Silhouettes by kind of model, on a field of 100 × 100, and the badges of its statuses.

const GUN = "M20 76L78 42l5 7-16 10 2 6-7 4-4-6-33 20Z";
const head = (x, y, r) => `M${x - r} ${y}a${r} ${r} 0 1 0 ${2 * r} 0a${r} ${r} 0 1 0 ${-2 * r} 0Z`;

const FIGURES = {
  fighter: `${head(50, 33, 13)}M20 92C20 64 32 51 50 51s30 13 30 41Z${GUN}`,
  champion: `M38 24L44 8l4 9 6-11 3 12 8-6-3 14Z${head(50, 34, 13)}M16 94C15 66 24 54 36 46l14 10 14-10c12 8 21 20 20 48ZM76 20h6v60h-6ZM71 34h16v6H71Z`,
  brute: `${head(50, 31, 10)}M6 92C2 60 16 40 34 42l16 6 16-6c18-2 32 18 28 50l-14 2-4-22-6 22H30l-6-22-4 22Z`,
  juve: "M50 14C33 14 31 34 34 50h32c3-16 1-36-16-36ZM24 92c0-26 8-40 26-40s26 14 26 40ZM74 50l6 3-12 30-6-3Z",
  hunter: `M24 30h52l-10 6H34ZM36 28c0-12 6-17 14-17s14 5 14 17Z${head(50, 36, 12)}M20 92c0-28 12-40 30-40s30 12 30 40Z${GUN}`,
  trooper: `M36 42V30c0-10 6-16 14-16s14 6 14 16v12ZM20 92c0-28 10-42 30-42s30 14 30 42Z${head(23, 62, 14)}${head(77, 62, 14)}M34 66h42v8H34Z`,
  character: `M50 9a21 21 0 1 0 0.1 0ZM50 14a16 16 0 1 1 -0.1 0Z${head(50, 34, 12)}M14 94c4-28 16-42 36-42s32 14 36 42Z`,
  cultist: "M50 6L68 48H32ZM20 92c0-28 12-42 30-42s30 14 30 42ZM78 22h6v66h-6ZM72 32h18v6H72Z",
  walker: "M34 20h32l10 16-6 22H30l-6-22ZM28 56L14 88h16l10-26ZM72 56l14 32H70L60 62ZM74 24h14v9H74ZM12 24h14v9H12Z",
  beast: "M14 58c6-16 22-20 40-18l10-14 8 10 14 6-6 12-8 4-2 30h-10l-2-22H40l-4 22H26l-2-26-12 10Z",
  loot: "M18 40h64v42H18ZM26 26h48v14H26Z",
};

/** Which words of a model's id, unit and keywords make it which kind; the first that fits counts. */
const KINDS = [
  ["walker", /walker|dreadnought|sentinel|sentry|robot|servitor|automaton|drone/],
  ["beast", /beast|dog|hound|rat|wolf|horse|cat\b|spider|mount/],
  ["brute", /brute|ogryn|ogre|hulk|monster|giant|stimmer|monstrous/],
  ["champion", /champion|leader|boss|captain|serg|sarge|lieutenant|chief|matriarch|commander|queen|king|warlord/],
  ["hunter", /hunter|scout|sniper|ranger|bounty|marksman|stalker|tracker/],
  ["juve", /juve|prospect|rookie|novice|youth|initiate|runner|thief|urchin/],
  ["cultist", /cultist|zealot|penitent|fanatic|heretic|acolyte|flagellant|adept/],
  ["character", /character|prophet|priest|canoness|psyker|inquisitor|saint|noble|preacher|librarian|chaplain/],
  ["trooper", /infantry|trooper|guard|marine|soldier|ork|warrior|vanguard|militia/],
];

/** The silhouette of a model as an SVG path. */
export function silhouette(model) {
  return FIGURES[kindOfModel(model)];
}

/** The silhouette of loot and other things that can be carried. */
export const LOOT = FIGURES.loot;

/** The kind of a model, by its names and keywords. */
export function kindOfModel(model) {
  const named = `${model.id} ${model.unit ?? ""}`.toLowerCase();
  const words = (model.keywords ?? []).join(" ").toLowerCase();
  const own = KINDS.find(([, pattern]) => pattern.test(named));
  return (own ?? KINDS.find(([, pattern]) => pattern.test(words)))?.[0] ?? "fighter";
}

/** The badge of a status: its icon and the name of its colour. */
const BADGES = [
  [/pinned|prone|down|fallen/, "arrow-down-to-line", "bad"],
  [/engaged|melee|combat|charg/, "swords", "climb"],
  [/seriously|injur|wound|bleed|damaged|wreck|critical/, "activity", "hazard"],
  [/hidden|hiding|stealth/, "eye-off", "soft"],
  [/blaze|fire|burning/, "flame", "bad"],
  [/broken|flee|shaken|panick|battle-shock|afraid/, "flag", "wait"],
  [/stunned|unconscious|dazed|knocked|insane|blind/, "sparkles", "wait"],
  [/dead|out-of-action|destroyed/, "skull", "ink"],
  [/climb|hanging/, "arrow-up-from-line", "climb"],
  [/swim|drown|water/, "waves", "water"],
  [/cover|ready|overwatch/, "shield", "good"],
];

/** Icon and colour of a status. */
export function badgeOf(status) {
  const found = BADGES.find(([pattern]) => pattern.test(status));
  return found ? { icon: found[1], colour: found[2] } : { icon: "info", colour: "soft" };
}
