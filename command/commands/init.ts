import { lstatSync, mkdirSync, rmSync, writeFileSync } from "node:fs";
import { posix } from "node:path";
import type { HostEdition } from "skillglass";
import { validateStandard } from "skillglass";
import { FORMAT_OPTIONS, LOCAL_HOSTS, localHosts, PROJECT_OPTIONS, readArguments, readFormat, readHosts } from "../arguments.ts";
import type { Command } from "../command.ts";
import { ExitCode, UsageError } from "../exit.ts";
import { colour } from "../print/colour.ts";
import { titleOf } from "../print/hosts.ts";
import { json } from "../print/json.ts";
import { notice, print } from "../print/notice.ts";
import { Progress } from "../print/progress.ts";
import { listed, plainLine } from "../print/text.ts";
import { ignoredNotes } from "../tree/ignored.ts";
import { Project } from "../tree/load.ts";
import { isWithin, parentOf, shownPath, toDisk, withShownPaths } from "../tree/paths.ts";
import { placeOf } from "../tree/project.ts";
import { wordsFor } from "../tree/trouble.ts";
import { linkFolder } from "../tree/write.ts";

/** The folder of a project in which most hosts look for skills. */
const SHARED = ".agents/skills";

const OPTIONS = { ...PROJECT_OPTIONS, ...FORMAT_OPTIONS, description: { type: "string", short: "d" } } as const;

const HELP = `Usage: skillglass init NAME [options]

Makes a new skill: ${SHARED}/NAME/SKILL.md at the top of the repository, and a link to it for each host that looks in another folder
of the repository. Some hosts look in no folder of a repository, such as OpenClaw, which reads the workspace of its agent: the output
names them, and the place where each looks. NAME has lowercase letters, digits and hyphens. Existing files are not changed.

Options:
  -d, --description TEXT What the skill does and when to use it: the model chooses it by this text
  --host NAME[@EDITION]  A host that has to load it; give it again for more, \`all\` for every one of
                         \`skillglass hosts\`. Without it: ${LOCAL_HOSTS}
  --cwd DIR              A directory of the repository (here)
  --format FORMAT        text, json (text)
  --json                 Short for --format json
  --home DIR             The home (yours)
  -h, --help             This text

Exit codes: 0 made, 2 wrong use, the skill exists already, or it could not be written.

Examples:
  skillglass init pdf-forms -d "Fills in PDF forms. Use when somebody hands over a form to complete."
`;

