import type { Catalog, Diagnostic, HostEdition, Listing } from "skillglass";
import { version } from "skillglass";
import {
  FORMAT_OPTIONS,
  INSTALLED_HELP,
  INSTALLED_OPTIONS,
  LOCAL_HOSTS,
  localHosts,
  PROJECT_OPTIONS,
  projectHelp,
  readArguments,
  readAsInstalled,
  readFormat,
  readHosts,
  usualHosts,
} from "../arguments.ts";
import type { Command } from "../command.ts";
import { ExitCode } from "../exit.ts";
import { SEVERITIES } from "../formats/report.ts";
import { findings } from "../formats/text.ts";
import { colour } from "../print/colour.ts";
import { labelOf, titleOf } from "../print/hosts.ts";
import { json } from "../print/json.ts";
import { print, tellTroubles } from "../print/notice.ts";
import { Progress } from "../print/progress.ts";
import { table } from "../print/table.ts";
import { counted, listed, plainLine, wrapped } from "../print/text.ts";
import { Project } from "../tree/load.ts";
import { isWithin, shownPath, toDisk } from "../tree/paths.ts";
import { placeOf } from "../tree/project.ts";
import { isSkillFile } from "../tree/walk.ts";
import { catalogOf, installedNote } from "./open.ts";

const OPTIONS = { ...PROJECT_OPTIONS, ...INSTALLED_OPTIONS, ...FORMAT_OPTIONS } as const;

const HELP = `Usage: skillglass doctor [options]

An inventory of this machine: for every host the folders that it searches, the skills that it loads, drops and ignores, and
the problems in the working directory's project and in the home. Without --host the problems are those of the hosts of
skillglass.json, else of the usual ones.

Options:
  --format FORMAT        text, json (text); docs/doctor.schema.json is the schema of the document
  --json                 Short for --format json
${INSTALLED_HELP}
${projectHelp(LOCAL_HOSTS)}

Exit codes: 0 no errors or warnings, 1 some, 2 wrong use, or something could not be read.
`;

/** The explanation that is printed below the table of hosts. */
const LEGEND =
  "Columns: skills = loaded by the host, listed = shown to its model at the start, budget = used part of the list's limit, " +
  "refused = skills with an error, ignored = files passed over, searched = folders that exist";

export const doctor: Command = {
  help: HELP,
  async run(args) {
    const { values } = readArguments(args, OPTIONS, 0);
    const format = readFormat(values, ["text", "json"]);
    const named = readHosts(values.host);
    const all = named ?? localHosts();
    const progress = new Progress(true);
    using project = new Project({ place: placeOf(values), hosts: all, beside: true, asInstalled: readAsInstalled(values), progress });
    progress.show("checking");
    const problems = project.asItIs().lint({ ...(named ? { hosts: named } : {}), rules: { "unread-file": "off" } });
    const inventories = all.map((host) => inventory(project, host));
    progress.clear();
    if (format === "json") print(json(document(project, inventories, problems)));
    else {
      tellTroubles(project.walk.troubles);
      print(described(project, inventories, problems, named ?? project.configured ?? usualHosts()));
    }
    if (project.walk.troubles.length > 0) return ExitCode.Trouble;
    return problems.some(isSerious) ? ExitCode.Findings : ExitCode.Clean;
  },
};

function isSerious({ severity }: Diagnostic): boolean {
  return severity === "error" || severity === "warning";
}

/**
 * The catalog of one host in the project, and the list of skills that the host sends to its model.
 */
interface Inventory {
  readonly host: HostEdition;
  readonly catalog: Catalog;
  readonly listing: Listing;
}

function inventory(project: Project, host: HostEdition): Inventory {
  const catalog = catalogOf(project, host);
  return { host, catalog, listing: project.through(host).listing() };
}

/** Returns the value that `--json` prints. */
function document(project: Project, inventories: readonly Inventory[], problems: readonly Diagnostic[]) {
  const { cwd, root, home } = project.place;
  return {
    version: 1,
    skillglass: version(),
    node: process.versions.node,
    platform: process.platform,
    cwd: toDisk(cwd),
    project: toDisk(root),
    home: toDisk(home),
    asInstalled: project.isAsInstalled,
    hosts: inventories.map(ofHost),
    settings: [...project.walk.contents.keys()]
      .filter((path) => isSetting(project, path))
      .sort()
      .map(toDisk),
    problems: problems.map(({ code, severity, path, range, message, help, hosts, fixes }) => ({
      code,
      severity,
      path: toDisk(path),
      line: range.start.line,
      column: range.start.column,
      message,
      help,
      hosts: hosts.map(({ host }) => host),
      fix: fixes[0] ? (fixes[0].safe ? "safe" : "unsafe") : null,
    })),
    counts: Object.fromEntries(SEVERITIES.map((severity) => [severity, problems.filter((one) => one.severity === severity).length])),
    unreadable: project.walk.troubles,
  };
}

