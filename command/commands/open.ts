// The first steps of all verbs that answer questions about a project.
import type { Catalog, HostEdition } from "skillglass";
import { readHosts } from "../arguments.ts";
import type { ShownPaths } from "../changes/words.ts";
import { ExitCode } from "../exit.ts";
import { colour } from "../print/colour.ts";
import { tellTroubles } from "../print/notice.ts";
import { Progress } from "../print/progress.ts";
import { counted, plainLine } from "../print/text.ts";
import { Project } from "../tree/load.ts";
import { parentOf, shownPath, toTree, withShownPaths } from "../tree/paths.ts";
import type { Place } from "../tree/project.ts";
import { placeOf } from "../tree/project.ts";
import type { Trouble } from "../tree/trouble.ts";

/** The values of the options that name a project: `--host`, `--cwd` and `--home`. */
export interface ProjectValues {
  readonly host?: string[] | undefined;
  readonly cwd?: string | undefined;
  readonly home?: string | undefined;
}

/** The settings with which a command reads a project, such as the paths that the user named. */
export interface OpenRequest {
  readonly beside?: boolean;
  readonly named?: readonly string[];
  readonly otherwise?: readonly HostEdition[];
  readonly asInstalled?: boolean | null;
}

/**
 * Reads the project that the options name, and passes it to `ask`. Prints notices about files that
 * cannot be read. Returns the exit code for trouble if there are such files, otherwise the result
 * of `ask`.
 */
export function withProject(values: ProjectValues, request: OpenRequest, ask: (project: Project) => ExitCode): ExitCode {
  const progress = new Progress(true);
  using project = openProject(placeOf(values), values.host, request, progress);
  progress.clear();
  const troubles = troublesIn(project);
  tellTroubles(troubles);
  const code = ask(project);
  return troubles.length > 0 ? ExitCode.Trouble : code;
}

/**
 * Reads a project. `place` has the project's directories, and `host` has the values of the option
 * `--host`.
 */
export function openProject(place: Place, host: readonly string[] | undefined, request: OpenRequest, progress: Progress): Project {
  return new Project({
    place,
    hosts: readHosts(host),
    ...(request.otherwise ? { otherwise: request.otherwise } : {}),
    named: request.named ?? [],
    beside: request.beside ?? false,
    asInstalled: request.asInstalled === undefined ? false : request.asInstalled,
    progress,
  });
}

/** Returns the files and folders that could not be read, each with the reason. */
export function troublesIn(project: Project): Trouble[] {
  return [...project.walk.troubles, ...(project.configurationFault === null ? [] : [project.configurationFault])];
}

/**
 * Returns a message from the npm package `skillglass` as a single line, with absolute paths
 * shortened.
 */
export function sentenceIn({ place: { cwd, root, home } }: Project, text: string): string {
  return plainLine(withShownPaths(text, cwd, root, home));
}

/**
 * Returns the short form of a path for reports. A path in the working directory is relative to this
 * directory. Another path in the user's home begins with `~`.
 */
export function shownIn(project: Project, path: string): string {
  return shownPath(path, project.place.cwd, project.place.home);
}

/**
 * Returns the functions that convert paths and messages to the form in which reports on a project
 * show them.
 */
export function shownPaths(project: Project): ShownPaths {
  return { path: (path) => shownIn(project, path), sentence: (text) => sentenceIn(project, text) };
}

/**
 * Returns the note at the start of a report: either that the skills are shown as if they were
 * installed, or that some are in folders where no host looks. Returns an empty text if there is
 * nothing to note. `skills` are the skills of the report, by default all skills of the project.
 */
export function notesOn(project: Project, skills?: readonly string[]): string {
  return installedNote(project) + publishedNote(project, skills);
}

/**
 * Returns the note at the start of a report on a project whose skills are treated as installed,
 * although they are in folders that hosts do not search. Returns an empty text if the skills are
 * not treated as installed. `others` describes how the report treats skills that cannot be
 * installed beside a skill whose folder has the same name.
 */
export function installedNote(project: Project, others = "left out"): string {
  if (!project.isAsInstalled) return "";
  const note = "no host looks where these skills are: shown as if installed for each (--no-as-installed shows them as they are)";
  const asked = "shown as if installed for each host";
  const folders = project.notInstalled.map((path) => shownIn(project, parentOf(path)));
  const some = `${folders.slice(0, 3).join(", ")}${folders.length > 3 ? " …" : ""}`;
  const words = [
    project.isAsInstalledByDefault ? note : asked,
    folders.length === 0
      ? ""
      : `${counted(folders.length, "skill")} ${others}, because another folder has the same name: ${plainLine(some)}`,
  ];
  return `${words
    .filter((line) => line !== "")
    .map((line) => colour.dim(line))
    .join("\n")}\n\n`;
}

/**
 * Returns a note for the start of a report on the skills in `skills`, by default all skills of the
 * project. The note has the number of skills in folders where no host looks, and some of the
 * folders. Returns an empty text if there are no such skills, if the report shows the skills as if
 * they were installed, or if the user gave `--no-as-installed`.
 */
export function publishedNote(project: Project, skills?: readonly string[]): string {
  if (project.isAsInstalled || !project.isAsInstalledByDefault) return "";
  const published = project.published().filter((path) => skills === undefined || skills.includes(path));
  if (published.length === 0) return "";
  const some = published.slice(0, 3).map((path) => plainLine(shownIn(project, parentOf(path))));
  const where = `${some.join(", ")}${published.length > 3 ? " …" : ""}`;
  const words = `${counted(published.length, "skill")} in folders where none of these hosts looks (${where})`;
  return `${colour.dim(`${words}: --as-installed shows them as if installed`)}\n\n`;
}

/**
 * Returns a report about the current host with the paths of original files. The paths of copies
 * that show skills as if they were installed are only in the workspace.
 */
export function withOrigins<T>(project: Project, report: T): T {
  if (!project.isAsInstalled) return report;
  const isPath = (value: unknown) => typeof value === "string" && value.startsWith("/");
  return JSON.parse(JSON.stringify(report, (_, value) => (isPath(value) ? project.originOf(value) : value)));
}

/**
 * Returns the catalog of a host. If a file could not be read, the catalog contains the error of the
 * operating system.
 */
export function catalogOf(project: Project, host: HostEdition): Catalog {
  const catalog = project.through(host).catalog();
  const reasons = new Map(project.walk.troubles.map(({ path, message }) => [toTree(path), message]));
  const loaded = new Set(catalog.skills.map(({ path }) => path));
  const isOtherSkill = ({ path, reason }: Catalog["leftOut"][number]) => {
    // A skill that is shown as installed is not a skipped file, and neither is a link to a skill that the host loads.
    if (reason === "outside-roots") return project.installedAt(path) === null;
    return !["duplicate", "shadowed"].includes(reason) || !loaded.has(project.walk.add(path) ?? path);
  };
  const passedOver = catalog.leftOut.filter(isOtherSkill);
  const leftOut = passedOver.map((one) => {
    const message = one.reason === "unread" ? reasons.get(project.originOf(one.path)) : undefined;
    return message === undefined ? one : { ...one, message: `it cannot be read: ${message}`, help: "Make it a file that you may read." };
  });
  return { ...catalog, leftOut };
}
