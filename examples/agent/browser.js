// The agent in a page. The conversation is saved in the browser after each answer and continued at the next visit.
import init from "skillglass";

import { Agent } from "./agent.js";
import { mockModel } from "./mock-model.js";
import { files } from "./project.js";

await init({ hosts: ["claude-code"], parts: ["conversation"] });
const [form, text, compact, conversation] = ["form", "text", "compact", "conversation"].map((id) => document.getElementById(id));

const agent = new Agent({
  files,
  model: mockModel,
  saved: JSON.parse(localStorage.getItem("conversation") ?? "null") ?? undefined,
  ask: async (question) => confirm(question),
  // A page has no shell. This one answers the only command that its skills have.
  run: async (command) => (command === "ls" ? { text: "README.md\nsrc" } : { text: `${command}: not found`, exitCode: 127 }),
});

function show() {
  const lines = agent.history.filter(({ text, hidden }) => text && !hidden).map(({ role, text }) => `${role}: ${text}`);
  conversation.replaceChildren(...lines.map((line) => Object.assign(document.createElement("li"), { textContent: line })));
}

/** Changes the conversation, then shows and saves it. */
async function change(action) {
  await action();
  localStorage.setItem("conversation", JSON.stringify(agent.save()));
  show();
}

form.addEventListener("submit", (event) => {
  event.preventDefault();
  change(() => agent.send(text.value));
});
compact.addEventListener("click", () => change(() => agent.compact()));
show();
