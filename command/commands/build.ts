// `build` and `sync`: build the folders of every host from one folder of skills.
import { existsSync, statSync } from "node:fs";
import { resolve } from "node:path";
import type { BuildConflict, BuildPlan, BuildProof, BuildRequest, HostChoice } from "skillglass";
import { FORMAT_OPTIONS, LOCAL_HOSTS, localHosts, projectHelp, readArguments, readFormat, readHosts } from "../arguments.ts";
import type { Command } from "../command.ts";
import { ExitCode, UsageError } from "../exit.ts";
import { colour } from "../print/colour.ts";
import { labelOf, titleOf } from "../print/hosts.ts";
import { json } from "../print/json.ts";
import { notice, print, tellTroubles } from "../print/notice.ts";
import { Progress } from "../print/progress.ts";
import { counted, listed, plainLine } from "../print/text.ts";
import { recordedFolders, writeBuild } from "../tree/build.ts";
import type { Made } from "../tree/ignored.ts";
import { ignoredNotes } from "../tree/ignored.ts";
import { Project } from "../tree/load.ts";
import { childOf, isWithin, toDisk, toTree } from "../tree/paths.ts";
import { placeOf } from "../tree/project.ts";
import { uninterrupted } from "../tree/write.ts";
import { sentenceIn, shownIn } from "./open.ts";

const OPTIONS = {
  hosts: { type: "string", multiple: true },
  host: { type: "string", multiple: true },
  cwd: { type: "string" },
  home: { type: "string" },
  out: { type: "string", short: "o" },
  link: { type: "boolean" },
  global: { type: "boolean", short: "g" },
  plugin: { type: "string" },
  "dry-run": { type: "boolean", short: "n" },
  check: { type: "boolean" },
  ...FORMAT_OPTIONS,
} as const;

/** The folder of skills that is used if the command line names none. */
const SKILLS = "skills";

/** The folders that a message suggests if `SKILLS` does not exist. */
const OTHER_SOURCES = [".agents/skills", ".claude/skills"];

/**
 * The maximum number of rounds in which the build reads further files. The files of one round may
 * show that the build needs other files, for example because the target of a link is another link.
 */
const MOST_ROUNDS = 8;

/** The maximum number of changed paths that the report names. */
const MOST_NAMED = 20;

const ABOUT = `Builds the layout of every host from one folder of skills, in the fewest folders with which each host lists each skill once, and asks
each host for the proof. FOLDER has a folder with a SKILL.md for each skill (${SKILLS}).

A copy differs from the source only if a host needs that: fields that a host reads in a file of its own, such as agents/openai.yaml of
Codex, and the safe fixes of \`check --fix\`. The source is never changed. The record .skillglass-build.json has the built files: commit
it with them. A build overwrites and removes only files of the record that nobody changed.

Options:
  --hosts NAME[,NAME…]   The same as --host
  -o, --out DIR          The project to build into (here)
  --link                 Links to the folders of skills in place of copies, where the hosts follow them
  --plugin DIR           Also makes an Agent Plugin of the skills there; the folder's name is the plugin's
  -g, --global           Builds into the folders of the home in place of the project's
`;

const REST = `  --format FORMAT        text, json (text)
  --json                 Short for --format json
${projectHelp(`those of skillglass.json, else ${LOCAL_HOSTS}`)}
`;

const HELP = `Usage: skillglass build [FOLDER] [options]

${ABOUT}  -n, --dry-run          Shows all changes and the proof, and writes nothing
${REST}
Exit codes: 0 built, and each host lists each skill that it can; 1 something was not built, or a host does not list a skill: the rest
is built; 2 wrong use, or something could not be read or written.

Examples:
  skillglass build
  skillglass build team/skills --hosts codex,claude-code --link
  skillglass build --plugin dist/team-skills --dry-run
`;

const SYNC_HELP = `Usage: skillglass sync [FOLDER] [options]

The same as \`skillglass build\`; with --check nothing is written, and the exit code tells whether a build would change something.

${ABOUT}  --check                Writes nothing; for CI
${REST}
Exit codes: 0 built, or with --check all is as a build would leave it; 1 with --check a build would change something, or something
cannot be built; 2 wrong use, or something could not be read or written.

Examples:
  skillglass sync --check
  skillglass sync team/skills --hosts codex,claude-code --check
`;

