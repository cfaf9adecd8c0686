import { existsSync, statSync } from "node:fs";
import { resolve } from "node:path";
import type { Diagnostic, GhSkillReport, GhSkillRequest, InstallReport, InstallRequest, SkillComparison } from "skillglass";
import { ArgumentError, rules } from "skillglass";
import { FORMAT_OPTIONS, PROJECT_HELP, PROJECT_OPTIONS, readArguments, readFormat } from "../arguments.ts";
import type { Command } from "../command.ts";
import { ExitCode, UsageError } from "../exit.ts";
import { findings } from "../formats/text.ts";
import { verdict } from "../print/cell.ts";
import { colour } from "../print/colour.ts";
import { titleOf } from "../print/hosts.ts";
import { json } from "../print/json.ts";
import { didYouMean } from "../print/near.ts";
import { print } from "../print/notice.ts";
import { table } from "../print/table.ts";
import { counted, plainLine, wrapped } from "../print/text.ts";
import type { Project } from "../tree/load.ts";
import { childOf, parentOf, toTree } from "../tree/paths.ts";
import { sentenceIn, shownIn, withProject } from "./open.ts";

const OPTIONS = {
  ...PROJECT_OPTIONS,
  agent: { type: "string", multiple: true, short: "a" },
  skill: { type: "string", multiple: true, short: "s" },
  global: { type: "boolean", short: "g" },
  copy: { type: "boolean" },
  "full-depth": { type: "boolean" },
  gate: { type: "string" },
  "allow-hidden-dirs": { type: "boolean" },
  force: { type: "boolean" },
  ...FORMAT_OPTIONS,
} as const;

const HELP = `Usage: skillglass install SOURCE [options]

Reports what \`npx skills add SOURCE\` would find in a repository, skip and install here, which hosts would load the skills,
and what in them is unsafe. SOURCE is a folder; clone a repository first. Nothing is installed.

Options:
  -a, --agent AGENT      An agent to install for, as the \`skills\` CLI calls it; give it again for more
  -s, --skill NAME       A skill of the repository; give it again for more (all)
  -g, --global           For the home in place of the project
  --copy                 A copy for each agent in place of a link
  --full-depth           Searches all of the repository
  --gate GATE            skills-cli, or gh-skill for what \`gh skill\` of the GitHub CLI would find, publish and install
                         (skills-cli); gh-skill takes one agent (github-copilot) and one skill (all)
  --allow-hidden-dirs    With gh-skill: includes skills in hidden folders
  --force                With gh-skill: writes over existing skills
  --format FORMAT        text, json (text)
  --json                 Short for --format json
${PROJECT_HELP}

Exit codes: 0 all of it is installed, no host refuses it and nothing is unsafe; 1 otherwise; 2 wrong use, or something could
not be read.

Examples:
  skillglass install ../their-skills --agent claude-code --agent codex
  skillglass install ../their-skills --skill pdf --global
`;

/**
 * The programs that install skills, and whose behaviour the command can simulate. The first is the
 * default.
 */
const GATES = ["skills-cli", "gh-skill"];
/** The maximum number of skills that were not asked for and are named one by one. */
const MOST_OTHERS = 5;
/** The files in a source that tell the `skills` CLI where it searches for skills, and which ones it finds. */
const MANIFESTS = [".claude-plugin/marketplace.json", ".claude-plugin/plugin.json", "skills-lock.json"];

/** The options that are not the same in the `skills` CLI and in `gh skill`. */
interface GateOptions {
  readonly agent?: string[] | undefined;
  readonly skill?: string[] | undefined;
  readonly copy?: boolean | undefined;
  readonly "full-depth"?: boolean | undefined;
  readonly "allow-hidden-dirs"?: boolean | undefined;
  readonly force?: boolean | undefined;
}

/**
 * The data that the command prints for `--gate gh-skill`: the report on the simulated run of `gh
 * skill`, a comparison of the installed skills across hosts, and the safety findings in the
 * installed skills.
 */
interface GhPassage {
  readonly report: GhSkillReport;
  readonly skills: readonly SkillComparison[];
  readonly unsafe: readonly Diagnostic[];
}

/**
 * The data that the command prints for `--gate skills-cli`: the report on the simulated
 * installation, a comparison of the installed skills across hosts, and the safety findings in the
 * installed skills.
 */
interface Passage {
  readonly report: InstallReport;
  /** How each host treats the installed skills. */
  readonly skills: readonly SkillComparison[];
  /** The safety findings in the installed skills. */
  readonly unsafe: readonly Diagnostic[];
}

