import type { Diagnostic, HostChoice, HostDiff, HostEdition, Since, TreeDiff } from "skillglass";
import { changelog, diffTrees, hosts } from "skillglass";
import type { Answer } from "../answer.ts";
import { FORMAT_OPTIONS, oneOf, PROJECT_OPTIONS, projectHelp, readArguments, readFormat, readHosts } from "../arguments.ts";
import { markdown } from "../changes/markdown.ts";
import { text } from "../changes/text.ts";
import type { ChangeReport } from "../changes/words.ts";
import { totalsOf } from "../changes/words.ts";
import type { Command } from "../command.ts";
import { ExitCode, UsageError } from "../exit.ts";
import { json } from "../print/json.ts";
import { print, tellTroubles } from "../print/notice.ts";
import { Progress } from "../print/progress.ts";
import { copyOf } from "../tree/copy.ts";
import { Project } from "../tree/load.ts";
import { placeOf } from "../tree/project.ts";
import { namedSkills } from "../tree/skills.ts";
import { shownPaths, withProject } from "./open.ts";

const OPTIONS = {
  ...PROJECT_OPTIONS,
  from: { type: "string" },
  to: { type: "string" },
  bisect: { type: "string" },
  changelog: { type: "string" },
  "fail-on": { type: "string", multiple: true },
  ...FORMAT_OPTIONS,
} as const;

const HELP = `Usage: skillglass diff --from HOST@EDITION [--to EDITION] [FOLDER] [options]
       skillglass diff --bisect SKILL --host HOST [FOLDER] [options]
       skillglass diff --changelog HOST [options]
       skillglass diff BASE HEAD [options]

Reports what changes for skills: which a host loads, lists and cuts, the text of the list, the commands that users type, the text that a
use puts in, and its effects, each with the reason.

  --from       between two editions of a host
  --bisect     since which edition a host lists a skill, or does not list it, with the reason in each edition
  --changelog  what each edition of a host changed, from the rows of \`skillglass can-i-use\`
  BASE HEAD    between two folders with versions of one project: what each host does with the change, and what is newly unsafe

Folders are read as they are; no program is started, so no commit is read. \`git worktree add ../base main\` makes a folder of a branch.

Options:
  --from HOST@EDITION    The edition before, such as claude-code@2026-08
  --to EDITION           The edition after: 2026-11, or claude-code@2026-11 (the host's default edition)
  --bisect SKILL         A name, a folder or a file of a skill
  --changelog HOST       A host, such as codex
  --fail-on WHAT         Exits with 1 if a host drops a skill from its list (dropped), shows less of its description (cut), or if a rule on
                         safety finds something new (unsafe); several with commas
  --format FORMAT        text, markdown, json (text)
  --json                 Short for --format json
${projectHelp("those of skillglass.json, else the usual ones")}

Exit codes: 0 the report is complete, 1 something of --fail-on is in it, 2 wrong use, or something could not be read.

Examples:
  skillglass diff --from claude-code@2026-08 --to 2026-11
  skillglass diff --bisect pdf --host codex
  skillglass diff --changelog codex
  skillglass diff ../base . --fail-on dropped,unsafe --format markdown
`;

/** The words of `--fail-on`. */
const FAULTS = ["dropped", "cut", "unsafe"] as const;
type Fault = (typeof FAULTS)[number];

export const diff: Command = {
  help: HELP,
  async run(args) {
    const { values, positionals } = readArguments(args, OPTIONS, 2);
    const format = readFormat(values, ["text", "markdown", "json"]);
    const failOn = readFaults(values["fail-on"]);
    const modes = (["from", "bisect", "changelog"] as const).filter((mode) => values[mode] !== undefined);
    if (modes.length > 1) throw new UsageError(`--${modes.join(" and --")} exclude each other: leave one of them out`);
    const [mode] = modes;
    if (values.to !== undefined && mode !== "from") throw new UsageError("--to needs --from: --from codex@2026-05 --to 2026-11");
    const report = format === "markdown" ? markdown : text;
    if (mode === "changelog") {
      if (positionals.length > 0) throw new UsageError(`\`${positionals[0]}\` is one argument too many: --changelog reads no folder`);
      const [host] = readHosts([values.changelog!])!;
      return tell(changelogOf(host!, report), format);
    }
    if (mode === undefined) return betweenTrees(values, positionals, failOn, format);
    const [folder, extra] = positionals;
    if (extra !== undefined) throw new UsageError(`\`${extra}\` is one argument too many: --${mode} takes one folder`);
    if (folder !== undefined && values.cwd !== undefined)
      throw new UsageError("--cwd and FOLDER exclude each other: leave one of them out");
    const place = folder === undefined ? values : { ...values, cwd: folder };
    if (mode === "bisect") {
      const [host, another] = readHosts(values.host) ?? [];
      if (host === undefined || another !== undefined) throw new UsageError("--bisect needs one host: --host codex");
      return withProject(place, {}, (project) => tell(bisected(project, namedSkills(project, [values.bisect!]), host, report), format));
    }
    if (values.host !== undefined) throw new UsageError("--host and --from exclude each other: --from names the host");
    const [from, to] = readEditions(values.from!, values.to);
    return withProject({ ...place, host: [choiceOf(from), choiceOf(to)] }, {}, (project) =>
      tell(betweenEditions(project, from, to, { report, failOn }), format),
    );
  },
};

/** The way to report changes: in which form, and what makes the exit code 1. */
interface Way {
  readonly report: ChangeReport;
  readonly failOn: readonly Fault[];
}

/** The text for a terminal, where no change is a failure. */
const PLAIN: Way = { report: text, failOn: [] };

