import { accessSync, constants, statSync } from "node:fs";
import { delimiter, join } from "node:path";
import type { Dependency, DependencyKind, DependencyStep, HostChoice, Installed, Inventory, NeededBy } from "skillglass";
import { FORMAT_OPTIONS, PROJECT_OPTIONS, projectHelp, readArguments, readFormat } from "../arguments.ts";
import type { Command } from "../command.ts";
import { ExitCode } from "../exit.ts";
import { colour } from "../print/colour.ts";
import { titleOf } from "../print/hosts.ts";
import { json } from "../print/json.ts";
import { print } from "../print/notice.ts";
import { counted, plainLine, wrapped } from "../print/text.ts";
import type { Project } from "../tree/load.ts";
import { nameOf, parentOf } from "../tree/paths.ts";
import { namedSkills } from "../tree/skills.ts";
import { sentenceIn, shownIn, withProject } from "./open.ts";

/**
 * The maximum number of skills that are named as declaring a dependency, and as using it. Further
 * skills are only counted.
 */
const MOST_SKILLS = 3;

const OPTIONS = {
  ...PROJECT_OPTIONS,
  server: { type: "string", multiple: true },
  plugin: { type: "string", multiple: true },
  without: { type: "string", multiple: true },
  missing: { type: "boolean" },
  "fail-on-missing": { type: "boolean" },
  ...FORMAT_OPTIONS,
} as const;

const HELP = `Usage: skillglass deps [options]

Lists what the skills need: programs, environment variables, MCP servers, plugins and other skills. For each: which skill needs it, whether a
field declares it, and whether it is there. Programs are looked up in PATH and variables in the environment; nothing is run.

Options:
  --missing              Lists only what is missing
  --server NAME          An MCP server that is configured; several with commas, or repeat the option
  --plugin NAME          A plugin that is installed, likewise
  --without SKILL        As if this skill were removed: what no other skill needs is listed last
  --fail-on-missing      Exits with 1 if something is missing that a skill needs in any case
  --format FORMAT        text, json (text)
  --json                 Short for --format json
${projectHelp("those of skillglass.json, else the usual ones")}

Exit codes: 0 always, 1 with --fail-on-missing if something is missing, 2 for wrong use, or when something could not be read.

Examples:
  skillglass deps --missing
  skillglass deps --server github --fail-on-missing
  skillglass deps --without pdf
`;

export const deps: Command = {
  help: HELP,
  async run(args) {
    const { values } = readArguments(args, OPTIONS, 0);
    const format = readFormat(values, ["text", "json"]);
    return withProject(values, { beside: true }, (project) => {
      const without = namedSkills(project, words(values.without) ?? []);
      const workspace = project.asItIs();
      const hosts = [...project.hosts] as HostChoice[];
      const all = workspace.dependencies({ hosts, without });
      const installed = installedHere(all, words(values.server), words(values.plugin));
      const found = workspace.dependencies({ hosts, without, installed });
      print(format === "json" ? json(found) : text(project, found, values.missing === true));
      const lacks = found.plan.install.some(({ required }) => required);
      return values["fail-on-missing"] && lacks ? ExitCode.Findings : ExitCode.Clean;
    });
  },
};

function words(named: readonly string[] | undefined): string[] | null {
  return named === undefined ? null : named.flatMap((word) => word.split(",")).map((word) => word.trim());
}

/**
 * Returns which dependencies are installed: programs are searched in PATH, and variables in the
 * environment. `servers` and `plugins` are from the options; null if they are unknown.
 */
function installedHere({ dependencies }: Inventory, servers: string[] | null, plugins: string[] | null): Installed {
  const named = (kind: DependencyKind) => dependencies.filter((one) => one.kind === kind).map(({ name }) => name);
  return {
    programs: named("program").filter(isProgram),
    variables: named("variable").filter((name) => (process.env[name] ?? "") !== ""),
    servers,
    plugins,
  };
}

