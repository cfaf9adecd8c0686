// Applies fixes to the checked files of a project: writes the files, or shows the changes as a
// patch.
import type { Fixed, Severity } from "skillglass";
import { colour } from "../print/colour.ts";
import { coloured, patch } from "../print/diff.ts";
import { notice } from "../print/notice.ts";
import { counted, plainLine } from "../print/text.ts";
import type { Project } from "../tree/load.ts";
import { isWithin } from "../tree/paths.ts";
import type { Written } from "../tree/write.ts";
import { uninterrupted, writeFixed } from "../tree/write.ts";
import type { Part } from "./parts.ts";
import { reached, requestOf } from "./parts.ts";

/**
 * The fixes to apply: the fixes of findings whose severity is at least `minSeverity`. `unsafeFixes`
 * is true to include fixes that need a review.
 */
export interface Chosen {
  readonly unsafeFixes: boolean;
  readonly minSeverity: Severity;
}

/** The result of fixes: renames, and the complete new texts of files. */
export type Changes = Pick<Fixed, "renames" | "files">;

/**
 * Prints the changes that the chosen fixes would make, as a patch. Returns true if the patch is not
 * empty.
 */
export async function showDiff(project: Project, part: Part, chosen: Chosen): Promise<boolean> {
  const text = await patchOf(project, part, fixed(project, part, chosen));
  if (text !== "") process.stdout.write(coloured(text));
  return text !== "";
}

/**
 * Returns changes as a patch with paths relative to the repository; an empty text if there are
 * none.
 */
export async function patchOf(project: Project, { place: { root } }: Part, changes: Changes): Promise<string> {
  const relative = (path: string) => (isWithin(path, root) ? path.slice(root.length + 1) : path);
  return await patch(changes, (path) => project.text(path) ?? "", relative);
}

/** Returns true if there are fixes that would change a file, including fixes that need a review. */
export function hasProposals(project: Project, part: Part, minSeverity: Severity): boolean {
  const { renames, files } = fixed(project, part, { unsafeFixes: true, minSeverity });
  return renames.length > 0 || Object.keys(files).length > 0;
}

/**
 * Writes the changes of the chosen fixes to the disk. Returns true if all of them could be written.
 */
export async function mend(project: Project, part: Part, chosen: Chosen, isQuiet: boolean): Promise<boolean> {
  const { files, renames, troubles } = await writeChanges(project, part, fixed(project, part, chosen));
  for (const { path, message } of troubles) notice(`${colour.red("not fixed:")} ${plainLine(path)}: ${message}`);
  const done = [
    files.length > 0 ? `fixed ${counted(files.length, "file")}` : "",
    renames.length > 0 ? `renamed ${counted(renames.length, "file")}` : "",
  ].filter((words) => words !== "");
  if (!isQuiet && done.length > 0) notice(colour.green(done.join(", ")));
  return troubles.length === 0;
}

/**
 * Writes changes to the disk. Changes are allowed only in the checked files and folders, and in
 * their project.
 */
export async function writeChanges(project: Project, { scope, place }: Part, changes: Changes): Promise<Written> {
  return await uninterrupted(() => writeFixed(changes, project.walk.contents, [...scope, place.root]));
}

/** Returns the changes of the chosen fixes in the checked files and folders. */
export function fixed(project: Project, part: Part, chosen: Chosen): Changes {
  return within(project.workspace.fix({ ...requestOf(project, part), ...chosen }), reached(part, project));
}

/**
 * Returns only the changes to files that are in `scope`, because other files must not be changed.
 */
function within({ renames, files }: Fixed, scope: readonly string[]): Changes {
  const isIn = (path: string) => scope.some((folder) => isWithin(path, folder));
  const kept = renames.filter(({ from }) => isIn(from));
  const isMeant = (path: string) => isIn(path) || kept.some(({ to }) => isWithin(path, to));
  return { renames: kept, files: Object.fromEntries(Object.entries(files).filter(([path]) => isMeant(path))) };
}
