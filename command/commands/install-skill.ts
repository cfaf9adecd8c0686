import { existsSync, mkdirSync, readlinkSync, realpathSync, rmSync } from "node:fs";
import { resolve } from "node:path";
import { version } from "skillglass";
import { FORMAT_OPTIONS, oneOf, PROJECT_OPTIONS, projectHelp, readArguments, readFormat, readHosts } from "../arguments.ts";
import type { Command } from "../command.ts";
import { ExitCode, UsageError } from "../exit.ts";
import type { Files, State } from "../own-skill/copy.ts";
import { foldersOf, isSame, NAME, ownFiles, stateOf } from "../own-skill/copy.ts";
import type { Placement, Wanted } from "../own-skill/places.ts";
import { placementFor, placementIn } from "../own-skill/places.ts";
import { colour } from "../print/colour.ts";
import { titleOf } from "../print/hosts.ts";
import { json } from "../print/json.ts";
import { notice, print, tellTroubles } from "../print/notice.ts";
import { Progress } from "../print/progress.ts";
import { listed, plainLine } from "../print/text.ts";
import { ignoredNotes } from "../tree/ignored.ts";
import { Project } from "../tree/load.ts";
import { childOf, parentOf, shownPath, toDisk, toTree, withShownPaths } from "../tree/paths.ts";
import type { Place } from "../tree/project.ts";
import { placeOf } from "../tree/project.ts";
import { wordsFor } from "../tree/trouble.ts";
import { linkFolder, replaceFile } from "../tree/write.ts";

const OPTIONS = {
  ...PROJECT_OPTIONS,
  scope: { type: "string" },
  dir: { type: "string" },
  "dry-run": { type: "boolean" },
  ...FORMAT_OPTIONS,
} as const;

const HELP = `Usage: skillglass install-skill [options]

Installs the skill \`${NAME}\` for agents: how to find out why a skill is missing, cut or never chosen, and how to repair it. The skill is
copied to where the hosts look, once, with links for hosts that look elsewhere. A copy of another version is replaced; anything else that
is there, such as a copy that somebody has changed, is left as it is, and nothing is written.

Options:
  --scope SCOPE          project, for the repository that you are in, or user, for your home (project)
  --dir DIR              Copies it to DIR/${NAME}, wherever hosts look
  --dry-run              Prints what would be written, and writes nothing
  --format FORMAT        text, json (text)
  --json                 Short for --format json
${projectHelp("those of skillglass.json, else the usual ones")}

Exit codes: 0 it is there, 2 wrong use, something else is where it would be, or it could not be written.

Examples:
  skillglass install-skill
  skillglass install-skill --scope user --host codex,claude-code
`;

/** A folder where hosts should find Skillglass's own skill, and the action to take there. */
interface Step extends Wanted {
  readonly action: "write" | "update" | "keep";
  /** The version of the copy that already exists in the folder; null if there is none. */
  readonly before: string | null;
  /** The files of the copy that already exists in the folder; empty if there is none. */
  readonly old: Files;
}

export const installSkill: Command = {
  help: HELP,
  async run(args) {
    const { values } = readArguments(args, OPTIONS, 0);
    const format = readFormat(values, ["text", "json"]);
    if (values.dir !== undefined && values.scope !== undefined)
      throw new UsageError("--dir and --scope exclude each other: leave one of them out");
    const scope = oneOf("scope", values.scope ?? "project", ["project", "user"]);
    const around = placeOf(values);
    const place = { ...around, cwd: around.root };
    using project = new Project({ place, hosts: readHosts(values.host), beside: false, progress: new Progress(true) });
    tellTroubles(project.walk.troubles);
    const files = ownFiles();
    const placement =
      values.dir === undefined
        ? placementFor(project, scope, files, (folder) => stateOf(folder).is === "copy" && !isLink(folder))
        : placementIn(project, childOf(toTree(resolve(values.dir)), NAME), files);
    if (placement.wanted.length === 0)
      throw new UsageError(
        `${listed(project.hosts.map(titleOf))} ${project.hosts.length === 1 ? "looks" : "look"} in no folder of a ${scope}: --scope ${scope === "user" ? "project" : "user"}, or name a folder with --dir`,
      );
    const steps = placement.wanted.map((one) => stepFor(one, files));
    const refused = steps.filter((step): step is Refusal => "refusal" in step);
    const shown = (path: string) => plainLine(shownPath(path, around.cwd, place.home));
    for (const { folder, refusal } of refused) notice(`${shown(folder)} ${refusal}`);
    if (refused.length > 0) return ExitCode.Trouble;
    const todo = steps as Step[];
    if (!values["dry-run"] && !write(todo, files, shown)) return ExitCode.Trouble;
    print(
      format === "json"
        ? json(documentOf(todo, placement, values["dry-run"] === true))
        : textOf(project, todo, placement, around, values["dry-run"] === true),
    );
    return ExitCode.Clean;
  },
};

