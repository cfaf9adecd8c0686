// The files of a part after fixes: written, or shown as a patch.
import type { Fixed, Severity } from "skillglass";
import { colour } from "../print/colour.ts";
import { coloured, patch } from "../print/diff.ts";
import { notice } from "../print/notice.ts";
import { counted, plainLine } from "../print/text.ts";
import type { Project } from "../tree/load.ts";
import { isWithin } from "../tree/paths.ts";
import { uninterrupted, writeFixed } from "../tree/write.ts";
import type { Part } from "./parts.ts";
import { reached, requestOf } from "./parts.ts";

/** The fixes to make: those of the findings that the command shows, with or without proposals. */
export interface Chosen {
  readonly unsafeFixes: boolean;
  readonly minSeverity: Severity;
}

/** Prints what fixes would change; returns true if they change something. */
export async function showDiff(project: Project, part: Part, chosen: Chosen): Promise<boolean> {
  const relative = (path: string) => (isWithin(path, part.place.root) ? path.slice(part.place.root.length + 1) : path);
  const text = await patch(fixed(project, part, chosen), (path) => project.text(path) ?? "", relative);
  if (text !== "") process.stdout.write(coloured(text));
  return text !== "";
}

/** Returns true if proposals would change something. */
export function hasProposals(project: Project, part: Part, minSeverity: Severity): boolean {
  const { renames, files } = fixed(project, part, { unsafeFixes: true, minSeverity });
  return renames.length > 0 || Object.keys(files).length > 0;
}

/** Writes what fixes change; returns true if all of it could be written. */
export async function mend(project: Project, part: Part, chosen: Chosen, isQuiet: boolean): Promise<boolean> {
  const changes = fixed(project, part, chosen);
  const { files, renames, troubles } = await uninterrupted(() =>
    writeFixed(changes, project.walk.contents, [...part.scope, part.place.root]),
  );
  for (const { path, message } of troubles) notice(`${colour.red("not fixed:")} ${plainLine(path)}: ${message}`);
  const done = [
    files.length > 0 ? `fixed ${counted(files.length, "file")}` : "",
    renames.length > 0 ? `renamed ${counted(renames.length, "file")}` : "",
  ].filter((words) => words !== "");
  if (!isQuiet && done.length > 0) notice(colour.green(done.join(", ")));
  return troubles.length === 0;
}

function fixed(project: Project, part: Part, chosen: Chosen): Pick<Fixed, "renames" | "files"> {
  return within(project.workspace.fix({ ...requestOf(project, part), ...chosen }), reached(part, project));
}

/** Returns the part of a result that is in these files and folders, because nothing else may be changed. */
function within({ renames, files }: Fixed, scope: readonly string[]): Pick<Fixed, "renames" | "files"> {
  const isIn = (path: string) => scope.some((folder) => isWithin(path, folder));
  const kept = renames.filter(({ from }) => isIn(from));
  const isMeant = (path: string) => isIn(path) || kept.some(({ to }) => isWithin(path, to));
  return { renames: kept, files: Object.fromEntries(Object.entries(files).filter(([path]) => isMeant(path))) };
}
