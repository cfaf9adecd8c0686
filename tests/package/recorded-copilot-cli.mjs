// What GitHub Copilot CLI answered, held against what the package gives for the same files. The rules of the comparison are those of
// `examples/conformance/copilot_cli.rs`.
import { dirname } from "node:path/posix";

import { byBytes, Comparison, inWorkspace } from "./recorded.mjs";

const OPTIONS = { host: "copilot-cli", edition: "2026-11" };

/** The names of the skills that the program brings along. */
const BUILT_IN = ["customize-cloud-agent", "github-pr-media"];

/** One real skill in a folder of its own among the user's. */
export function compareRealSkill(Workspace, { folder, text, copilot }) {
  const comparison = new Comparison();
  const tree = [{ type: "file", path: `/home/me/.copilot/skills/${folder}/SKILL.md`, text }];
  inWorkspace(Workspace, { ...OPTIONS, cwd: "/repo", home: "/home/me" }, tree, (workspace) => {
    const { skills, errors, leftOut } = workspace.catalog();
    const [skill] = skills;
    const got =
      skills.length + errors.length !== 1
        ? { left_out: leftOut }
        : skill
          ? { name: skill.name, description: skill.description }
          : { error: errors[0].message };
    comparison.answer("skills", "skill", copilot, got);
  });
  return comparison;
}

/** A whole workspace: what the program lists on demand and complains of, and what a session is shown and told. */
export function compareWorkspace(Workspace, recorded) {
  const comparison = new Comparison();
  const { cwd, home, tree, expect } = recorded;
  const options = { ...OPTIONS, cwd, home };
  inWorkspace(Workspace, { ...options, copilotCli: { headless: true, skillList: true } }, tree, (workspace) => {
    const { skills, errors } = workspace.catalog();
    const listed = skills.map((skill) => ({
      name: skill.name,
      description: skill.description,
      source: sourceOf(skill, cwd, home),
      path: dirname(skill.discoveredPath),
      enabled: skill.enabled,
    }));
    comparison.answer("skill lists", "skills", expect.skills, listed);
    // The program shows what lies in the working directory relative to it.
    const below = `${cwd}/`;
    const shown = errors.map(({ path, message }) => ({ path: path.startsWith(below) ? path.slice(below.length) : path, message }));
    comparison.answer("errors", "errors", byPath(expect.errors ?? []), byPath(shown));
  });
  const copilotCli = { headless: true, builtIn: builtIn(expect.listing ?? "") };
  inWorkspace(Workspace, { ...options, copilotCli }, tree, (workspace) => {
    comparison.answer("listings", "listing", expect.listing ?? null, workspace.listing().message?.text ?? null);
    comparison.answer("messages", "messages", expect.messages, messages(workspace, recorded));
  });
  return comparison;
}

/** The messages of the model's calls, and what is typed where it was recorded. */
function messages(workspace, { prompt, keep_user, invoke, expect }) {
  const session = workspace.startSession();
  const said = [];
  if (typeof prompt === "string") {
    said.push(...session.turn(prompt).messages);
    if (keep_user === true) {
      // The prompt goes out as it is, behind the time.
      const [{ content }] = expect.messages;
      said.push({ role: "user", text: content.endsWith(prompt) ? content : prompt });
    }
  }
  for (const skill of invoke ?? []) said.push(...session.invoke({ skill }).messages);
  session.free();
  return said.map(({ role, text }) => ({ role: role === "tool" ? "tool" : "user", content: text }));
}

/** The source that the program names. */
function sourceOf({ scope, root }, cwd, home) {
  if (scope === "user") return root === `${home ?? ""}/.copilot/skills` ? "personal-copilot" : "personal-agents";
  return dirname(dirname(root)) === cwd ? "project" : "inherited";
}

/** The program's own skills with their words from a recorded list; those that did not fit have words that fit nowhere. */
function builtIn(listing) {
  return BUILT_IN.map((name) => {
    const shown = listing.split(`<name>${name}</name>\n  <description>`)[1]?.split("</description>");
    return { name, description: shown ? shown[0].replaceAll("&apos;", "'") : "x".repeat(20_000) };
  });
}

function byPath(errors) {
  return errors.toSorted((left, right) => byBytes(left.path, right.path) || byBytes(left.message, right.message));
}
