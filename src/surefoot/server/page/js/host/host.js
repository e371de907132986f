// Who answers this page: a server, or a worker in this browser. Everything that the page asks for goes through here.

/** Where the engine lies, if this page comes without a server: `make static` writes it. */
const ENGINE = document.querySelector("meta[name=engine]")?.content ?? "";

const server = {
  /** Whether this browser answers itself. */
  alone: false,
  fetch: (address, asked) => fetch(address, asked),
  socket(game) {
    const scheme = location.protocol === "https:" ? "wss" : "ws";
    return new WebSocket(`${scheme}://${location.host}/v1/games/${encodeURIComponent(game)}/socket`);
  },
};

/**
 * The host of this page. `fetch` and `socket` are those of a browser: requests with an answer, and connections to a game.
 * @type {{alone: boolean, fetch: (address: string, asked?: RequestInit) => Promise<Response>, socket: (game: string) => any}}
 */
export const host = ENGINE ? (await import("./browser.js")).started(new URL(ENGINE, document.baseURI)) : server;
