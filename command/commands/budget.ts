import type { BudgetChange, BudgetMeans, BudgetPlan, BudgetPlanRequest, HostChoice, HostEdition } from "skillglass";
import {
  FORMAT_OPTIONS,
  INSTALLED_HELP,
  INSTALLED_OPTIONS,
  oneOf,
  PROJECT_HELP,
  PROJECT_OPTIONS,
  readArguments,
  readAsInstalled,
  readFormat,
} from "../arguments.ts";
import { MEANS } from "../choices.ts";
import type { Command } from "../command.ts";
import { ExitCode, UsageError } from "../exit.ts";
import { colour } from "../print/colour.ts";
import { json } from "../print/json.ts";
import { notice, print } from "../print/notice.ts";
import { counted, grouped, plainLine, wrapped } from "../print/text.ts";
import type { Project } from "../tree/load.ts";
import { namedSkills } from "../tree/skills.ts";
import { uninterrupted, writeTogether } from "../tree/write.ts";
import { notesOn, shownIn, withOrigins, withProject } from "./open.ts";

const OPTIONS = {
  ...PROJECT_OPTIONS,
  window: { type: "string" },
  prefer: { type: "string", multiple: true },
  keep: { type: "string", multiple: true },
  least: { type: "string" },
  write: { type: "boolean" },
  ...INSTALLED_OPTIONS,
  ...FORMAT_OPTIONS,
} as const;

const HELP = `Usage: skillglass budget [options]

Reports whether each host's list shows every skill whole. If it does not, the report has the smallest set of changes after which it does:
the descriptions to shorten, with the beginning of your own words as the proposed text, and the skills to list by name only, to hide from
the model or to turn off, by the host's own settings. The host is asked again with the changes made, so they suffice; without any one of
them they do not.

Options:
  --window TOKENS        The model's context window (unknown: each host then assumes one)
  --prefer MEANS         What may be done, the preferred first, with commas: shorten, name-only, hide, off (all, in this order)
  --keep SKILL           A skill that stays as it is: a name, a folder or a file; give it again for more
  --least CHARACTERS     No description is cut to a limit below this (80)
  --write                Makes all changes, or none if a file cannot be written; needs one host, and skills that are installed
  --format FORMAT        text, json (text)
  --json                 Short for --format json
${INSTALLED_HELP}
${PROJECT_HELP}

Exit codes: 0 everything fits, or fits now, 1 something does not fit, 2 wrong use, or something could not be read or written.

Examples:
  skillglass budget --host claude-code --window 200000
  skillglass budget --host codex --prefer hide --keep pdf --write
`;

export const budget: Command = {
  help: HELP,
  async run(args) {
    const { values } = readArguments(args, OPTIONS, 0);
    const format = readFormat(values, ["text", "json"]);
    const request = {
      ...(values.window === undefined ? {} : { window: wholeNumber("window", values.window) }),
      ...(values.least === undefined ? {} : { least: wholeNumber("least", values.least) }),
      prefer: (values.prefer ?? []).flatMap((word) => word.split(",")).map((word) => oneOf("prefer", word.trim(), MEANS)),
    };
    let writing: (() => Promise<ExitCode>) | undefined;
    const code = withProject(values, { asInstalled: readAsInstalled(values) }, (project) => {
      const keep = namedSkills(project, values.keep ?? []);
      const hosts = values.write && project.hosts.length !== 1 ? null : project.hosts;
      if (hosts === null) throw new UsageError("--write needs one host: --host claude-code");
      if (values.write && project.isAsInstalled)
        throw new UsageError(
          "--write changes installed skills, and these are only shown as if installed: leave out --write, or budget them where they are with --no-as-installed",
        );
      const plans = hosts.map((host) => plannedFor(project, host, { ...request, keep }));
      if (format === "json") print(json(plans.map((plan) => ({ ...plan, asInstalled: project.isAsInstalled }))));
      else print(notesOn(project) + plans.map((plan) => described(project, plan)).join("\n\n"));
      if (values.write && plans[0]!.solved) {
        const { place, walk } = project;
        const within = [place.root, place.home];
        const [{ files }] = plans as [BudgetPlan];
        const read = new Map(walk.contents);
        writing = async () => {
          const troubles = await uninterrupted(() => writeTogether(files, read, within));
          for (const { path, message } of troubles) notice(`${colour.red("cannot write")} ${plainLine(path)}: ${message}`);
          return troubles.length > 0 ? ExitCode.Trouble : ExitCode.Clean;
        };
        return ExitCode.Clean;
      }
      return plans.every(({ fits }) => fits) ? ExitCode.Clean : ExitCode.Findings;
    });
    if (writing === undefined) return code;
    const written = await writing();
    return written === ExitCode.Clean ? code : written;
  },
};

