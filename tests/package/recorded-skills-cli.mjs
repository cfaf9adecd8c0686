// What the `skills` CLI answered, held against what the package gives for the same files. The rules of the comparison are those of
// `examples/conformance/skills_cli.rs`.
import { resolve } from "node:path/posix";

import { byBytes, Comparison, inWorkspace, throughLinks } from "./recorded.mjs";

/** Words of an installation that is not compared: they name what only the program knows. */
const NOT_PLAIN = new Set(["eve", "--subagent", "--all", "*", "nope", "claude"]);

/** The program's words for each kind of entry. */
export const KINDS = { file: "file", directory: "dir", link: "symlink" };

/** One real skill in a repository of its own. */
export function compareRealSkill(Workspace, { folder, text, skills_cli: expected }) {
  const comparison = new Comparison();
  const tree = [{ type: "file", path: `/w/repo/skills/${folder}/SKILL.md`, text }];
  inWorkspace(Workspace, { cwd: "/w/project" }, tree, (workspace) => {
    // Recorded of each file by itself.
    const { skipped, skills } = workspace.install({ source: "/w/repo", project: "/w/project", internal: true });
    const got = skipped.length > 0 ? { error: skipped[0].reason } : { loaded: skills.length === 1 };
    // The recorded words are the first line's.
    const begins = got.error !== undefined && expected.error !== undefined && got.error.startsWith(expected.error);
    comparison.answer("skills", "skill", begins ? got : expected, got);
  });
  return comparison;
}

/** A repository on the disk: what it offers, what is skipped, and what is installed where. */
export function compareRepository(Workspace, recorded) {
  const comparison = new Comparison();
  const { cwd, home, source, tree, install_args: words } = recorded;
  if (!/^[./]/.test(source)) return comparison;
  inWorkspace(Workspace, { cwd, home }, tree, (workspace) => {
    compareOffered(comparison, recorded.expect.list, workspace.install(requestOf(recorded, recorded.list_args)));
    const request = requestOf(recorded, words);
    if (request.agents.length > 0 && words.includes("--yes") && !words.some((word) => NOT_PLAIN.has(word))) {
      compareInstalled(comparison, recorded, workspace.install(request));
    }
  });
  return comparison;
}

function requestOf({ cwd, home, source, env }, words) {
  return {
    source: resolve(cwd, source),
    project: cwd,
    home,
    skills: valuesOf(words, "--skill"),
    fullDepth: words.includes("--full-depth"),
    internal: ["1", "true"].includes(env?.INSTALL_INTERNAL_SKILLS),
    agents: valuesOf(words, "--agent"),
    copy: words.includes("--copy"),
    global: words.includes("--global"),
  };
}

/** The words behind an option, up to the next one. */
export function valuesOf(words, option) {
  const at = words.indexOf(option);
  if (at < 0) return [];
  const behind = words.slice(at + 1);
  const end = behind.findIndex((word) => word.startsWith("--"));
  return end < 0 ? behind : behind.slice(0, end);
}

function compareOffered(comparison, expected, { skills, skipped, error }) {
  const failed = error !== null && !error.startsWith("No matching");
  comparison.answer("exit codes", "exit", expected.exit, failed ? 1 : 0);
  if (expected.exit === 0) {
    // Plugins by name, then the rest.
    const shown = skills
      .toSorted((left, right) => (left.group === null) - (right.group === null) || byBytes(left.group ?? "", right.group ?? ""))
      .map(({ name, description, group, folder }) => ({ name, description, group, path: folder }));
    // Folders were told by what is installed: none where that failed, several where they look alike.
    const listed = expected.skills?.map((skill, index) => {
      const path = shown[index]?.path;
      const isOpen = path !== undefined && (skill.path === null || (Array.isArray(skill.path) && skill.path.includes(path)));
      return isOpen ? { ...skill, path } : skill;
    });
    comparison.answer("lists", "listed", listed ?? null, shown);
  }
  const warnings = skipped.map(({ path, reason }) => ({ path, reason }));
  comparison.answer("warnings", "warnings", expected.warnings, warnings);
}

function compareInstalled(comparison, { cwd, tree, expect }, { entries }) {
  const got = new Map(entries.map(({ path, content }) => [path, [KINDS[content.type], content.from ?? content.target ?? ""]]));
  const files = new Map(throughLinks(tree).map((entry) => [entry.path, entry.text]));
  const expected = (expect.install.tree ?? [])
    .filter(({ path }) => path !== `${cwd}/skills-lock.json`)
    .map(({ path, type, from, target, text }) => {
      const ours = got.get(path);
      // A file that several others equal is told by its text.
      const isOurs = type === "file" && (from ?? null) === null && ours && typeof text === "string" && files.get(ours[1]) === text;
      return [path, isOurs ? ours : [type, from ?? target ?? ""]];
    });
  comparison.answer("installations", "installed", byPath(expected), byPath([...got]));
}

/** In the order of the paths, with which the entries begin. */
export const byPath = (entries) => entries.toSorted(([left], [right]) => byBytes(left, right));