function tell(answer: Answer, format: "text" | "markdown" | "json"): ExitCode {
  print(format === "json" ? json(answer.document()) : answer.text());
  return answer.code;
}

/** Reports what each edition of a host changed. */
export function changelogOf({ host }: HostEdition, report: ChangeReport = text): Answer {
  const found = changelog(host);
  return { code: ExitCode.Clean, document: () => found, text: () => report.changelog(found) };
}

/** Reports since which edition a host lists skills, given by their files, or does not. */
export function bisected(project: Project, files: readonly string[], host: HostEdition, report: ChangeReport = text): Answer {
  const found = files.map((skill): Since => project.asItIs().since({ skill, host }));
  return {
    code: ExitCode.Clean,
    document: () => found,
    text: () => found.map((since) => report.since(shownPaths(project), since)).join("\n\n"),
  };
}

/** Reports what changes for a project's skills between two editions of a host. */
export function betweenEditions(project: Project, from: HostEdition, to: HostEdition, { report, failOn }: Way = PLAIN): Answer {
  const found = project.asItIs().diff({ from, to });
  return {
    code: hasFault([found], [], failOn) ? ExitCode.Findings : ExitCode.Clean,
    document: () => found,
    text: () => report.host(shownPaths(project), found),
  };
}

/** Reports what changes for skills between two versions of a project. */
export function betweenProjects(base: Project, head: Project, { report, failOn }: Way = PLAIN): Answer {
  using before = copyOf(base, head);
  const found: TreeDiff = diffTrees(before, head.asItIs(), { hosts: [...head.hosts] as HostChoice[] });
  return {
    code: hasFault(found.hosts, found.findings, failOn) ? ExitCode.Findings : ExitCode.Clean,
    document: () => found,
    text: () => report.trees(shownPaths(head), found),
  };
}

type Values = ReturnType<typeof readArguments<typeof OPTIONS>>["values"];

/** Compares two folders. */
function betweenTrees(
  values: Values,
  folders: readonly string[],
  failOn: readonly Fault[],
  format: "text" | "markdown" | "json",
): ExitCode {
  const [first, second] = folders;
  if (first === undefined || second === undefined)
    throw new UsageError(
      "name two folders, as in `skillglass diff ../base .`; or two editions, as in `skillglass diff --from codex@2026-05 --to 2026-11`",
    );
  if (values.cwd !== undefined) throw new UsageError("--cwd and two folders exclude each other: the folders are the directories");
  const progress = new Progress(true);
  const asked = readHosts(values.host);
  const open = (cwd: string, hosts: readonly HostEdition[] | null) =>
    new Project({ place: placeOf({ cwd: folderNamed(cwd), home: values.home }), hosts, beside: true, progress });
  using head = open(second, asked);
  using base = open(first, head.hosts);
  if (base.place.cwd === head.place.cwd) throw new UsageError(`${first} and ${second} are the same folder`);
  progress.clear();
  const troubles = [...base.walk.troubles, ...head.walk.troubles, ...(head.configurationFault === null ? [] : [head.configurationFault])];
  const told = troubles.filter(({ path }, index) => troubles.findIndex((other) => other.path === path) === index);
  tellTroubles(told);
  const code = tell(betweenProjects(base, head, { report: format === "markdown" ? markdown : text, failOn }), format);
  return told.length > 0 ? ExitCode.Trouble : code;
}

/** Returns the folder that an argument names; it may be a commit, which is not read. */
function folderNamed(name: string): string {
  try {
    placeOf({ cwd: name });
    return name;
  } catch (error) {
    if (!(error instanceof UsageError)) throw error;
    throw new UsageError(
      `${error.message.replace("--cwd: ", "")}; for a branch or a commit, first run \`git worktree add ../base ${name}\``,
    );
  }
}

/** Returns the two editions that options name. */
export function readEditions(named: string, later: string | undefined): [HostEdition, HostEdition] {
  const [from] = readHosts([named])!;
  if (!named.includes("@")) {
    const known = hosts().find(({ host }) => host === from!.host)!;
    throw new UsageError(`--from needs an edition of ${known.label}: ${known.editions.map((one) => `${known.host}@${one}`).join(", ")}`);
  }
  const isHost = later !== undefined && (later.includes("@") || hosts().some(({ host }) => host === later));
  const [to] = readHosts([later === undefined ? from!.host : isHost ? later : `${from!.host}@${later}`])!;
  if (to!.host !== from!.host)
    throw new UsageError(`--from and --to name two hosts; \`skillglass compare --host ${from!.host},${to!.host}\` compares hosts`);
  if (to!.edition === from!.edition)
    throw new UsageError(
      `--from and --to are both ${choiceOf(from!)}${later === undefined ? ", the default edition: name another with --to" : ""}`,
    );
  return [from!, to!];
}

function choiceOf({ host, edition }: HostEdition): string {
  return `${host}@${edition}`;
}

function readFaults(named: readonly string[] | undefined): Fault[] {
  const words = (named ?? []).flatMap((word) => word.split(",")).map((word) => word.trim());
  return words.map((word) => oneOf("fail-on", word, FAULTS));
}

/** Returns true if a report has something that `--fail-on` names. */
function hasFault(all: readonly HostDiff[], findings: readonly Diagnostic[], failOn: readonly Fault[]): boolean {
  const totals = all.map(totalsOf);
  const has: Readonly<Record<Fault, boolean>> = {
    dropped: totals.some(({ vanish, unlisted }) => vanish + unlisted > 0),
    cut: totals.some(({ cut }) => cut > 0),
    unsafe: findings.length > 0,
  };
  return failOn.some((fault) => has[fault]);
}