export const init: Command = {
  help: HELP,
  async run(args) {
    const { values, positionals } = readArguments(args, OPTIONS, 1);
    const format = readFormat(values, ["text", "json"]);
    const [name] = positionals;
    if (name === undefined) throw new UsageError("say the skill's name");
    const text = template(name, values.description);
    const [finding] = validateStandard(text, name);
    const meant = nameFrom(name);
    if (finding && meant !== name && validateStandard(template(meant, values.description), meant).length === 0)
      throw new UsageError(`a skill's name has lowercase letters, digits and hyphens: \`${meant}\` in place of \`${name}\``);
    if (finding) throw new UsageError(`${finding.message}. ${finding.help}`);
    const around = placeOf(values);
    const place = { ...around, cwd: around.root };
    const asked = readHosts(values.host) ?? localHosts();
    using project = new Project({ place, hosts: asked, beside: false, progress: new Progress(true) });
    const folder = `${place.root === "/" ? "" : place.root}/${SHARED}/${name}`;
    const shown = (path: string) => shownPath(path, around.cwd, place.home);
    if (isTaken(folder)) {
      notice(`${plainLine(shown(folder))} exists already and was not changed. Edit it, or choose another name`);
      return ExitCode.Trouble;
    }
    const { links, lacking } = placed(project, `${folder}/SKILL.md`, text);
    const made: string[] = [];
    try {
      mkdirSync(toDisk(parentOf(folder)), { recursive: true });
      mkdirSync(toDisk(folder));
      made.push(folder);
      writeFileSync(toDisk(`${folder}/SKILL.md`), text, { flag: "wx" });
      for (const link of links) {
        linkFolder(folder, link);
        made.push(link);
      }
    } catch (error) {
      // If a step fails, everything that was made is removed.
      for (const path of made) rmSync(toDisk(path), { recursive: true, force: true });
      notice(`${colour.red("cannot write")} ${plainLine(shown(folder))}: ${wordsFor(error)}`);
      return ExitCode.Trouble;
    }
    const taking = asked.filter((host) => !lacking.some((one) => one.host === host));
    if (format === "json") {
      const refusing = lacking.map(({ host, remedy }) => ({ ...host, remedy }));
      print(json({ skill: toDisk(`${folder}/SKILL.md`), links: links.map(toDisk), hosts: taking, lacking: refusing }));
      return ExitCode.Clean;
    }
    const lines = [
      `${colour.green("✔")} ${plainLine(shown(folder))}/SKILL.md`,
      ...links.map((link) => `${colour.green("✔")} ${plainLine(shown(link))} ${colour.dim("a link to it")}`),
    ];
    lines.push(`  ${listed(taking.map(({ host }) => titleOf({ host })))} ${taking.length === 1 ? "loads" : "load"} it.`);
    for (const { host, remedy } of lacking)
      lines.push(
        `${colour.yellow("–")} ${titleOf({ host: host.host })} does not load it: ${plainLine(withShownPaths(remedy, around.cwd, place.root, place.home))}`,
      );
    const all = [folder, ...links].map((path) => ({ path, isFolder: path === folder }));
    lines.push(...ignoredNotes(project, all, shown));
    if (values.description === undefined)
      lines.push(colour.dim("  Next, write its description: the model chooses the skill by it. Then: skillglass check"));
    print(lines.join("\n"));
    return ExitCode.Clean;
  },
};

/** Converts words to a name that hosts accept. For example, `My Skill` becomes `my-skill`. */
function nameFrom(words: string): string {
  const parts =
    words
      .normalize("NFKD")
      .toLowerCase()
      .replaceAll(/\p{Mn}/gu, "")
      .match(/[a-z0-9]+/g) ?? [];
  return parts.join("-");
}

function template(name: string, description: string | undefined): string {
  const title = name.replaceAll("-", " ").replace(/^./, (letter) => letter.toUpperCase());
  const words = JSON.stringify(description ?? "TODO: what it does, in a sentence. Use when TODO: the words that people say.");
  return `---\nname: ${name}\ndescription: ${words}\n---\n\n# ${title}\n\n1. First step.\n`;
}

function isTaken(path: string): boolean {
  try {
    return lstatSync(toDisk(path), { throwIfNoEntry: false }) !== undefined;
  } catch {
    // A folder above is a file, or not accessible, so nothing can be replaced; the write reports the reason.
    return false;
  }
}

/**
 * Returns the links that make more hosts find the new skill, and the hosts that still do not load
 * it, each with advice. Tests this in the workspace and writes nothing to the disk.
 */
function placed(project: Project, file: string, text: string): { links: string[]; lacking: { host: HostEdition; remedy: string }[] } {
  const { workspace, hosts, place } = project;
  const folder = parentOf(file);
  workspace.write(file, text);
  const cells = () => workspace.compare({ hosts: [...hosts], skills: [file] }).skills[0]!.cells;
  const links: string[] = [];
  for (const index of hosts.keys()) {
    const cell = cells()[index]!;
    const link = cell.asIfAt === null ? null : parentOf(cell.asIfAt);
    if (cell.discovered || link === null || !isWithin(link, place.root) || isTaken(link)) continue;
    workspace.symlink(link, posix.relative(parentOf(link), folder));
    // Several hosts may look in the folder, but some of them do not follow links, or do not read the folder in every repository.
    if (cells()[index]!.discovered) links.push(link);
    else workspace.remove(link);
  }
  const lacking = cells().flatMap((cell, index) => {
    const [obstacle] = cell.obstacles;
    return cell.loaded && cell.discovered ? [] : [{ host: hosts[index]!, remedy: obstacle?.change ?? "it does not look there" }];
  });
  return { links, lacking };
}
