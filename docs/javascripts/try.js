// "Try it": a link to a table becomes the table itself. Nothing of it is loaded before somebody asks for it.

/** The manual lies in a folder of a server, or of a page without a server: the table comes from there. */
const EMBED = new URL("../../embed.js", import.meta.url);

async function shown(link) {
  const table = document.createElement("surefoot-table");
  table.setAttribute("src", link.href);
  const says = document.createElement("p");
  says.setAttribute("role", "status");
  says.textContent = "Loading the referee …";
  link.replaceWith(table, says);
  table.addEventListener("surefoot-ready", () => (says.textContent = "Select a model, then tap where it shall go."));
  table.addEventListener("surefoot-verdict", ({ detail }) => (says.textContent = detail.verdict.says ?? detail.verdict.verdict));
  table.addEventListener("surefoot-problem", ({ detail }) => (says.textContent = detail.problem.detail));
  try {
    await import(EMBED);
  } catch {
    table.remove();
    says.textContent = "There is no referee beside this manual. Open the manual from a Surefoot server (surefoot play), or from a page built by make static.";
  }
}

document.addEventListener("click", (event) => {
  const link = event.target.closest?.("a.try-it");
  if (!link) return;
  event.preventDefault();
  shown(link);
});