export const install: Command = {
  help: HELP,
  async run(args) {
    const { values, positionals } = readArguments(args, OPTIONS, 1);
    const format = readFormat(values, ["text", "json"]);
    const source = folder(positionals[0]);
    const gate = values.gate ?? "skills-cli";
    if (!GATES.includes(gate)) throw new UsageError(`there is no gate \`${gate}\`: there are ${GATES.join(", ")}`);
    refuse(gate, values);
    return withProject(values, { named: [source], beside: true }, (project) => {
      const { cwd, home } = project.place;
      const manifests = MANIFESTS.map((name) => project.walk.add(childOf(source, name))).filter((path) => path !== null);
      project.walk.read(manifests);
      if (gate === "gh-skill") {
        const asked: GhSkillRequest = {
          source: project.walk.add(source) ?? source,
          project: cwd,
          home,
          agent: values.agent?.[0] ?? null,
          skill: values.skill?.[0] ?? null,
          user: values.global ?? false,
          force: values.force ?? false,
          hidden: values["allow-hidden-dirs"] ?? false,
        };
        return throughGhSkill(project, asked, format);
      }
      const request: InstallRequest = {
        source: project.walk.add(source) ?? source,
        project: cwd,
        home,
        agents: values.agent ?? [],
        skills: values.skill ?? [],
        global: values.global ?? false,
        copy: values.copy ?? false,
        fullDepth: values["full-depth"] ?? false,
        internal: process.env.INSTALL_INTERNAL_SKILLS === "1" || process.env.INSTALL_INTERNAL_SKILLS === "true",
      };
      const report = asked(() => project.workspace.install(request));
      project.workspace.putInstalled(report);
      const files = report.entries.filter(({ content }) => content.type !== "link").map(({ path }) => path);
      const installed = files.filter((path) => path.endsWith("/SKILL.md"));
      const passage: Passage = { report, skills: compared(project, installed), unsafe: unsafe(project, installed) };
      print(format === "json" ? json(passage) : described(project, passage, values.skill ?? []));
      return isFine(passage) ? ExitCode.Clean : ExitCode.Findings;
    });
  },
};

/**
 * Checks the options in `values` for the installer `gate`, which is `skills-cli` or `gh-skill`.
 * Throws a `UsageError` if the installer has no such option, or if an option is repeated although
 * the installer accepts it only once.
 */
function refuse(gate: string, values: GateOptions): void {
  const isGh = gate === "gh-skill";
  const others = isGh ? (["copy", "full-depth"] as const) : (["allow-hidden-dirs", "force"] as const);
  const unknown = others.find((name) => values[name] !== undefined);
  if (unknown !== undefined) throw new UsageError(`the gate ${gate} has no option --${unknown}`);
  for (const name of ["agent", "skill"] as const)
    if (isGh && (values[name]?.length ?? 0) > 1) throw new UsageError(`the gate gh-skill takes --${name} once`);
}

/**
 * Reports which skills `gh skill` finds, publishes and installs, and which hosts load them
 * afterwards. Returns the exit code.
 */
function throughGhSkill(project: Project, request: GhSkillRequest, format: string): ExitCode {
  const report = asked(() => project.workspace.ghSkill(request));
  project.workspace.putGhSkill(request);
  const installed = report.install.entries.map(({ path }) => path).filter((path) => path.endsWith("/SKILL.md"));
  const passage = { report, skills: compared(project, installed), unsafe: unsafe(project, installed) };
  print(format === "json" ? json(passage) : ghDescribed(project, passage));
  const { publish, install } = report;
  const isFine = publish.accepted && install.error === null && passage.unsafe.length === 0 && passage.skills.every(areLoaded);
  return isFine ? ExitCode.Clean : ExitCode.Findings;
}

