// A whole small table in a link: compressed, behind #, so that no server ever sees it.

import { addressOf } from "../router.js";

/** Longer links are cut off by chats and mail programs. */
const LONGEST = 8_000;

const squeezed = async (bytes, stream) => new Uint8Array(await new Response(new Blob([bytes]).stream().pipeThrough(stream)).arrayBuffer());

/** The link of a table; null if the table is too large for one. */
export async function linkOf(scenario) {
  const bytes = await squeezed(new TextEncoder().encode(JSON.stringify(scenario)), new CompressionStream("deflate-raw"));
  const text = btoa(Array.from(bytes, (each) => String.fromCharCode(each)).join("")).replaceAll("+", "-").replaceAll("/", "_").replace(/=+$/, "");
  const link = addressOf("table", text);
  return link.length > LONGEST ? null : link;
}

/** The table in a link; throws if it is damaged. */
export async function tableIn(text) {
  const bytes = Uint8Array.from(atob(text.replaceAll("-", "+").replaceAll("_", "/")), (each) => each.charCodeAt(0));
  return JSON.parse(new TextDecoder().decode(await squeezed(bytes, new DecompressionStream("deflate-raw"))));
}
