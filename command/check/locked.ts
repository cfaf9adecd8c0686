// Checks the lock files of a project, for the option `--locked` of `check`.
import type { LockReason } from "skillglass";
import { notice } from "../print/notice.ts";
import { counted, plainLine } from "../print/text.ts";
import type { Project } from "../tree/load.ts";
import { isWithin, shownPath } from "../tree/paths.ts";

/**
 * The words for the reasons why an installed skill cannot be compared with its entry in a lock
 * file.
 */
const WORDS: Partial<Record<LockReason, string>> = {
  "no-digest": "the lock file has no digest of it",
  "unknown-digest": "the lock file has no valid digest of it",
  "no-name": "its entry has no name",
  rewritten: "its program changes SKILL.md when it installs the skill",
  archive: "the digest is that of an archive",
  "source-itself": "it is the project itself",
  outside: "a link leads out of the project",
  "other-site": "its file is on another site",
  unread: "one of its files could not be read",
  "file-modes": "the digest depends on which files are executable",
  "name-order": "the order of its file names is not known",
  "too-large": "its folder is too large",
};

/**
 * Prints which skills cannot be compared with their lock file, so that users do not believe that
 * these skills are unchanged. Returns false if the project has no lock file.
 */
export function tellLocks(project: Project, isQuiet: boolean): boolean {
  const { root, cwd, home } = project.place;
  const locks = project.workspace.locks().locks.filter(({ path }) => isWithin(path, root));
  if (locks.length === 0) {
    notice(`there is no lock file in ${shownPath(root, cwd, home)}: \`npx skills add\` writes skills-lock.json`);
    return false;
  }
  const unverifiable = new Map<string, string[]>();
  for (const { entries } of locks)
    for (const { name, state, reason } of entries) {
      if (state !== "unverifiable") continue;
      const words = (reason && WORDS[reason]) ?? "its digest cannot be computed";
      unverifiable.set(words, [...(unverifiable.get(words) ?? []), name]);
    }
  if (isQuiet) return true;
  for (const [words, names] of unverifiable)
    notice(`${counted(names.length, "locked skill")} not compared, because ${words}: ${plainLine(names.join(", "))}`);
  return true;
}