function ghDescribed(project: Project, { report, skills, unsafe }: GhPassage): string {
  const { publish, install } = report;
  const shown = (path: string) => plainLine(shownIn(project, path));
  const found = report.skills.map(
    ({ shown: name, folder, chosen }) =>
      `  ${chosen ? colour.green("✔") : colour.yellow("–")} ${plainLine(name)} ${colour.dim(shown(folder))}`,
  );
  const passedOver = report.passedOver.map(
    ({ path, help }) => `  ${colour.yellow("–")} ${shown(path)}: passed over without a message. ${plainLine(help)}`,
  );
  const lines = [...found, ...passedOver].map((line) => wrapped("  ", line.trimStart(), "    "));
  const parts = [[colour.bold("gh skill finds"), ...(lines.length > 0 ? lines : [colour.dim("  no skill")])].join("\n")];
  const findings = publish.findings.map(({ severity, skill, message, path, range }) => {
    const mark = severity === "error" ? colour.red("✘") : colour.yellow("–");
    const place = path === null ? "" : ` ${colour.dim(`${shown(path)}${range === null ? "" : `:${range.start.line}`}`)}`;
    return wrapped("  ", `${mark} ${skill === "" ? "" : `${plainLine(skill)}: `}${plainLine(message)}${place}`, "    ");
  });
  const verdictLine = publish.accepted ? colour.green("gh skill publish accepts it") : colour.red("gh skill publish refuses it");
  parts.push([colour.bold(verdictLine), ...findings].join("\n"));
  if (publish.error !== null && publish.findings.length === 0) parts.push(sentenceIn(project, publish.error));
  if (publish.fixes.length > 0) {
    const fixes = publish.fixes.map(({ path, message }) => `  ${shown(path)}: ${plainLine(message)}`);
    parts.push([colour.bold("gh skill publish --fix would write"), ...fixes].join("\n"));
  }
  if (install.error !== null) parts.push(`${colour.red("✘ gh skill install ends with:")} ${sentenceIn(project, install.error)}`);
  const folders = install.installed.map((name) => `  ${shown(childOf(install.target, name))}`);
  if (folders.length > 0) parts.push([colour.bold("It would be installed in"), ...folders].join("\n"));
  const leftOut = install.leftOut.map((path) => `  ${colour.yellow("–")} ${shown(path)}: links are not copied`);
  if (leftOut.length > 0) parts.push(leftOut.join("\n"));
  return [...parts, ...afterwards(project, skills, unsafe), NOTHING_INSTALLED()].join("\n\n");
}

function folder(source: string | undefined): string {
  if (source === undefined) throw new UsageError("say which folder is to be installed from");
  const path = resolve(source);
  if (!existsSync(path)) throw new UsageError(`there is no folder ${source}: clone a repository first, nothing is fetched`);
  if (!statSync(path).isDirectory()) throw new UsageError(`${source} is no folder`);
  return toTree(path);
}

/**
 * Returns the report that `ask` computes. If an unknown agent is named, throws a `UsageError` that
 * suggests a known one.
 */
function asked<Report>(ask: () => Report): Report {
  try {
    return ask();
  } catch (error) {
    // The message lists all agents.
    const [, unknown, known] = (error instanceof ArgumentError && /there is no agent "(.*)"; there is (.*)$/.exec(error.message)) || [];
    if (unknown === undefined || known === undefined) throw error;
    throw new UsageError(`there is no agent \`${unknown}\`${didYouMean(known.split(", "), unknown) || `: there is ${known}`}`);
  }
}

/**
 * Returns a message about requested skills that do not exist, with suggestions; an empty text if
 * all exist.
 */
function notThere({ skills }: InstallReport, wanted: readonly string[]): string {
  const names = skills.map(({ name }) => name);
  const isThere = (name: string) => names.some((one) => one.toLowerCase() === name.toLowerCase());
  const hints = wanted
    .filter((name) => name !== "*" && !isThere(name))
    .map((name) => `there is no skill \`${plainLine(name)}\`${didYouMean(names.map(plainLine), name)}`);
  return hints.join("; ");
}

function compared(project: Project, skills: readonly string[]): SkillComparison[] {
  return skills.length === 0 ? [] : project.workspace.compare({ hosts: [...project.hosts], skills: [...skills] }).skills;
}

function unsafe(project: Project, skills: readonly string[]): Diagnostic[] {
  if (skills.length === 0) return [];
  const safety = new Set(rules().flatMap(({ code, group }) => (group === "safety" ? [code] : [])));
  const folders = skills.map(parentOf);
  const all = project.workspace.lint({ hosts: [...project.hosts], skills: [...skills], fixes: false });
  return all.filter(
    ({ code, path, severity }) => safety.has(code) && severity !== "hint" && folders.some((one) => path.startsWith(childOf(one, ""))),
  );
}

function isFine({ report, skills, unsafe }: Passage): boolean {
  const isWhole = report.error === null && report.skipped.length === 0 && report.skills.every(({ replacedBy }) => replacedBy === null);
  // A host without an agent does not get the skill, and a budget may cut its description. In neither case the host refuses the skill.
  return isWhole && unsafe.length === 0 && skills.every(areLoaded);
}

function areLoaded({ cells }: SkillComparison): boolean {
  return cells.every(({ loaded }) => loaded);
}

