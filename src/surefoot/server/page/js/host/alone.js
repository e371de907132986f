// What a page without a server tells about itself: how far it has started, what its storage does, and new versions.

import { el } from "../dom.js";
import { t } from "../words.js";
import { host } from "./host.js";

/** Seconds after which starting is worth a word. */
const PATIENCE = 0.3;
/** Seconds that the old version has to finish what it does. */
const TAKES_OVER = 5;

/** Tell how the host is doing, and keep the page for later visits. */
export function begin(announce) {
  const bar = el("p", { class: "starting", role: "status" });
  const late = setTimeout(() => document.body.append(bar), PATIENCE * 1000);
  host.listen((state) => {
    if (state.step) bar.textContent = t("Starting the referee in your browser … {step} of {of}", { step: state.step, of: state.of });
    else if (state.ready) {
      clearTimeout(late);
      bar.remove();
      keep(announce).catch(() => {});
    } else if (state.volatile) announce(t("This browser keeps nothing: download the log of a game before you close the window"));
    else if (state.late) announce(t("Something went wrong in Surefoot. If it does not go on, load the page again: your games are kept"));
    else if (state.failed) {
      bar.setAttribute("role", "alert");
      bar.textContent = t("Surefoot could not start in this browser. It needs WebAssembly, and a browser of the last two years");
      document.body.append(bar);
    }
  });
}

/** Keep the page for visits without a network, and ask the browser not to throw games away. */
async function keep(announce) {
  navigator.storage?.persist?.();
  if (!("serviceWorker" in navigator)) return;
  const registration = await navigator.serviceWorker.register(new URL("sw.js", document.baseURI));
  const offer = () => registration.waiting && navigator.serviceWorker.controller && fresh(registration);
  offer();
  // Look for a new version when the player returns to an open page; browsers by themselves look once a day.
  document.addEventListener("visibilitychange", () => document.visibilityState === "visible" && registration.update().catch(() => {}));
  registration.addEventListener("updatefound", () => {
    const worker = registration.installing;
    worker?.addEventListener("statechange", () => {
      if (worker.state !== "installed") return;
      if (navigator.serviceWorker.controller) offer();
      else announce(t("Ready to use offline"));
    });
  });
}

/** Offer a new version; nothing changes before somebody wants it. */
function fresh(registration) {
  const notice = el("div", { class: "fresh", role: "status" }, el("span", { text: t("There is a new version of Surefoot") }), el("button", { class: "button small strong", type: "button", text: t("Use it now") }), el("button", { class: "button small quiet", type: "button", text: t("Later") }));
  const [use, later] = notice.querySelectorAll("button");
  use.addEventListener("click", () => {
    use.disabled = true;
    navigator.serviceWorker.addEventListener("controllerchange", () => location.reload());
    registration.waiting?.postMessage("take over");
    // A browser waits for the old version as long as one of its answers is under way: then the page comes from its host once.
    setTimeout(async () => {
      if (!navigator.onLine) return;
      await registration.unregister();
      location.reload();
    }, TAKES_OVER * 1000);
  });
  later.addEventListener("click", () => notice.remove());
  document.body.append(notice);
}
