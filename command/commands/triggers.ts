import { resolve } from "node:path";
import type { HostChoice, HostEdition, HostId, TriggerFinding, TriggerResult, TriggersReport, TriggersRequest } from "skillglass";
import {
  FORMAT_OPTIONS,
  INSTALLED_HELP,
  INSTALLED_OPTIONS,
  PROJECT_HELP,
  PROJECT_OPTIONS,
  readArguments,
  readAsInstalled,
  readFormat,
} from "../arguments.ts";
import type { Command } from "../command.ts";
import { ExitCode, UsageError } from "../exit.ts";
import { colour } from "../print/colour.ts";
import { labelOf, titleOf } from "../print/hosts.ts";
import { json } from "../print/json.ts";
import { print, tellTroubles } from "../print/notice.ts";
import { Progress } from "../print/progress.ts";
import { columns, counted, cropped, plainLine } from "../print/text.ts";
import type { Project } from "../tree/load.ts";
import { toTree } from "../tree/paths.ts";
import type { Place } from "../tree/project.ts";
import { placeOf } from "../tree/project.ts";
import { notesOn, openProject, sentenceIn, shownIn, troublesIn, withOrigins } from "./open.ts";
import type { AskedModel } from "./triggers-model.ts";
import { askModel, describedRates, MODEL_HELP, MODEL_OPTIONS, readModel } from "./triggers-model.ts";

/** The maximum width of the line with a prompt, in columns. */
const WIDEST = 80;

const OPTIONS = {
  ...PROJECT_OPTIONS,
  prompts: { type: "string", multiple: true },
  "fail-under": { type: "string" },
  ...MODEL_OPTIONS,
  ...INSTALLED_OPTIONS,
  ...FORMAT_OPTIONS,
} as const;

const HELP = `Usage: skillglass triggers [FOLDER] [options]

Ranks the skills of a project for prompts, and reports where the right skill is not first, which skill is, and by which words. No host has
this: a host's model chooses. The ranking uses the names and descriptions that each host's list shows. No model is asked unless you name one.

The prompts are those of the folder \`evals\` beside each skill: eval_queries.json, a list such as [{ "query": "…", "should_trigger": true }],
and evals.json, such as { "skill_name": "pdf", "evals": [{ "prompt": "…" }] }. In a file of --prompts an entry may name its \`skill\`.

Options:
  --prompts FILE         Only the prompts of this file; repeat the option for more
  --fail-under SHARE     Exits with 1 if a smaller share of the prompts passes in a host, from 0 to 1, such as 0.9
${MODEL_HELP}
  --format FORMAT        text, json (text)
  --json                 Short for --format json
${INSTALLED_HELP}
${PROJECT_HELP}

Exit codes: 0 the report is complete, 1 a share is below --fail-under, 2 wrong use, or something could not be read.

Examples:
  skillglass triggers
  skillglass triggers --prompts prompts.json --host codex --fail-under 0.9
  skillglass triggers --host codex --model gpt-5.2 --base-url https://api.openai.com/v1 --repeat 5 --saved runs.json
`;

export const triggers: Command = {
  help: HELP,
  async run(args) {
    const { values, positionals } = readArguments(args, OPTIONS, 1);
    const format = readFormat(values, ["text", "json"]);
    const least = values["fail-under"] === undefined ? null : share(values["fail-under"]);
    const named = (values.prompts ?? []).map((file) => resolve(file));
    const [folder] = positionals;
    if (folder !== undefined && values.cwd !== undefined)
      throw new UsageError("FOLDER and --cwd exclude each other: leave one of them out");
    const model = readModel(values);
    const place = folder === undefined ? placeOf(values) : placeOf({ ...values, cwd: folder }, "FOLDER");
    return run(place, { host: values.host, asInstalled: readAsInstalled(values), named, format, least, model });
  },
};

interface Request {
  readonly host: readonly string[] | undefined;
  readonly asInstalled: boolean | null;
  readonly named: readonly string[];
  readonly format: "text" | "json";
  readonly least: number | null;
  readonly model: AskedModel | null;
}

async function run(place: Place, { host, asInstalled, named, format, least, model }: Request): Promise<ExitCode> {
  const progress = new Progress(true);
  using project = openProject(place, host, { beside: true, named, asInstalled }, progress);
  progress.clear();
  if (model !== null) project.setModel(model.name);
  const troubles = troublesIn(project);
  tellTroubles(troubles);
  const files = named.map((file) => fileOf(project, file));
  const ranked = project.hosts.map((one) => [one, reportOf(project, one, files)] as const);
  const notes = notesOn(project);
  const document = (reports: readonly unknown[]) => json({ reports, asInstalled: project.isAsInstalled });
  let shares: number[];
  if (model === null) {
    const reports = ranked.map(([, report]) => report);
    const texts = ranked.map(([one, report]) => described(project, one, report));
    print(format === "json" ? document(reports) : notes + texts.join("\n\n"));
    shares = reports.map(shareOf);
  } else {
    const asked = ranked.map(([one, { results }]) => [one, results] as const);
    const reports = await askModel(project, model, asked);
    print(format === "json" ? document(reports) : notes + reports.map(describedRates).join("\n\n"));
    shares = reports.map(({ hosts, complete }) => (complete ? (hosts[0]?.share ?? 0) : 0));
  }
  if (troubles.length > 0) return ExitCode.Trouble;
  return least !== null && shares.some((share) => share < least) ? ExitCode.Findings : ExitCode.Clean;
}

function share(text: string): number {
  const number = Number(text);
  if (text.trim() === "" || !(number >= 0 && number <= 1)) throw new UsageError(`--fail-under takes a number from 0 to 1, not \`${text}\``);
  return number;
}

