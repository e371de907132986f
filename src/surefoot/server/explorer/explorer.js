// The interactive documentation: every operation of /openapi.json, with its fields and a form that sends it.
// Text from the description is always set as text, never as HTML.

const METHODS = ["get", "post", "put", "patch", "delete"];

function element(tag, text = "", fields = {}) {
  const made = document.createElement(tag);
  made.textContent = text;
  return Object.assign(made, fields);
}

function resolved(whole, schema) {
  if (!schema || !schema.$ref) return schema ?? {};
  return schema.$ref.slice(2).split("/").reduce((part, name) => part[name], whole);
}

function kind(schema) {
  if (schema.$ref) return schema.$ref.split("/").pop();
  if (schema.const !== undefined) return JSON.stringify(schema.const);
  if (schema.enum) return schema.enum.map((each) => JSON.stringify(each)).join(" | ");
  if (schema.anyOf || schema.oneOf) return (schema.anyOf ?? schema.oneOf).map(kind).join(" | ");
  if (schema.type === "array") return `list of ${schema.items ? kind(schema.items) : "anything"}`;
  return [schema.type ?? "anything"].flat().join(" | ");
}

function fieldsOf(whole, schema) {
  const found = resolved(whole, schema);
  const table = element("table", "", { className: "fields" });
  for (const [name, field] of Object.entries(found.properties ?? {})) {
    const row = table.insertRow();
    row.insertCell().append(element("code", name));
    row.insertCell().textContent = kind(field) + ((found.required ?? []).includes(name) ? ", required" : "");
    row.insertCell().textContent = field.description ?? "";
  }
  return table;
}

function sampleOf(whole, content) {
  const [first] = Object.values(content.examples ?? {});
  if (first) return first.value;
  const schema = resolved(whole, content.schema);
  return schema.examples?.[0] ?? {};
}

function inputs(form, parameters) {
  return parameters.map((each) => {
    const label = element("label", `${each.name} `);
    const input = element("input", "", { name: each.name, required: each.required ?? false });
    label.append(input, ` ${each.description ?? ""}`);
    form.append(label, element("br"));
    return { ...each, input };
  });
}

function address(path, given) {
  const query = new URLSearchParams();
  for (const each of given) {
    if (each.in === "path") path = path.replace(`{${each.name}}`, encodeURIComponent(each.input.value));
    else if (each.in === "query" && each.input.value) query.set(each.name, each.input.value);
  }
  return query.size ? `${path}?${query}` : path;
}

async function send(method, path, body, onto) {
  onto.textContent = "…";
  const token = document.querySelector("#token").value.trim();
  const headers = body === null ? {} : { "content-type": "application/json" };
  if (token) headers.authorization = `Bearer ${token}`;
  try {
    const answer = await fetch(path, { method, headers, body });
    const text = await answer.text();
    let shown = text;
    try {
      shown = JSON.stringify(JSON.parse(text), null, 2);
    } catch {
      // Not JSON, such as a log: shown as it is.
    }
    onto.textContent = `${answer.status} ${answer.statusText}\n\n${shown.slice(0, 100_000)}`;
  } catch (error) {
    onto.textContent = `The server does not answer: ${error.message}`;
  }
}

function operation(whole, path, method, found) {
  const box = element("details");
  const title = element("summary");
  title.append(element("b", method.toUpperCase()), element("code", path), ` ${found.summary ?? ""}`);
  box.append(title, element("p", found.description ?? ""));
  const form = element("form");
  const given = inputs(form, found.parameters ?? []);
  const content = found.requestBody?.content?.["application/json"];
  let body = null;
  if (content) {
    form.append(fieldsOf(whole, content.schema));
    body = element("textarea", "", { rows: 12, spellcheck: false, ariaLabel: "Body" });
    body.value = JSON.stringify(sampleOf(whole, content), null, 2);
    form.append(body);
    for (const each of Object.values(content.examples ?? {})) {
      const example = element("button", each.summary ?? "Example", { type: "button" });
      example.addEventListener("click", () => (body.value = JSON.stringify(each.value, null, 2)));
      form.append(example, " ");
    }
  }
  const answer = element("pre", "");
  form.append(element("button", "Send"));
  form.addEventListener("submit", (event) => {
    event.preventDefault();
    send(method.toUpperCase(), address(path, given), body ? body.value : null, answer);
  });
  box.append(form, answer);
  box.dataset.text = `${method} ${path} ${found.summary ?? ""} ${found.description ?? ""}`.toLowerCase();
  return box;
}

async function start() {
  const onto = document.querySelector("#operations");
  const whole = await (await fetch("/openapi.json")).json();
  const groups = new Map();
  for (const [path, methods] of Object.entries(whole.paths)) {
    for (const method of METHODS.filter((each) => methods[each])) {
      const tag = methods[method].tags?.[0] ?? "other";
      if (!groups.has(tag)) groups.set(tag, []);
      groups.get(tag).push(operation(whole, path, method, methods[method]));
    }
  }
  onto.replaceChildren(element("p", whole.info.description));
  for (const [tag, operations] of groups) onto.append(element("h2", tag), ...operations);
  document.querySelector("#find").addEventListener("input", (event) => {
    const wanted = event.target.value.toLowerCase();
    for (const box of onto.querySelectorAll("details")) box.hidden = !box.dataset.text.includes(wanted);
  });
}

start().catch((error) => {
  document.querySelector("#operations").textContent = `The description can't be loaded: ${error.message}`;
});
