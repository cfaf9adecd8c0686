// Answers that real hosts gave, where they are at hand, and what the package gives for the same files.
// `examples/conformance/` compares them natively; the rules of the comparison are the same.
import { existsSync, readFileSync } from "node:fs";
import { join, posix } from "node:path";
import { isDeepStrictEqual } from "node:util";

import { repository } from "./project.mjs";

/** How many links a path leads through before it counts as a circle. */
const MAX_LINKS = 8;

const folder = process.env.SKILLGLASS_SHARED ?? join(repository, "../shared");

/** Where a recording is, and whether it is there. */
export function recording(name) {
  const path = join(folder, name);
  return { path, missing: !existsSync(path) };
}

/** The cases of a recording, one JSON value a line. */
export function* cases(path) {
  for (const line of readFileSync(path, "utf8").split("\n")) if (line !== "") yield JSON.parse(line);
}

/** The cases of a host, by the name of their file, that `known.toml` says disagree. */
export function known(host, file) {
  const text = readFileSync(join(repository, "examples/conformance/known.toml"), "utf8");
  const field = (table, key) => new RegExp(`^${key} = "(.*)"$`, "m").exec(table)[1];
  const tables = text.split("[[disagreement]]").slice(1);
  const listed = tables.filter((table) => field(table, "host") === host && field(table, "file") === file);
  return new Set(listed.flatMap((table) => [.../^cases = \[(.*?)\]/ms.exec(table)[1].matchAll(/"(.*?)"/g)].map(([, id]) => id)));
}

/** What the comparison of one case saw: `disagreements`, and how many answers of each kind were `compared`. */
export class Comparison {
  disagreements = [];
  compared = {};

  answer(kind, what, expected, got) {
    this.compared[kind] = (this.compared[kind] ?? 0) + 1;
    if (!isDeepStrictEqual(expected, got)) {
      this.disagreements.push(`${what}: expected ${JSON.stringify(expected)}, got ${JSON.stringify(got)}`);
    }
  }
}

/** One real skill alone at `<codex home>/skills/<folder>/SKILL.md`. */
export function compareLoneSkill(Workspace, { text }, expected, edition, folder) {
  const comparison = new Comparison();
  const options = { edition, cwd: "/repo", home: "/home/me" };
  const tree = [{ type: "file", path: `/home/me/.codex/skills/${folder}/SKILL.md`, text }];
  inWorkspace(Workspace, options, tree, (workspace) => {
    const { skills, errors, leftOut } = workspace.catalog();
    const [skill] = skills;
    const [error] = errors;
    const got =
      skills.length + errors.length !== 1
        ? { skills, errors, leftOut }
        : error
          ? { error: error.message }
          : { name: skill.name, description: skill.description, short_description: skill.shortDescription };
    comparison.answer("skills", "skill", expected, got);
  });
  return comparison;
}

/** A whole workspace: each kind of answer that the case holds. */
export function compareWorkspace(Workspace, recorded) {
  const { cwd, home, tree, layers = null, plugins = null, expect } = recorded;
  const options = { edition: recorded.edition ?? "2026-05", cwd, home, codex: { layers }, plugins };
  const comparison = new Comparison();
  inWorkspace(Workspace, options, tree, (workspace) => {
    const catalog = workspace.catalog();
    if (expect.roots) comparison.answer("roots", "roots", expect.roots, roots(catalog));
    comparison.answer("skills", "skills", expect.skills.map(snakeCase), skills(catalog, expect.skills));
    comparison.answer(
      "errors",
      "errors",
      expect.errors,
      catalog.errors.map(({ path, message }) => ({ path, message })),
    );
    for (const [turn, expected] of pairs(recorded.turns, expect.turns)) {
      comparison.answer("turns", `turn ${JSON.stringify(turn)}`, expected, injected(workspace.turn(turn)));
    }
    for (const [text, expected] of pairs(recorded.mentions, expect.mentions)) {
      const turn = workspace.turn({ inputs: [{ type: "text", text }] });
      comparison.answer("mentions", `mentions of ${JSON.stringify(text)}`, expected, extracted(turn));
    }
    for (const [command, expected] of pairs(recorded.commands, expect.commands)) {
      const used = workspace.implicitUse(command.command, command.workdir);
      comparison.answer("commands", `command ${JSON.stringify(command)}`, expected, used);
    }
  });
  for (const [contextWindow, expected] of pairs(recorded.context_windows, expect.listings)) {
    // The program takes a window of nothing for one that it does not know.
    const known = contextWindow > 0 ? { contextWindow } : {};
    inWorkspace(Workspace, { ...options, ...known }, tree, (workspace) => {
      comparison.answer("listings", `listing ${contextWindow}`, expected, listed(workspace.listing(), expected));
    });
  }
  return comparison;
}