export const build: Command = { help: HELP, run: (args) => run(args, "build") };

export const sync: Command = { help: SYNC_HELP, run: (args) => run(args, "sync") };

async function run(args: readonly string[], verb: "build" | "sync"): Promise<ExitCode> {
  const { values, positionals } = readArguments(args, OPTIONS, 1);
  const format = readFormat(values, ["text", "json"]);
  if (verb === "build" && values.check) throw new UsageError("--check is an option of `skillglass sync`");
  if (verb === "sync" && values["dry-run"]) throw new UsageError("--dry-run is an option of `skillglass build`; `sync` has --check");
  if (values.out !== undefined && values.cwd !== undefined)
    throw new UsageError("--cwd and --out exclude each other: both name the project to build into");
  const place = placeOf({ cwd: values.out ?? values.cwd, home: values.home }, values.out === undefined ? "--cwd" : "--out");
  const from = sourceOf(values.out === undefined ? toDisk(place.cwd) : process.cwd(), positionals[0], verb);
  const base = values.global ? place.home : place.cwd;
  const progress = new Progress(true);
  using project = new Project({
    place,
    hosts: readHosts([...(values.host ?? []), ...(values.hosts ?? [])]),
    otherwise: localHosts(),
    named: [from, ...recordedFolders(base)],
    beside: false,
    progress,
  });
  const request: BuildRequest = {
    from: project.walk.add(from) ?? from,
    hosts: [...project.hosts] as HostChoice[],
    scope: values.global ? "user" : "project",
    how: values.link ? "link" : "copy",
    plugin: values.plugin === undefined ? null : toTree(resolve(toDisk(place.cwd), values.plugin)),
  };
  const plan = planned(project, request);
  progress.clear();
  const unread = [...project.walk.troubles, ...(project.configurationFault === null ? [] : [project.configurationFault])];
  tellTroubles(unread);
  const isShown = Boolean(values.check || values["dry-run"]);
  const result = isShown
    ? { written: 0, removed: 0, troubles: [] }
    : await uninterrupted(() => writeBuild(plan, base, project.walk.contents));
  for (const { path, message } of result.troubles) notice(`${colour.red("cannot write")} ${plainLine(path)}: ${message}`);
  if (format === "json") print(json({ ...plan, written: !isShown && result.troubles.length === 0 }));
  else print(text(project, plan, isShown));
  if (unread.length > 0 || result.troubles.length > 0) return ExitCode.Trouble;
  // A host's refusal is a failure, except with --check: CI checks only whether the built files are up to date.
  const counts = (one: BuildConflict) => !values.check || one.reason !== "not-listed";
  const isStale = Boolean(values.check) && plan.writes.length + plan.removes.length > 0;
  return isStale || plan.conflicts.some(counts) ? ExitCode.Findings : ExitCode.Clean;
}

/**
 * Returns the folder of skills as a workspace path. `name` is the folder that the command line
 * names, relative to `base`. Throws a `UsageError` if there is no such folder.
 */
function sourceOf(base: string, name: string | undefined, verb: string): string {
  const path = resolve(base, name ?? SKILLS);
  const found = existsSync(path) ? statSync(path, { throwIfNoEntry: false }) : undefined;
  if (!found) {
    const other = OTHER_SOURCES.find((folder) => existsSync(resolve(base, folder))) ?? "my-skills";
    throw new UsageError(`there is no folder of skills ${path}: name one, as in \`skillglass ${verb} ${other}\``);
  }
  if (!found.isDirectory()) throw new UsageError(`${path} is no folder: name the folder that contains the folders of the skills`);
  return toTree(path);
}

/** Reads all files that the build needs, and returns the plan of the build. */
function planned(project: Project, request: BuildRequest): BuildPlan {
  const { workspace, walk } = project;
  for (let round = 0; round < MOST_ROUNDS; round++) {
    const wanted = workspace.planForBuild(request).filter((path) => !walk.contents.has(path));
    if (wanted.length === 0) break;
    walk.read(wanted);
    if (!wanted.some((path) => walk.contents.has(path))) break;
  }
  return workspace.build(request);
}