function ofHost({ host, catalog, listing }: Inventory) {
  const entries = new Map(listing.entries.map((entry) => [entry.path, entry]));
  return {
    host: host.host,
    label: labelOf(host.host),
    edition: catalog.edition,
    roots: catalog.roots.map(({ path, status, scope, origin, candidates }) => ({ path: toDisk(path), status, scope, origin, candidates })),
    skills: catalog.skills.map(({ name, path, scope, enabled, active, userInvocable, modelInvocable, bytes }) => {
      const entry = entries.get(path);
      return {
        name,
        path: toDisk(path),
        scope,
        enabled,
        active,
        userInvocable,
        modelInvocable,
        bytes,
        isListed: entry !== undefined && entry.line !== null,
        cut: entry?.cut ?? 0,
      };
    }),
    listing: listing.report,
    warning: listing.warning,
    errors: catalog.errors.map(({ path, code, message, help }) => ({ path: toDisk(path), code, message, help })),
    leftOut: catalog.leftOut.map(({ path, reason, message, help }) => ({ path: toDisk(path), reason, message, help })),
  };
}

/**
 * Returns true if a file that was read contains settings of a host or of Skillglass, and is not
 * part of a skill.
 */
function isSetting(project: Project, path: string): boolean {
  const { root, home } = project.place;
  const isOfSkill = isSkillFile(path) || project.skillFiles(["/"]).some((file) => isWithin(path, file.slice(0, file.lastIndexOf("/"))));
  return (
    !isOfSkill &&
    !path.endsWith(".md") &&
    !path.endsWith("/.gitignore") &&
    (isWithin(path, root) || isWithin(path, home) || isWithin(path, "/etc"))
  );
}

function described(
  project: Project,
  inventories: readonly Inventory[],
  problems: readonly Diagnostic[],
  aimed: readonly HostEdition[],
): string {
  const { cwd, root, home } = project.place;
  const shown = (path: string) => plainLine(shownPath(path, cwd, home));
  const head = [
    `${colour.dim("skillglass")} ${version()} ${colour.dim("on Node")} ${process.versions.node}`,
    `${colour.dim("project   ")} ${plainLine(toDisk(root))}`,
    `${colour.dim("home      ")} ${plainLine(toDisk(home))}`,
  ].join("\n");
  const having = inventories.filter(({ catalog }) => catalog.skills.length + catalog.errors.length + catalog.leftOut.length > 0);
  const rows = having.map(({ host, catalog, listing }) => [
    titleOf(host),
    String(catalog.skills.length),
    String(listing.report.included),
    listing.report.budget ? `${Math.round((100 * listing.report.cost) / listing.report.budget.limit)} %` : "",
    catalog.errors.length > 0 ? colour.red(String(catalog.errors.length)) : "0",
    String(catalog.leftOut.length),
    catalog.roots
      .filter(({ status }) => status === "scanned")
      .map(({ path }) => shown(path))
      .join(", "),
  ]);
  const none = inventories.filter((one) => !having.includes(one)).map(({ host }) => labelOf(host.host));
  const parts = [head + (project.isAsInstalled ? `\n\n${installedNote(project).trimEnd()}` : "")];
  if (rows.length > 0)
    parts.push(
      `${table(["host", "skills", "listed", "budget", "refused", "ignored", "searched"], rows, "")}\n\n${wrapped("", colour.dim(LEGEND), "")}`,
    );
  if (none.length > 0) parts.push(wrapped("", colour.dim(`No skills for ${listed(none)}.`), ""));
  const serious = problems.filter(isSerious);
  if (serious.length > 0) {
    parts.push(findings([{ project, diagnostics: serious, hidden: 0, known: 0, files: [], unread: [], hosts: aimed }]));
    const errors = serious.filter(({ severity }) => severity === "error").length;
    parts.push(`${colour.red("✘")} ${counted(errors, "error")} and ${counted(serious.length - errors, "warning")}`);
  } else parts.push(colour.green("✔ no errors and no warnings"));
  return parts.join("\n\n");
}