/**
 * A folder into which Skillglass's own skill is not installed, because the folder must not be
 * changed. `refusal` gives the reason, and what the user can do.
 */
interface Refusal extends Wanted {
  readonly refusal: string;
}

function stepFor(wanted: Wanted, files: Files): Step | Refusal {
  const { folder, target } = wanted;
  if (target !== null) {
    if (!isLink(folder))
      return stateOf(folder).is === "missing"
        ? { ...wanted, action: "write", before: null, old: new Map() }
        : refusal(wanted, stateOf(folder));
    const isOurs = leadsTo(folder, childOf(parentOf(folder), target));
    return isOurs
      ? { ...wanted, action: "keep", before: null, old: new Map() }
      : { ...wanted, refusal: `is a link to another place. ${REMEDY}` };
  }
  const state = stateOf(folder);
  if (state.is === "missing") return { ...wanted, action: "write", before: null, old: new Map() };
  if (state.is !== "copy") return refusal(wanted, state);
  return { ...wanted, action: isSame(state.files, files) ? "keep" : "update", before: state.version, old: state.files };
}

const REMEDY = "Nothing was written. Move it away, and run the command again";

function refusal(wanted: Wanted, { is }: State): Refusal {
  const why = is === "changed" ? "was changed since it was written" : "is not a copy of this skill";
  return { ...wanted, refusal: `${why}, so it is left as it is. ${REMEDY}` };
}

function isLink(path: string): boolean {
  try {
    readlinkSync(toDisk(path));
    return true;
  } catch {
    return false;
  }
}

/** Returns true if a link leads to a folder. The folder does not need to exist yet. */
function leadsTo(link: string, folder: string): boolean {
  const target = resolve(toDisk(parentOf(link)), readlinkSync(toDisk(link)));
  try {
    return realpathSync(target) === realpathSync(toDisk(folder));
  } catch {
    return target === resolve(toDisk(folder));
  }
}

/**
 * Writes the copies and links. Returns false if one of them could not be written. A new copy that
 * is incomplete is removed again.
 */
function write(steps: readonly Step[], files: Files, shown: (path: string) => string): boolean {
  for (const step of steps.filter(({ action }) => action !== "keep")) {
    const { folder, target, action } = step;
    try {
      if (target !== null) linkFolder(childOf(parentOf(folder), target), folder);
      else writeCopy(step, files);
    } catch (error) {
      if (action === "write" && existsSync(toDisk(folder))) rmSync(toDisk(folder), { recursive: true, force: true });
      notice(`${colour.red("cannot write")} ${shown(folder)}: ${wordsFor(error)}`);
      return false;
    }
  }
  return true;
}

function writeCopy({ folder, old }: Step, files: Files): void {
  for (const path of ["", ...foldersOf(files)]) mkdirSync(toDisk(path === "" ? folder : childOf(folder, path)), { recursive: true });
  for (const [path, text] of files) replaceFile(toDisk(childOf(folder, path)), text);
  // These are unchanged files of the older copy.
  for (const path of old.keys()) if (!files.has(path)) rmSync(toDisk(childOf(folder, path)));
}

function documentOf(steps: readonly Step[], { hosts, lacking }: Placement, isDry: boolean) {
  return {
    version: version(),
    dryRun: isDry,
    folders: steps.map(({ folder, target, action, before }) => ({
      path: toDisk(folder),
      linkTo: target === null ? null : resolve(toDisk(parentOf(folder)), target),
      action,
      before,
    })),
    hosts,
    lacking: lacking.map(({ host, remedy }) => ({ ...host, remedy })),
  };
}

function textOf(
  project: Project,
  steps: readonly Step[],
  { hosts, lacking }: Placement,
  { cwd, root, home }: Place,
  isDry: boolean,
): string {
  const done = { write: isDry ? "would be written" : "", update: isDry ? "would be updated" : "updated", keep: "unchanged" };
  const lines = steps.map(({ folder, target, action, before }) => {
    const words = [target === null ? "" : "a link to it", done[action], action === "update" ? `from version ${before}` : ""];
    return `${colour.green("✔")} ${plainLine(shownPath(folder, cwd, home))}  ${colour.dim(words.filter((word) => word !== "").join(", "))}`.trimEnd();
  });
  if (hosts.length > 0) lines.push(`  ${listed(hosts.map(({ host }) => titleOf({ host })))} ${hosts.length === 1 ? "loads" : "load"} it.`);
  for (const { host, remedy } of lacking)
    lines.push(
      `${colour.yellow("–")} ${titleOf({ host: host.host })} does not load it: ${plainLine(withShownPaths(remedy, cwd, root, home))}`,
    );
  const written = steps
    .filter(({ action }) => action !== "keep")
    .map(({ folder, target }) => ({ path: folder, isFolder: target === null }));
  lines.push(...ignoredNotes(project, written, (path) => shownPath(path, cwd, home)));
  if (isDry) lines.push(colour.dim("Nothing was written: leave out --dry-run."));
  return lines.join("\n");
}