/** Returns the plan of a host. Its paths are those of the files on the disk. */
function plannedFor(project: Project, host: HostEdition, request: Omit<BudgetPlanRequest, "host">): BudgetPlan {
  const workspace = project.through(host);
  const keep = (request.keep ?? []).map((path) => project.copyOf(path));
  const plan = withOrigins(project, workspace.budgetPlan({ ...request, keep, host: `${host.host}@${host.edition}` as HostChoice }));
  return { ...plan, files: Object.fromEntries(Object.entries(plan.files).map(([path, text]) => [project.originOf(path), text])) };
}

function wholeNumber(option: string, text: string): number {
  const number = Number(text.replaceAll(/[_,]/g, ""));
  if (!Number.isSafeInteger(number) || number < 1) throw new UsageError(`--${option} takes a whole number from 1, not \`${text}\``);
  return number;
}

function described(project: Project, plan: BudgetPlan): string {
  const { label, edition, window, budget, before, after, fits, solved, changes, unchangeable } = plan;
  const limit = budget === null ? "no budget" : `${grouped(budget.limit)} ${budget.unit}`;
  const title = colour.bold(`${label} ${edition} · ${limit}${window === null ? "" : ` at ${grouped(window)} tokens`}`);
  const totals = `${counted(before.total, "skill")}, ${grouped(before.cost)} used`;
  if (fits) return `${title}\n  ${colour.green("everything fits")}: ${totals}`;
  const cut = [
    before.shortened > 0 ? `${counted(before.shortened, "description")} cut` : "",
    before.omitted > 0 ? `${counted(before.omitted, "skill")} left out` : "",
  ].filter((words) => words !== "");
  const head = `  ${colour.yellow("does not fit")}: ${[totals, ...cut].join(", ")}`;
  const from = plan.fitsFrom === null ? [] : [`  fits without changes from a window of ${grouped(plan.fitsFrom)} tokens`];
  if (!solved) {
    const stuck = unchangeable.map((path) => plainLine(shownIn(project, path)));
    const why = stuck.length === 0 ? "" : `; unchangeable: ${stuck.slice(0, 5).join(", ")}${stuck.length > 5 ? " …" : ""}`;
    return [title, head, ...from, `  ${colour.red("the allowed changes do not suffice")}${why}`].join("\n");
  }
  const sum = `  ${counted(changes.length, "change")}, then ${grouped(after.cost)} used:`;
  const rows = changes.flatMap((change) => ofChange(project, change, budget?.unit ?? "characters"));
  return [title, head, ...from, sum, ...rows].join("\n");
}

const WORDS: Readonly<Record<BudgetMeans, string>> = {
  shorten: "shorten the description",
  "name-only": "list by name only",
  conditional: "list only after a matching file was touched",
  hide: "hide from the model",
  off: "turn off",
};

function ofChange(project: Project, change: BudgetChange, unit: string): string[] {
  const size = change.means === "shorten" ? ` from ${grouped(change.from)} to ${grouped(change.to)} ${unit}` : "";
  const where = colour.dim(`${plainLine(shownIn(project, change.file))} ${change.setting}`);
  const line = `  ${plainLine(change.name)}: ${WORDS[change.means]}${size}  ${where}`;
  return change.description === null ? [line] : [line, wrapped("    ", plainLine(change.description), "    ")];
}