function described(project: Project, { report, skills, unsafe }: Passage, wanted: readonly string[]): string {
  const parts = [offered(project, report)];
  if (report.error !== null) parts.push(`${colour.red("✘ nothing is installed:")} ${sentenceIn(project, report.error)}`);
  const lacking = notThere(report, wanted);
  if (lacking !== "") parts.push(`${colour.yellow("–")} ${lacking}`);
  const where = report.entries.filter(({ content }) => content.type !== "file").map(({ path }) => parentOf(path));
  if (where.length > 0 || report.entries.length > 0) parts.push(landing(project, report));
  return [...parts, ...afterwards(project, skills, unsafe), NOTHING_INSTALLED()].join("\n\n");
}

const NOTHING_INSTALLED = () => colour.dim("Nothing was installed: this is what installing would do.");

/**
 * Returns the end of the report: a table of the hosts that load the installed skills, and the
 * safety findings. Returns nothing if no skill would be installed.
 */
function afterwards(project: Project, skills: readonly SkillComparison[], unsafe: readonly Diagnostic[]): string[] {
  const parts: string[] = [];
  if (skills.length > 0) {
    const rows = skills.map(({ path, cells }) => [plainLine(shownIn(project, parentOf(path))), ...cells.map(verdict)]);
    parts.push(`${colour.bold("Then the hosts load")}\n${table(["", ...project.hosts.map(titleOf)], rows)}`);
  }
  if (unsafe.length > 0) {
    const asked = { project, diagnostics: unsafe, hidden: 0, known: 0, files: [], unread: [], hosts: project.hosts };
    parts.push(`${colour.red(colour.bold("Unsafe"))}\n${findings([asked])}`);
  } else if (skills.length > 0) parts.push(`${colour.green("✔")} nothing unsafe was found in the installed skills`);
  return parts;
}

function offered(project: Project, { skills, skipped, hidden }: InstallReport): string {
  const others = skills.filter(({ chosen, replacedBy }) => !chosen && replacedBy === null).length;
  const shown = others > MOST_OTHERS ? skills.filter(({ chosen, replacedBy }) => chosen || replacedBy !== null) : skills;
  const rest = shown.length < skills.length ? [`  ${colour.yellow("–")} ${counted(others, "more skill")} not asked for`] : [];
  const lines = shown.map(({ name, folder, chosen, installedAs, replacedBy }) => {
    const as = installedAs === name ? "" : colour.dim(` as ${plainLine(installedAs)}`);
    const lost =
      replacedBy === null ? "" : `${colour.red(" lost:")} ${plainLine(shownIn(project, replacedBy))} is installed under the same name`;
    return `  ${chosen && replacedBy === null ? colour.green("✔") : colour.yellow("–")} ${plainLine(name)}${as} ${colour.dim(plainLine(shownIn(project, folder)))}${chosen ? "" : " not asked for"}${lost}`;
  });
  const said = skipped.map(
    ({ path, reason, help }) =>
      `  ${colour.red("✘")} ${plainLine(shownIn(project, path))}: ${sentenceIn(project, reason)}. ${sentenceIn(project, help)}`,
  );
  const unsaid = hidden.map(
    ({ path, reason, help }) =>
      `  ${colour.yellow("–")} ${plainLine(shownIn(project, path))}: ${sentenceIn(project, reason)}, without a message. ${sentenceIn(project, help)}`,
  );
  const all = [...lines, ...rest, ...said, ...unsaid].map((line) => wrapped("  ", line.trimStart(), "    "));
  return [colour.bold("The skills CLI finds"), ...(all.length > 0 ? all : [colour.dim("  no skill")])].join("\n");
}

/**
 * Returns the part of the report that lists the folders and links that the installation would
 * create.
 */
function landing(project: Project, { entries }: InstallReport): string {
  const skills = new Set(entries.filter(({ path }) => path.endsWith("/SKILL.md")).map(({ path }) => parentOf(path)));
  const links = entries.flatMap(({ path, content }) =>
    content.type === "link" ? [`  ${plainLine(shownIn(project, path))} ${colour.dim(`→ ${plainLine(content.target)}`)}`] : [],
  );
  const folders = [...skills].map((path) => {
    const count = entries.filter((entry) => entry.content.type === "file" && entry.path.startsWith(childOf(path, ""))).length;
    return `  ${plainLine(shownIn(project, path))} ${colour.dim(`${count} file${count === 1 ? "" : "s"}`)}`;
  });
  return [colour.bold("It would be installed in"), ...folders, ...links].join("\n");
}
