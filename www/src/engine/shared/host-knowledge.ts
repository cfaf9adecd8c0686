/**
 * All that the page assumes of hosts' files and prompts because the package has no words for it yet. Each entry names the call that
 * would replace it; nothing else in the page may know such a thing.
 */
import type { Field, Workspace } from "skillglass";
import { isSkillFile } from "../../lib/paths.ts";
import type { Sigil, SigilsAnswer, SigilsAsk } from "../protocol/sigils.ts";

// ---- files: `workspace.plan({ hosts })` would replace it -----------------------------------------------------------

/** The files that some host may read: skills, commands and the settings that decide on them. */
const READ_BY_SOME = new RegExp(
  [
    /\/(skill\.md|openai\.ya?ml|config\.toml|settings(\.local)?\.json|system-defaults\.json|plugin\.json)$/,
    /\/(opencode\.jsonc?|openclaw\.json|(\.?gemini-extension(-install)?|extension-enablement)\.json|\.(git|fd)?ignore)$/,
    /\/(skills?|commands?)\/.*\.md$/,
  ]
    .map(({ source }) => source)
    .join("|"),
  "i",
);

export function isReadBySomeHost(path: string): boolean {
  return READ_BY_SOME.test(path);
}

// ---- skills: `workspace.skillFile(path)` would replace it ----------------------------------------------------------

function isCommandFile(path: string): boolean {
  return /\/commands?\/.*\.md$/.test(path);
}

/** The file that a host reads as a skill: this one, or the one in whose folder it lies; null if there is none. */
export function skillOf(path: string, files: { has(path: string): boolean }): string | null {
  if (isSkillFile(path) || isCommandFile(path)) return path;
  for (let end = path.lastIndexOf("/"); end > 0; end = path.lastIndexOf("/", end - 1)) {
    const skill = `${path.slice(0, end)}/SKILL.md`;
    if (files.has(skill)) return skill;
  }
  return null;
}

// ---- fields: `fieldsFile(path)` would replace it -------------------------------------------------------------------

/** The table of fields that is about this file; null if none is. */
export function fieldsFileOf(path: string): Field["file"] | null {
  if (isSkillFile(path) || isCommandFile(path)) return "frontmatter";
  return /\/agents\/openai\.ya?ml$/.test(path) ? "agents/openai.yaml" : null;
}

// ---- prompts: `sigils` of each host in `hosts()` would replace it --------------------------------------------------

const SIGILS: readonly string[] = ["/", "$"];

/** The sigils that the host takes before a skill's name: each that some host takes, and what this one says is typed, is tried in a turn. */
export function sigilsBefore({ name, path, renamed }: SigilsAsk, workspace: Workspace): SigilsAnswer {
  const { host, edition } = workspace.catalog();
  const typed = workspace.compare({ hosts: [{ host, edition }], skills: [path] }).skills[0]?.cells[0]?.user ?? "";
  const own = typed.endsWith(name) ? [typed.slice(0, -name.length)] : [];
  const outcomes = (text: string) => workspace.turn({ inputs: [{ type: "text", text }] }).mentions.map(({ outcome }) => outcome);
  const sigils = [...new Set([...own, ...SIGILS])]
    .filter((text) => text !== "" && outcomes(text + name).some((one) => one.status === "selected" || one.reason !== "not-offered"))
    .map((text): Sigil => ({ text, takesOwn: renamed === null || outcomes(text + renamed).some(({ status }) => status === "selected") }));
  return { host, edition, sigils };
}

// ---- folders: the usual roots of all hosts, with no tree to look at, would replace it ------------------------------

/** The folder for skills of a repository, unless the host looks elsewhere. */
export const USUAL_SKILLS_FOLDER = "/repo/.agents/skills";

/** The mount points to choose from. */
export const MOUNT_POINTS: readonly string[] = [
  "/repo",
  "/repo/.agents/skills",
  "/repo/.claude/skills",
  "/repo/.codex/skills",
  "/repo/.gemini/skills",
  "/repo/.github/skills",
  "/repo/.pi/skills",
  "/repo/skills",
  "/home/me",
  "/home/me/.agents/skills",
  "/home/me/.claude/skills",
  "/home/me/.codex/skills",
  "/home/me/.copilot/skills",
  "/home/me/.gemini/skills",
  "/home/me/.openclaw/skills",
];

/** Folders at the root of a repository or a home that say what it is. */
export const REPOSITORY_MARKERS: ReadonlySet<string> = new Set(
  "agents claude codex copilot gemini git github openclaw opencode pi vscode".split(" ").map((name) => `.${name}`),
);