/**
 * Returns the share of prompts that pass, from 0 to 1. Returns 0 if there are no prompts, so that a
 * missing file of prompts is noticed.
 */
function shareOf({ passed, judged }: TriggersReport): number {
  return judged === 0 ? 0 : passed / judged;
}

/**
 * Returns the workspace path of the file that `--prompts` names, and reads the file. Throws a
 * `UsageError` if the file does not exist.
 */
function fileOf(project: Project, file: string): string {
  const path = project.walk.add(toTree(file));
  if (path === null || !project.walk.files.has(path))
    throw new UsageError(`--prompts ${file}: there is no such file in the project or the home`);
  project.walk.read([path]);
  return path;
}

function reportOf(project: Project, host: HostEdition, files: readonly string[]): TriggersReport {
  return project.throughOnly(host, (workspace) => {
    const request: TriggersRequest = {
      files: files.map((file) => project.copyOf(file)),
      host: `${host.host}@${host.edition}` as HostChoice,
    };
    const report = workspace.triggers(request);
    const unread = report.findings.flatMap(({ code, place }) => (code === "unread" && place ? [place.path] : []));
    const missing = unread.filter((path) => !project.walk.contents.has(path));
    if (missing.length === 0) return withOrigins(project, report);
    project.readCopies(missing);
    return withOrigins(project, workspace.triggers(request));
  });
}

function described(project: Project, host: HostEdition, report: TriggersReport): string {
  const head = `${colour.bold(titleOf(host))}  ${summary(report)}`;
  const skills = report.skills.flatMap(({ name, add, take }) => {
    const words = (list: readonly { term: string }[]) => list.map(({ term }) => plainLine(term)).join(", ");
    const changes = [add.length > 0 ? `add ${words(add)}` : "", take.length > 0 ? `take ${words(take)}` : ""].filter((part) => part !== "");
    return changes.length > 0 ? [`  ${plainLine(name)}: ${changes.join("; ")}`] : [];
  });
  const gain = report.passedWithWords - report.passed;
  const after =
    skills.length > 0
      ? [colour.dim(`  with these words ${gain > 0 ? `${counted(gain, "more prompt")} would pass` : "no more prompts would pass"}`)]
      : [];
  const confusions = report.confusions.map(
    ({ expected, first, prompts }) =>
      `  ${sentenceIn(project, expected)} → ${first === null ? "no skill" : plainLine(first)}  ${colour.dim(String(prompts))}`,
  );
  const lost = report.findings.filter(isLost);
  // One line replaces the findings and the confusions of all prompts.
  const isNoneLoaded = lost.length > 0 && lost.length === report.judged;
  const shown = isNoneLoaded ? report.findings.filter((finding) => !isLost(finding)) : report.findings;
  const section = (title: string, lines: readonly string[]) => (lines.length > 0 ? [`\n${title}\n${lines.join("\n")}`] : []);
  const findings = shown.map((finding) => ofFinding(project, host.host, report.results, finding));
  return [
    head,
    ...findings,
    ...(isNoneLoaded ? [noneLoaded(project, host, report, lost)] : section("Confusions", confusions)),
    ...section("Words", [...skills, ...after]),
  ].join("\n");
}

function summary({ passed, judged, results }: TriggersReport): string {
  if (results.length === 0)
    return colour.dim("no prompts: put eval_queries.json into the folder `evals` of a skill, or name a file with --prompts");
  const others = results.length - judged;
  const paint = passed === judged ? colour.green : colour.yellow;
  return `${paint(`${passed} of ${counted(judged, "prompt")} pass`)}${others > 0 ? colour.dim(`, ${others} not judged`) : ""}`;
}

/** Returns true if a finding is about a prompt whose skill the host does not load. */
function isLost({ code, prompt }: TriggerFinding): boolean {
  return code === "unknown-skill" && prompt !== null;
}

/** Returns the line on a host that loads no skill of the prompts. `lost` has a finding for each prompt. */
function noneLoaded(project: Project, { host }: HostEdition, { results }: TriggersReport, lost: readonly TriggerFinding[]): string {
  const [first] = lost.flatMap(({ prompt }) => results[prompt!]?.skill ?? []);
  const name = first === undefined ? "SKILL" : sentenceIn(project, first.replace(/\/SKILL\.md$/, ""));
  const why = `${labelOf(host)} loads none of the prompts' skills: \`skillglass explain ${name}\` shows the reason`;
  return `  ${why} ${colour.dim("[unknown-skill]")}`;
}

function ofFinding(project: Project, host: HostId, results: readonly TriggerResult[], finding: TriggerFinding): string {
  const { message, code, place, prompt } = finding;
  const where = place
    ? `  ${colour.dim(`${plainLine(shownIn(project, place.path))}:${place.range.start.line}:${place.range.start.column}`)}`
    : "";
  const result = prompt === null ? undefined : results[prompt];
  // The package begins some messages with the id of the host.
  const words = message.startsWith(`${host} `) ? `${labelOf(host)}${message.slice(host.length)}` : message;
  const line = `  ${sentenceIn(project, words)}${where} ${colour.dim(`[${code}]`)}`;
  if (!result) return line;
  const terms = result.competitors[0]?.matched.map(({ term }) => plainLine(term)).join(", ");
  const by = terms && result.shouldTrigger ? `; ${plainLine(result.competitors[0]?.name ?? "")} has ${terms}` : "";
  const quoted = cropped(plainLine(result.prompt), Math.min(columns(), WIDEST) - 6);
  return `${line}\n    ${colour.dim(`“${quoted}”${by}`)}`;
}
