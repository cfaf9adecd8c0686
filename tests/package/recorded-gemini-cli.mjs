// What Gemini CLI answered, held against what the package gives for the same files. The rules of the comparison are those of
// `examples/conformance/gemini_cli.rs`: within a root the order is the file system's, so lists are compared as sets, and of two skills
// of one name in one root either may win.
import { byBytes, Comparison, inWorkspace } from "./recorded.mjs";

const OPTIONS = { host: "gemini-cli", edition: "2026-11" };

/** The directory of the program's own skills, as the recording writes it and as ours takes it. */
const [RECORDED_BUILT_IN, BUILT_IN] = ["<builtin>", "/builtin"];

/** One real skill alone among the user's. */
export function compareRealSkill(Workspace, { folder, text, gemini }) {
  const comparison = new Comparison();
  const tree = [{ type: "file", path: `/home/me/.gemini/skills/${folder}/SKILL.md`, text }];
  inWorkspace(Workspace, { ...OPTIONS, cwd: "/repo", home: "/home/me" }, tree, (workspace) => {
    const [skill] = workspace.catalog().skills;
    comparison.answer("skills", "skill", gemini, skill ? { name: skill.name, description: skill.description } : null);
  });
  return comparison;
}

/** A whole workspace: the skills, the list, the tool, its calls and the warnings. */
export function compareWorkspace(Workspace, recorded) {
  const comparison = new Comparison();
  const { cwd, home, trusted = null, tree, expect } = recorded;
  const geminiCli = { trusted, headless: true, approvalMode: "yolo", builtIn: BUILT_IN };
  const listing = (expect.listing ?? "").replaceAll(RECORDED_BUILT_IN, BUILT_IN);
  const own = [...entriesOf(listing).values()].filter(({ path }) => path.startsWith(BUILT_IN));
  const files = own.map(({ name, description, path }) => {
    return { type: "file", path, text: `---\n${JSON.stringify({ name, description })}\n---\n` };
  });
  inWorkspace(Workspace, { ...OPTIONS, cwd, home, geminiCli }, [...tree, ...files], (workspace) => {
    const catalog = workspace.catalog();
    const contested = contestedOf(catalog);
    const names = contested.map(({ name }) => name);
    const isContested = ({ name, root }) => contested.some((one) => one.name === name && one.root === root);
    const byChance = new Set(catalog.skills.filter(isContested).map(({ name }) => name));
    const shown = workspace.listing();
    compareSkills(comparison, expect.skills ?? [], catalog.skills, byChance);
    if (trusted === true) compareListing(comparison, listing, shown.message?.text ?? "", byChance);
    else comparison.answer("listings", "listing", expect.listing ?? null, shown.message?.text ?? null);
    compareTool(comparison, expect.tool, shown);
    // What was called where there is no tool has no answer.
    for (const [index, expected] of (expect.activations ?? []).entries()) {
      const skill = recorded.activate[index];
      if (byChance.has(skill)) continue;
      const { outcome, content } = workspace.invoke({ skill });
      const got = outcome.status === "refused" ? { error: outcome.message } : { output: content };
      comparison.answer("activations", `activation ${skill}`, expected, got);
    }
    const warnings = [...(recorded.warnings ?? [])];
    if (typeof recorded.turn_error === "string") warnings.push(recorded.turn_error.trimEnd());
    const certain = (lines) => sorted(lines.filter((line) => !names.some((name) => line.includes(`"${name}"`))));
    const said = shown.warning ? linesOf(shown.warning) : [];
    comparison.answer("warnings", "warnings", certain(warnings), certain(said));
  });
  return comparison;
}

/** The names that two skills of one root have, each with the root. */
function contestedOf({ leftOut }) {
  return leftOut
    .filter(({ reason, root }) => reason === "shadowed" && root !== null)
    .map(({ message, root }) => ({ name: message.split('"')[1], message, root }))
    .filter(({ name, message, root }) => name !== undefined && message.includes(`"${name}" from "${root}/`));
}

function compareSkills(comparison, recorded, skills, byChance) {
  const expected = new Map(recorded.map((skill) => [skill.name, skill]));
  const others = skills.filter(({ path }) => !path.startsWith(BUILT_IN));
  const got = new Map(
    others.map(({ name, enabled, description, discoveredPath }) => [name, { name, enabled, description, path: discoveredPath }]),
  );
  for (const name of new Set([...expected.keys(), ...got.keys()])) {
    if (byChance.has(name) && expected.has(name) && got.has(name)) continue;
    comparison.answer("skills", `skill ${name}`, expected.get(name) ?? null, got.get(name) ?? null);
  }
}

function compareListing(comparison, recorded, text, byChance) {
  const head = (listing) => listing.split("  <skill>")[0];
  comparison.answer("headings", "heading", head(recorded), head(text));
  const [expected, got] = [recorded, text].map(entriesOf);
  for (const name of new Set([...expected.keys(), ...got.keys()])) {
    if (!byChance.has(name)) comparison.answer("entries", `entry ${name}`, expected.get(name) ?? null, got.get(name) ?? null);
  }
}

/** The tool's words around the names, the names in them, and the values that it takes. */
function compareTool(comparison, expected, { tool, entries }) {
  const names = entries.map(({ name }) => name);
  comparison.answer("tools", "tool", around(expected?.description ?? null), around(tool?.description ?? null));
  const available = ` (Available: '${names.join("', '")}'). `;
  if (tool && names.length > 0) comparison.answer("tools' names", "tool names", true, tool.description.includes(available));
  comparison.answer("tools' values", "enum", sorted(expected?.enum ?? []), sorted(names));
}

/** A description without the names in it. */
function around(description) {
  const mark = " (Available: ";
  const at = description?.indexOf(mark) ?? -1;
  if (at < 0) return description;
  const [, ...behind] = description.slice(at + mark.length).split("'). ");
  return `${description.slice(0, at)} … ${behind.join("'). ")}`;
}

/** The skills of a listing by name. */
function entriesOf(listing) {
  const parts = listing.split("  <skill>\n    <name>").slice(1);
  const read = /^([\s\S]*?)<\/name>\n {4}<description>([\s\S]*)<\/description>\n {4}<location>([\s\S]*?)<\/location>/;
  const found = parts.map((part) => read.exec(part)).filter((match) => match !== null);
  return new Map(found.map(([, name, description, path]) => [name, { name, description, path }]));
}

/** Its lines, without an empty one at the end. */
const linesOf = (text) => text.replace(/\n$/, "").split("\n");

const sorted = (texts) => texts.toSorted(byBytes);