/**
 * Returns the report on a build as text for people. If `isShown` is true, the command only shows
 * the plan and writes no file.
 */
function text(project: Project, plan: BuildPlan, isShown: boolean): string {
  const shown = (path: string) => plainLine(shownIn(project, path));
  const lines: string[] = [];
  for (const { path, hosts, isSource } of plan.folders) {
    const names = listed(hosts.map((host) => labelOf(host)));
    lines.push(`${colour.green("✔")} ${shown(path)} ${colour.dim(isSource ? `read as it is by ${names}` : `for ${names}`)}`);
  }
  const written = plan.writes.map(({ path, replaces }) => `${replaces ? "~" : "+"} ${shown(path)}`);
  const removed = plan.removes.map((path) => `- ${shown(path)}`);
  lines.push(...some([...removed, ...written]));
  for (const { path, message } of plan.notes) lines.push(`${colour.dim("note")} ${shown(path)}: ${sentenceIn(project, message)}`);
  for (const { path, message, help, hosts } of plan.conflicts) {
    const whom = hosts.length === 0 ? "" : ` ${colour.dim(`(${listed(hosts.map((host) => labelOf(host)))})`)}`;
    lines.push(`${colour.red("✘")} ${shown(path)}: ${sentenceIn(project, message)}${whom}`, `  ${sentenceIn(project, help)}`);
  }
  const changes = plan.writes.length + plan.removes.length;
  const what = changes === 0 ? "all is up to date" : `${counted(changes, "change")}${isShown ? " to make: nothing is written" : ""}`;
  lines.push(`${counted(plan.skills, "skill")}, ${what}. ${proofOf(plan)}`);
  lines.push(...some(ignoredNotes(project, madeBy(plan), shown)));
  return lines.join("\n");
}

/** Returns the folders and links of skills that a build writes, and its other files. */
function madeBy({ folders, writes, plugin }: BuildPlan): Made[] {
  const made = writes.map(({ path }): Made => {
    if (plugin !== null && isWithin(path, plugin.path)) return { path: plugin.path, isFolder: true };
    const root = folders.find((one) => isWithin(path, one.path))?.path;
    if (root === undefined) return { path, isFolder: false };
    const [name, ...below] = path.slice(root.length + 1).split("/");
    return { path: childOf(root, name!), isFolder: below.length > 0 };
  });
  return [...new Map(made.map((one) => [one.path, one])).values()];
}

/** Returns the first lines of a long list, and a line with the number of the remaining ones. */
function some(lines: readonly string[]): string[] {
  if (lines.length <= MOST_NAMED) return [...lines];
  return [...lines.slice(0, MOST_NAMED), colour.dim(`  and ${lines.length - MOST_NAMED} more (--json names all)`)];
}

/**
 * Returns sentences on whether each host lists each built skill exactly once, and whether the host's
 * list has room for all descriptions; an empty text if nothing was checked.
 */
function proofOf({ proof }: BuildPlan): string {
  if (proof.length === 0) return "";
  const isGood = ({ listed: part, same, times }: BuildProof) => part.as !== "nothing" && same && times === 1;
  const isCut = (one: BuildProof) => isGood(one) && one.listed.as !== "whole";
  const titles = [...new Set(proof.map(titleOf))];
  const counts = (is: (one: BuildProof) => boolean) =>
    titles.flatMap((title) => {
      const answers = proof.filter((one) => titleOf(one) === title);
      const count = answers.filter(is).length;
      return count === 0 ? [] : [`${title} ${count} of ${answers.length}`];
    });
  const missing = counts((one) => !isGood(one));
  const cut = counts(isCut);
  const room = cut.length === 0 ? "" : ` For lack of room, not all of these descriptions are shown: ${listed(cut)}.`;
  if (missing.length === 0) return `Each of ${counted(titles.length, "host")} lists each skill once, with the same description.${room}`;
  const good = proof.filter(isGood).length;
  return `${counted(titles.length, "host")} asked: ${good} of ${proof.length} answers list the skill once, with the same description; the others: ${listed(missing)}.${room}`;
}
