import { stripVTControlCharacters } from "node:util";
import type { Diagnostic, HostDiff, HostEdition, Since } from "skillglass";
import { changelog, hosts } from "skillglass";
import type { Answer } from "../answer.ts";
import {
  FORMAT_OPTIONS,
  INSTALLED_HELP,
  INSTALLED_OPTIONS,
  oneOf,
  PROJECT_OPTIONS,
  projectHelp,
  readArguments,
  readAsInstalled,
  readFormat,
  readHosts,
} from "../arguments.ts";
import { markdown } from "../changes/markdown.ts";
import { text } from "../changes/text.ts";
import { ReadPair } from "../changes/trees.ts";
import { readUpdate } from "../changes/update.ts";
import { tellNotCompared, versionsOf } from "../changes/versions.ts";
import type { ChangeReport } from "../changes/words.ts";
import { totalsOf } from "../changes/words.ts";
import type { Command } from "../command.ts";
import { ExitCode, UsageError } from "../exit.ts";
import { json } from "../print/json.ts";
import { print, tellTroubles } from "../print/notice.ts";
import { plainLine } from "../print/text.ts";
import type { Commit } from "../tree/commit.ts";
import type { Project } from "../tree/load.ts";
import { namedSkills } from "../tree/skills.ts";
import { notesOn, shownPaths, withProject } from "./open.ts";

const OPTIONS = {
  ...PROJECT_OPTIONS,
  from: { type: "string" },
  to: { type: "string" },
  bisect: { type: "string" },
  changelog: { type: "string" },
  update: { type: "string" },
  repo: { type: "string" },
  "fail-on": { type: "string", multiple: true },
  ...INSTALLED_OPTIONS,
  ...FORMAT_OPTIONS,
} as const;

const HELP = `Usage: skillglass diff BASE [HEAD] [options]
       skillglass diff BASE...HEAD [options]
       skillglass diff --update SKILL NEW [options]
       skillglass diff --from HOST@EDITION [--to EDITION] [FOLDER] [options]
       skillglass diff --bisect SKILL --host HOST [FOLDER] [options]
       skillglass diff --changelog HOST [options]

Reports what changes for skills: which a host loads, lists and cuts, the text of the list, the commands that users type, the text that a
use puts in, and its effects, each with the reason.

  BASE HEAD    between two versions of a project, each a commit or a folder: what each host does with the change, and what is newly
               unsafe. Without HEAD, the second version is the working tree, with files that Git does not track.
  BASE...HEAD  between two commits: the changes of HEAD since it branched off from BASE, as a pull request shows them
  --update     if the files of NEW replaced an installed skill
  --from       between two editions of a host
  --bisect     since which edition a host lists a skill, or does not list it, with the reason in each edition
  --changelog  what each edition of a host changed, from the rows of \`skillglass can-i-use\`

A word that is written as a path, such as ./main, ../base or main/, is a folder. Any other word is a commit if the repository has it, and
else a folder. Commits are read through the program \`git\`, which fetches nothing and runs nothing of the repository.

Options:
  --repo DIR             The repository of the commits (that of --cwd)
  --update SKILL         The name, the folder or the file of an installed skill. NEW is a folder, a commit, or COMMIT:FOLDER; it may
                         also contain the folder of the skill.
  --from HOST@EDITION    The edition before, such as claude-code@2026-08
  --to EDITION           The edition after: 2026-11, or claude-code@2026-11 (the host's default edition)
  --bisect SKILL         A name, a folder or a file of a skill
  --changelog HOST       A host, such as codex
  --fail-on WHAT         Exits with 1 if a host drops a skill from its list (dropped), shows less of its description (cut), or if a rule on
                         safety finds something new (unsafe); several with commas
  --format FORMAT        text, markdown, json (text)
  --json                 Short for --format json
${INSTALLED_HELP}
${projectHelp("those of skillglass.json, else the usual ones")}

Exit codes: 0 the report is complete, 1 something of --fail-on is in it, 2 wrong use, or something could not be read.

Examples:
  skillglass diff main HEAD
  skillglass diff origin/main...HEAD --fail-on dropped,unsafe --format markdown
  skillglass diff HEAD
  skillglass diff ../base .
  skillglass diff --update pdf ../theirs/skills/pdf
  skillglass diff --from claude-code@2026-08 --to 2026-11
  skillglass diff --bisect pdf --host codex
  skillglass diff --changelog codex
`;