/** Calls `act` with a workspace that holds a tree, and frees it; gives what `act` gives. */
export function inWorkspace(Workspace, options, tree, act) {
  const workspace = new Workspace(options);
  try {
    fill(workspace, tree);
    return act(workspace);
  } finally {
    workspace.free();
  }
}

/** Puts a recorded tree into a workspace. */
export function fill(workspace, tree) {
  for (const entry of throughLinks(tree)) {
    const { refused } = put(workspace, entry);
    if (refused.length > 0) throw new Error(`${entry.path}: ${refused[0].message}`);
  }
}

/** A tree with what was written through links where these lead. */
export function throughLinks(tree) {
  const links = new Map();
  return tree.map((entry) => {
    const path = posix.join(real(links, posix.dirname(entry.path)), posix.basename(entry.path));
    if (entry.type === "symlink") links.set(path, posix.resolve(posix.dirname(path), entry.target));
    return { ...entry, path };
  });
}

/** The path without links; one that leads in a circle stays as it is. */
function real(links, path, followed = 0) {
  return path
    .split("/")
    .filter((name) => name !== "")
    .reduce((folder, name) => {
      const below = posix.join(folder, name);
      return links.has(below) && followed < MAX_LINKS ? real(links, links.get(below), followed + 1) : below;
    }, "/");
}

function put(workspace, { type, path, target, text, base64 }) {
  if (type === "dir") return workspace.mkdir(path);
  if (type === "symlink") return workspace.symlink(path, target);
  return workspace.write(path, text ?? new Uint8Array(Buffer.from(base64, "base64")));
}

/** The host tells of a project's root only where there is one. */
function roots(catalog) {
  return catalog.roots
    .filter(
      ({ path, scope, status }) =>
        status !== "duplicate" && !(status === "missing" && scope === "repo" && path.endsWith("/.agents/skills")),
    )
    .map(({ path, scope, pluginId }) => ({ path, scope, plugin_id: pluginId }));
}

/** Only the fields that a recorded skill has: not every recording holds all of them. */
function skills(catalog, expected) {
  const recorded = Object.keys(expected[0] ?? { name: null }).map(snakeKey);
  return catalog.skills.map(snakeCase).map((skill) => Object.fromEntries(Object.entries(skill).filter(([key]) => recorded.includes(key))));
}

function listed({ message, rootLines, entries, report, warning }, expected) {
  if (message === null) return null;
  const lines = { root_lines: rootLines, skill_lines: entries.map(({ line }) => line).filter((line) => line !== null) };
  if (!expected?.report) return lines;
  return {
    ...lines,
    report: {
      included_count: report.included,
      omitted_count: report.omitted,
      total_count: report.total,
      truncated_description_chars: report.cut,
      truncated_description_count: report.shortened,
    },
    warning,
  };
}

function injected({ selected, messages, warnings }) {
  const injections = messages.slice(0, selected.length).map(({ text }, index) => {
    const { name, path } = selected[index];
    const frame = `<skill>\n<name>${name}</name>\n<path>${path}</path>\n\n</skill>`;
    return { name, path, contents_len: Buffer.byteLength(text) - Buffer.byteLength(frame) };
  });
  return { selected: selected.map(({ path }) => path), injections, warnings };
}

/** What the host's extraction alone gives: every name and path but those of environment variables. */
function extracted({ mentions }) {
  const seen = mentions.filter(({ outcome }) => outcome.reason !== "environment-variable");
  const named = seen.filter(({ target }) => target === "skill" || target === "other");
  return {
    names: sortedSet(named.map(({ name }) => name)),
    paths: sortedSet(seen.map(({ path }) => path).filter((path) => path !== null)),
    plain_names: sortedSet(seen.filter(({ path }) => path === null).map(({ name }) => name)),
  };
}

/** The order of the bytes, as hosts sort. */
export function byBytes(left, right) {
  return Buffer.compare(Buffer.from(left), Buffer.from(right));
}

function sortedSet(texts) {
  return [...new Set(texts)].sort(byBytes);
}

function pairs(asked = [], answered = []) {
  if (asked.length !== answered.length) throw new Error(`${asked.length} questions, ${answered.length} answers`);
  return asked.map((question, index) => [question, answered[index]]);
}

/** Objects with their keys in snake case and without those that are null: a host may leave out what is absent. */
function snakeCase(value) {
  if (Array.isArray(value)) return value.map(snakeCase);
  if (value === null || typeof value !== "object") return value;
  const fields = Object.entries(value).filter(([, field]) => field !== null);
  return Object.fromEntries(fields.map(([key, field]) => [snakeKey(key), snakeCase(field)]));
}

function snakeKey(key) {
  return key.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);
}