/** Returns true if a folder in PATH contains an executable file with this name. */
function isProgram(name: string): boolean {
  const endings = process.platform === "win32" ? (process.env.PATHEXT ?? ".EXE;.CMD;.BAT").split(";") : [""];
  const folders = (process.env.PATH ?? "").split(delimiter).filter((folder) => folder !== "");
  return folders.some((folder) => endings.some((ending) => isExecutable(join(folder, name + ending))));
}

function isExecutable(file: string): boolean {
  try {
    accessSync(file, constants.X_OK);
    return statSync(file).isFile();
  } catch {
    return false;
  }
}

const TITLES: Readonly<Record<DependencyKind, string>> = {
  program: "Programs",
  variable: "Environment variables",
  server: "MCP servers",
  plugin: "Plugins",
  skill: "Other skills",
};

function text(project: Project, { dependencies, hosts, plan }: Inventory, onlyMissing: boolean): string {
  const shown = dependencies.filter(({ installed }) => !onlyMissing || installed === false);
  const parts = Object.entries(TITLES).flatMap(([kind, title]) => {
    const lines = shown.filter((one) => one.kind === kind).flatMap((one) => described(project, one));
    return lines.length === 0 ? [] : [[colour.bold(title), ...lines].join("\n")];
  });
  for (const host of hosts) {
    const asks = host.asks.map(({ skill, names }) => `  asks for ${plainLine(names.join(", "))}, for ${nameIn(skill)}`);
    const withholds = host.withholds.map(({ skill, missing }) => {
      const all = [...missing.bins, ...missing.anyBins, ...missing.env, ...missing.config, ...missing.os];
      return `  does not offer ${nameIn(skill)}: ${plainLine(all.join(", "))}`;
    });
    if (asks.length + withholds.length > 0) parts.push([colour.bold(titleOf(host)), ...asks, ...withholds].join("\n"));
  }
  if (plan.drop.length > 0) parts.push([colour.bold("No longer needed"), ...plan.drop.map(dropped)].join("\n"));
  const missing = plan.install.filter(({ required }) => required).length;
  const sum = `${counted(dependencies.length, "dependency").replace("dependencys", "dependencies")}, ${missing} required and missing`;
  return [...parts, missing > 0 ? colour.yellow(sum) : colour.green(sum)].join("\n\n");
}

function described(project: Project, one: Dependency): string[] {
  const mark =
    one.installed === null ? colour.dim("?") : one.installed ? colour.green("✔") : one.required ? colour.red("✘") : colour.yellow("–");
  const users = [true, false].map((isDeclared) => one.neededBy.filter(({ declared }) => declared === isDeclared));
  const [first] = users.flat();
  const place = first?.places[0];
  const where = place === undefined ? "" : colour.dim(`  ${plainLine(shownIn(project, place.path))}:${place.range.start.line}`);
  const words = users.filter(({ length }) => length > 0).map(usersOf);
  const lines = [`  ${mark} ${plainLine(one.name)}  ${words.join("; ")}${where}`];
  if (one.installed === false && one.ways.length > 0) {
    const ways = [...new Set(one.ways.map(({ installer, target }) => `${installer} ${target}`))];
    lines.push(wrapped("      ", plainLine(`to install: ${ways.join(", ")}`), "        "));
  }
  for (const { message } of one.contradictions)
    lines.push(wrapped(`      ${colour.yellow("!")} `, sentenceIn(project, message), "        "));
  return lines;
}

/**
 * Names the skills that declare a dependency, or those that only use it, such as `declared by pdf,
 * csv and 2 more`.
 */
function usersOf(users: readonly NeededBy[]): string {
  const names = users.slice(0, MOST_SKILLS).map(({ skill, required }) => `${nameIn(skill)}${required ? "" : " (optional)"}`);
  const others = users.length > MOST_SKILLS ? ` and ${users.length - MOST_SKILLS} more` : "";
  return `${users[0]!.declared ? "declared" : "used"} by ${names.join(", ")}${others}`;
}

function dropped({ name, skills }: DependencyStep): string {
  return `  – ${plainLine(name)}, which only ${skills.map(nameIn).join(", ")} needed`;
}

/** Returns the name of the folder that contains the skill's file. */
function nameIn(skill: string): string {
  return plainLine(nameOf(parentOf(skill)));
}