/** The values of the option `--fail-on`. */
const FAULTS = ["dropped", "cut", "unsafe"] as const;
type Fault = (typeof FAULTS)[number];

export const diff: Command = {
  help: HELP,
  async run(args) {
    const { values, positionals } = readArguments(args, OPTIONS, 2);
    const format = readFormat(values, ["text", "markdown", "json"]);
    const failOn = readFaults(values["fail-on"]);
    const modes = (["from", "bisect", "changelog", "update"] as const).filter((mode) => values[mode] !== undefined);
    if (modes.length > 1) throw new UsageError(`--${modes.join(" and --")} exclude each other: leave one of them out`);
    const [mode] = modes;
    if (values.to !== undefined && mode !== "from") throw new UsageError("--to needs --from: --from codex@2026-05 --to 2026-11");
    const asInstalled = readAsInstalled(values);
    if (mode === "changelog" && asInstalled === true)
      throw new UsageError("--as-installed and --changelog exclude each other: --changelog reads no skills");
    if (mode !== undefined && mode !== "update" && values.repo !== undefined)
      throw new UsageError(`--repo and --${mode} exclude each other: --cwd names the directory`);
    const report = format === "markdown" ? markdown : text;
    if (mode === "changelog") {
      if (positionals.length > 0) throw new UsageError(`\`${positionals[0]}\` is one argument too many: --changelog reads no folder`);
      const [host] = readHosts([values.changelog!])!;
      return tell(changelogOf(host!, report), format);
    }
    if (mode === undefined) {
      const versions = versionsOf(positionals, values);
      using pair = ReadPair.read({ ...versions, hosts: readHosts(values.host), asInstalled });
      return tellVersions(pair, "", versions.commits, failOn, format);
    }
    if (mode === "update") {
      const [named, extra] = positionals;
      if (named === undefined || extra !== undefined)
        throw new UsageError(
          "--update needs one new version: `skillglass diff --update pdf ../theirs/skills/pdf`, or `… v2:skills/pdf --repo ../theirs`",
        );
      const update = readUpdate(values.update!, named, values, { hosts: readHosts(values.host), asInstalled });
      using pair = update.pair;
      const note = notesOn(pair.base);
      return tellVersions(pair, `${note}${plainLine(update.title)}`, update.commits, failOn, format);
    }
    const [folder, extra] = positionals;
    if (extra !== undefined) throw new UsageError(`\`${extra}\` is one argument too many: --${mode} takes one folder`);
    if (folder !== undefined && values.cwd !== undefined)
      throw new UsageError("--cwd and FOLDER exclude each other: leave one of them out");
    const place = folder === undefined ? values : { ...values, cwd: folder };
    if (mode === "bisect") {
      const [host, another] = readHosts(values.host) ?? [];
      if (host === undefined || another !== undefined) throw new UsageError("--bisect needs one host: --host codex");
      return withProject(place, { asInstalled }, (project) =>
        tell(bisected(project, namedSkills(project, [values.bisect!]), host, report), format),
      );
    }
    if (values.host !== undefined) throw new UsageError("--host and --from exclude each other: --from names the host");
    const [from, to] = readEditions(values.from!, values.to);
    return withProject({ ...place, host: [choiceOf(from), choiceOf(to)] }, { asInstalled }, (project) =>
      tell(betweenEditions(project, from, to, { report, failOn }), format),
    );
  },
};

/**
 * The format of a report on changes. `failOn` lists the kinds of changes for which the exit code is
 * 1.
 */
interface Way {
  readonly report: ChangeReport;
  readonly failOn: readonly Fault[];
}

/** The report as text for a terminal. With this report, no change makes the command fail. */
const PLAIN: Way = { report: text, failOn: [] };

