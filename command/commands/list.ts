import type { Catalog, HostEdition, Listing, Skill } from "skillglass";
import type { Answer } from "../answer.ts";
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
import { ExitCode } from "../exit.ts";
import { colour } from "../print/colour.ts";
import { titleOf } from "../print/hosts.ts";
import { json } from "../print/json.ts";
import { print } from "../print/notice.ts";
import { listedAs, seen, standInOf } from "../print/seen.ts";
import { table } from "../print/table.ts";
import { counted, grouped, plain, plainLine, wrapped } from "../print/text.ts";
import type { Project } from "../tree/load.ts";
import { parentOf } from "../tree/paths.ts";
import { isSkillFile } from "../tree/walk.ts";
import { catalogOf, installedNote, publishedNote, sentenceIn, shownIn, withProject } from "./open.ts";

/** The maximum number of ignored files that are listed without the option `--all`. */
const MOST_LEFT_OUT = 5;

const OPTIONS = {
  ...PROJECT_OPTIONS,
  ...INSTALLED_OPTIONS,
  all: { type: "boolean", short: "a" },
  message: { type: "boolean" },
  ...FORMAT_OPTIONS,
} as const;

const HELP = `Usage: skillglass list [options]

Lists for each host the skills that it finds from here, which of them its model sees when a session starts (listed), what that
costs of the budget, and the files that the host ignores.

Options:
  --message              Prints the message that the model sees
  -a, --all              Prints all files that a host ignores, not the first ${MOST_LEFT_OUT}
  --format FORMAT        text, json (text)
  --json                 Short for --format json
${INSTALLED_HELP}
${PROJECT_HELP}

Exit codes: 0 always, 2 for wrong use, or when something could not be read.

Examples:
  skillglass list
  skillglass list --host gemini-cli --all
  skillglass list --host codex --message
`;

interface HostList {
  readonly host: HostEdition;
  readonly catalog: Catalog;
  readonly listing: Listing;
  /**
   * The path of the original file for each path in the catalog. The two paths differ if a skill is
   * shown as if it were installed.
   */
  readonly origins: ReadonlyMap<string, string>;
}

export const list: Command = {
  help: HELP,
  async run(args) {
    const { values } = readArguments(args, OPTIONS, 0);
    const format = readFormat(values, ["text", "json"]);
    return withProject(values, { asInstalled: readAsInstalled(values) }, (project) => {
      const answer = listsIn(project, { all: values.all === true, message: values.message === true });
      print(format === "json" ? json(answer.document()) : answer.text());
      return answer.code;
    });
  },
};

/**
 * Lists the skills that each host finds. The report also names the files that a host ignores: all
 * of them if `all` is true, otherwise the first files only. If `message` is true, returns only the
 * message that the host sends to the model.
 */
export function listsIn(project: Project, { all, message }: { readonly all: boolean; readonly message: boolean }): Answer {
  const lists = project.hosts.map((host): HostList => {
    const catalog = catalogOf(project, host);
    const paths = [...catalog.skills, ...catalog.errors, ...catalog.leftOut].map(({ path }) => path);
    const origins = new Map(paths.map((path) => [path, project.originOf(path)]));
    return { host, catalog, listing: project.through(host).listing(), origins };
  });
  return {
    code: ExitCode.Clean,
    document: () => lists.map(({ catalog, listing }) => ({ ...catalog, listing, asInstalled: project.isAsInstalled })),
    text: () => {
      const notes = installedNote(project) + (message ? "" : publishedNote(project));
      return notes + lists.map((one) => (message ? messageOf(one) : described(project, one, all))).join("\n\n");
    },
  };
}

function messageOf({ host, listing }: HostList): string {
  const text = listing.message ? plain(listing.message.text) : colour.dim("(no message)");
  return [
    colour.bold(titleOf(host)),
    text,
    listing.tool ? colour.dim(`\ntool ${listing.tool.name}\n${plain(listing.tool.description)}`) : "",
  ]
    .filter((part) => part !== "")
    .join("\n");
}

function described(project: Project, one: HostList, showsAll: boolean): string {
  const { host, catalog, listing } = one;
  const own = (path: string) => one.origins.get(path) ?? path;
  const where = (path: string) => plainLine(shownIn(project, own(path)));
  const count = catalog.skills.length;
  const sum = counted(count, "skill") + (count > 0 ? `, ${grouped(listing.report.included)} listed` : "");
  const head = [colour.bold(titleOf(host)), sum, budget(listing)].filter((part) => part !== "").join(colour.dim(" · "));
  const rows = catalog.skills.map((skill) => [
    skill.enabled ? plainLine(skill.name) : colour.dim(plainLine(skill.name)),
    skill.scope,
    where(isSkillFile(skill.path) ? parentOf(own(skill.path)) : skill.path),
    shown(skill, one),
  ]);
  const parts = [wrapped("", head, "  ")];
  if (rows.length > 0) parts.push(table(["name", "whose", "where", "the model sees"], rows));
  if (listing.warning !== null) parts.push(`  ${colour.yellow("it warns:")} ${sentenceIn(project, listing.warning)}`);
  for (const { path, message, help } of catalog.errors) {
    const text = `${colour.red("✘")} ${where(path)}: ${sentenceIn(project, message)}. ${sentenceIn(project, help)}`;
    parts.push(wrapped("  ", text, "    "));
  }
  parts.push(...passedOver(project, one, showsAll));
  if (catalog.skills.length + catalog.errors.length === 0)
    parts.push(wrapped("  ", colour.dim(`it looks in ${looked(project, catalog)}`), "    "));
  return parts.join("\n");
}

function budget({ report }: Listing): string {
  if (report.total === 0) return "";
  const cost = grouped(report.cost);
  const unit = report.budget === null || report.budget.unit === "utf16" ? "characters" : report.budget.unit;
  const text = report.budget ? `${cost} of ${grouped(report.budget.limit)} ${unit}` : `${cost} ${unit}, no limit`;
  return report.budget && report.omitted + report.shortened > 0 ? colour.yellow(text) : text;
}

/** Describes which part of a skill the model sees at the start of a session. */
function shown(skill: Skill, { catalog, listing }: HostList): string {
  if (!skill.enabled) return colour.dim("nothing: switched off");
  if (!skill.active) return colour.dim("nothing until its files are touched");
  const listed = listedAs(skill, listing);
  if (listed.as !== "nothing") return seen(listed, "", standInOf(skill, catalog));
  const isOverBudget = listing.entries.some(({ path }) => path === skill.path);
  if (isOverBudget) return colour.red(seen(listed, "over the budget"));
  return colour.dim(seen(listed, skill.modelInvocable ? "" : "only for the user"));
}

function passedOver(project: Project, { catalog: { leftOut }, origins }: HostList, showsAll: boolean): string[] {
  const some = showsAll ? leftOut : leftOut.slice(0, MOST_LEFT_OUT);
  const lines = some.map(({ path, message }) =>
    wrapped(
      "  ",
      `${colour.yellow("–")} ${plainLine(shownIn(project, origins.get(path) ?? path))}: ${sentenceIn(project, message)}`,
      "    ",
    ),
  );
  const more = leftOut.length - some.length;
  return more > 0
    ? [...lines, colour.dim(`  – ${more} more ${more === 1 ? "file is" : "files are"} ignored: --all shows ${more === 1 ? "it" : "them"}`)]
    : lines;
}

function looked(project: Project, { roots }: Catalog): string {
  return [...new Set(roots.map(({ path }) => plainLine(shownIn(project, path))))].join(", ");
}
