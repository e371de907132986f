// Listens to a table: says what a move costs, and makes it.

const table = document.querySelector("surefoot-table");
const says = document.getElementById("verdict");
const make = document.getElementById("make");
let declaration = null;

table.addEventListener("surefoot-verdict", ({ detail }) => {
  declaration = detail.declaration;
  says.textContent = `${detail.verdict.verdict}: ${detail.verdict.spent ?? detail.verdict.cost ?? ""}`;
  make.disabled = detail.verdict.verdict === "illegal";
});
table.addEventListener("surefoot-change", ({ detail }) => {
  says.textContent = detail.question ? `The referee asks: ${detail.question.says ?? detail.question.what}` : "Done.";
});
table.addEventListener("surefoot-problem", ({ detail }) => (says.textContent = detail.problem.detail));
make.addEventListener("click", () => {
  make.disabled = true;
  table.declare(declaration);
});