function tell(answer: Answer, format: "text" | "markdown" | "json"): ExitCode {
  // A report in Markdown is for a web page, so it has no colours of a terminal.
  const text = () => (format === "markdown" ? stripVTControlCharacters(answer.text()) : answer.text());
  print(format === "json" ? json(answer.document()) : text());
  return answer.code;
}

/** Reports the changes in a host's behaviour from edition to edition. */
export function changelogOf({ host }: HostEdition, report: ChangeReport = text): Answer {
  const found = changelog(host);
  return { code: ExitCode.Clean, document: () => found, text: () => report.changelog(found) };
}

/**
 * For each skill, reports the edition in which the host began to list the skill, or the edition in
 * which the host stopped listing the skill. `files` has the paths of the skill files.
 */
export function bisected(project: Project, files: readonly string[], host: HostEdition, report: ChangeReport = text): Answer {
  const workspace = project.through(host);
  const found = files.map((file): Since => {
    const since = workspace.since({ skill: project.installedAt(file) ?? file, host });
    return { ...since, skill: project.originOf(since.skill) };
  });
  return {
    code: ExitCode.Clean,
    document: () => found.map((since) => ({ ...since, asInstalled: project.isAsInstalled })),
    text: () => notesOn(project, files) + found.map((since) => report.since(shownPaths(project), since)).join("\n\n"),
  };
}

/** Reports how the skills of a project differ between two editions of a host. */
export function betweenEditions(project: Project, from: HostEdition, to: HostEdition, { report, failOn }: Way = PLAIN): Answer {
  // Copies of skills were read for one edition, and the other edition may read further files.
  project.readCopies(project.through(to).plan({ hosts: [from, to] }));
  const changes = project.throughOnly(to, (workspace) => workspace.diff({ from, to }));
  const found = { ...changes, skills: changes.skills.map((skill) => ({ ...skill, path: project.originOf(skill.path) })) };
  return {
    code: hasFault([found], [], failOn) ? ExitCode.Findings : ExitCode.Clean,
    document: () => ({ ...found, asInstalled: project.isAsInstalled }),
    text: () => notesOn(project) + report.host(shownPaths(project), found),
  };
}

/** Reports how the skills of a project differ between two of its versions. */
export function betweenVersions(pair: ReadPair, { report, failOn }: Way = PLAIN): Answer {
  const found = pair.diff();
  return {
    code: hasFault(found.hosts, found.findings, failOn) ? ExitCode.Findings : ExitCode.Clean,
    document: () => ({ ...found, asInstalled: pair.isAsInstalled }),
    text: () => report.trees(shownPaths(pair.head), found),
  };
}

/**
 * Prints the report on two versions of a project, and returns the exit code. If `title` is not
 * empty, prints this title before the report.
 */
function tellVersions(
  pair: ReadPair,
  title: string,
  commits: readonly Commit[],
  failOn: readonly Fault[],
  format: "text" | "markdown" | "json",
): ExitCode {
  const troubles = pair.troubles();
  tellTroubles(troubles);
  const answer = betweenVersions(pair, { report: format === "markdown" ? markdown : text, failOn });
  tellNotCompared(commits);
  if (title !== "" && format !== "json") print(`${format === "markdown" ? stripVTControlCharacters(title) : title}\n`);
  const code = tell(answer, format);
  return troubles.length > 0 ? ExitCode.Trouble : code;
}

/**
 * Returns the editions that `--from` and `--to` name. Throws a `UsageError` if they are equal or
 * belong to different hosts.
 */
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

/** Returns true if a change or a finding is of a kind in `failOn`. */
function hasFault(all: readonly HostDiff[], findings: readonly Diagnostic[], failOn: readonly Fault[]): boolean {
  const totals = all.map(totalsOf);
  const has: Readonly<Record<Fault, boolean>> = {
    dropped: totals.some(({ vanish, unlisted }) => vanish + unlisted > 0),
    cut: totals.some(({ cut }) => cut > 0),
    unsafe: findings.length > 0,
  };
  return failOn.some((fault) => has[fault]);
}
