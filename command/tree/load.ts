// Reads a project with everything that hosts read, and nothing else: their folders in the home and in the project, and the folders that
// their settings name.
import { readdirSync } from "node:fs";
import { delimiter, resolve } from "node:path";
import type { Catalog, HostEdition, Plugin, Skill, WorkspaceOptions } from "skillglass";
import { hosts as allHosts, Workspace } from "skillglass";
import { resolveHost, usualHosts } from "../arguments.ts";
import type { Progress } from "../print/progress.ts";
import { ADMINISTRATORS, namedByVariables } from "./bounds.ts";
import { declaredPlugins, installedPlugins } from "./claude-plugins.ts";
import type { Files } from "./files.ts";
import { disk, existsIn, realIn } from "./files.ts";
import { Installed, isHiddenIn } from "./installed.ts";
import { childOf, foldersAbove, isWithin, nameOf, parentOf, toTree } from "./paths.ts";
import type { Place } from "./project.ts";
import type { Trouble } from "./trouble.ts";
import { vscodeOptions } from "./vscode-settings.ts";
import type { Reach } from "./walk.ts";
import { isSkillFile, Walk } from "./walk.ts";

/** The maximum depth of folders that are read in a project or in a folder for skills. */
const WHOLE = 32;
/**
 * The maximum depth of folders that are read in a host's own folder, such as `.claude`. Manifests
 * of extensions and plugins are three levels deep.
 */
const SETTINGS_DEPTH = 3;
/**
 * The maximum number of rounds of reading files. A new round is needed if a settings file that was
 * read in the previous round names further folders.
 */
const MOST_ROUNDS = 8;
/**
 * The maximum size in bytes of the files beside a skill. Larger files are not read, because no rule
 * reads them.
 */
const MOST_BYTES_BESIDE = 1024 * 1024;

/** The entries that Git requires in a `.git` folder. */
const GIT_ENTRIES = ["HEAD", "objects", "refs"];

const PROJECT: Reach = { depth: WHOLE, honoursGitignore: true, followsLinks: false };
const ROOT: Reach = { depth: WHOLE, honoursGitignore: false, followsLinks: true };
const SETTINGS: Reach = { depth: SETTINGS_DEPTH, honoursGitignore: false, followsLinks: false };

/** The parameters for reading a project. */
export interface LoadRequest {
  readonly place: Place;
  /**
   * The hosts that the user named. Null if the user named none: then the hosts in `skillglass.json`
   * are used, and if the file names none, the hosts in `otherwise`.
   */
  readonly hosts: readonly HostEdition[] | null;
  /**
   * The hosts that are used if neither the user nor `skillglass.json` names hosts. If this list is
   * absent too, the hosts that Skillglass usually checks are used.
   */
  readonly otherwise?: readonly HostEdition[];
  /**
   * The files and folders that the user named. Unlike others, they are read even if `.gitignore`
   * excludes them.
   */
  readonly named?: readonly string[];
  /** True if the files that only lint rules need are read too, such as the files beside skills. */
  readonly beside: boolean;
  /**
   * True to add copies of the project's skills to a folder that each host searches, so that reports
   * show the skills as if they were installed. False or absent to add no copies. Null to add copies
   * unless a skill of the project is already in a hidden folder that a host searches, such as
   * `.claude/skills`.
   */
  readonly asInstalled?: boolean | null;
  /** The source of all files, both in the project and outside of it; by default the disk. */
  readonly files?: Files;
  readonly progress: Progress;
}

/**
 * A project that is loaded into a workspace, together with the files outside of the project that
 * hosts read, such as the user's settings.
 */
export class Project implements Disposable {
  readonly place: Place;
  readonly hosts: readonly HostEdition[];
  /** True if the user named the hosts. */
  readonly hostsNamed: boolean;
  /** The hosts that `skillglass.json` names; null if it names none or does not exist. */
  readonly configured: readonly HostEdition[] | null;
  readonly walk: Walk;
  readonly workspace: Workspace;
  /** The options of the workspace, except the current host. */
  readonly options: WorkspaceOptions;
  /**
   * True if no option states whether reports show the skills as if they were installed. Skillglass
   * then decides by the folder that contains the skills.
   */
  readonly isAsInstalledByDefault: boolean;
  readonly #entered = new Set<string>();
  #configurationFault: Trouble | null = null;
  #installed: Installed | null = null;

  constructor({ place, hosts, otherwise, named = [], beside, asInstalled = false, files = disk, progress }: LoadRequest) {
    this.place = place;
    this.options = optionsOf(place);
    this.workspace = new Workspace(this.options);
    this.walk = new Walk(this.workspace, place.bounds, files);
    this.hostsNamed = hosts !== null;
    this.configured = this.#hostsOfConfiguration();
    this.hosts = hosts ?? this.configured ?? otherwise ?? usualHosts();
    const isAsked = (id: HostEdition["host"]) => this.hosts.some(({ host }) => host === id);
    if (isAsked("openclaw")) this.#setOptions({ openclaw: machine() });
    if (isAsked("vscode")) this.#setOptions({ vscode: vscodeOptions(place, (path) => this.#settings(path)) });
    if (isAsked("claude-code")) this.#setOptions({ plugins: installedPlugins(place, (path) => this.#settings(path)) });
    progress.show("looking for skills");
    this.#enterSettings();
    // The roots are determined early, because this is fast as long as no skill is in the tree.
    this.#enterRoots();
    this.#enterProject(named);
    const counted = (done: number, total: number) => progress.show("reading", done, total);
    this.#readPlanned(counted);
    // All files of skills are read, because a skill outside of the hosts' folders, or a skipped file, may be shown as if installed.
    this.walk.read([...this.walk.files].filter(isSkillFile));
    if (beside) this.#readForLint(counted);
    else this.walk.read(this.subjects(["/"]).filter((path) => this.#isShort(path)));
    const skills = asInstalled === false ? [] : this.skillFiles([place.root]);
    this.isAsInstalledByDefault = asInstalled === null;
    if (skills.length > 0 && (asInstalled ?? !this.#isLookedFor(skills)))
      this.#installed = new Installed(this.workspace, this.walk, skills);
  }

  [Symbol.dispose](): void {
    this.workspace.free();
  }

  #setOptions(options: Partial<WorkspaceOptions>): void {
    Object.assign(this.options, options);
    this.workspace.setOptions(options);
  }

  /**
   * Sets the model in the options of Claude Code. Claude Code lists skills in another form for
   * older models.
   */
  setModel(model: string): void {
    this.#setOptions({ claudeCode: { ...this.options.claudeCode, model } });
  }

  /** Returns the text of a file; null if the file was not read. */
  text(path: string): string | null {
    const bytes = this.walk.contents.get(path);
    return bytes ? Buffer.from(bytes).toString() : null;
  }

  /** Returns true if a folder directly contains a `SKILL.md`. */
  hasSkill(folder: string): boolean {
    return this.skillFiles([folder]).some((path) => parentOf(path) === folder);
  }

  /** Returns the sorted paths of all `SKILL.md` files at or below the given paths. */
  skillFiles(within: readonly string[]): string[] {
    return [...this.walk.files].filter((path) => isSkillFile(path) && within.some((folder) => isWithin(path, folder))).sort();
  }

  /**
   * Returns the files that rules check, at or below the given paths. These are `SKILL.md` files,
   * and other Markdown files that a host loads or reports as skipped.
   */
  subjects(within: readonly string[]): string[] {
    const isIn = (path: string) => path.toLowerCase().endsWith(".md") && within.some((folder) => isWithin(path, folder));
    const ofHosts = this.catalogs().flatMap(({ skills, errors, leftOut }) => [...skills, ...errors, ...leftOut].map(({ path }) => path));
    const real = ofHosts.filter(isIn).filter((path) => this.walk.files.has(path));
    return [...new Set([...this.skillFiles(within), ...real])].sort();
  }

  /**
   * True if reports show the project's skills as if they were installed: each host gets copies of
   * the skills in a folder that the host searches.
   */
  get isAsInstalled(): boolean {
    return this.#installed !== null;
  }

  /**
   * The skills that are not copied into folders of hosts, because another skill's folder has the
   * same name.
   */
  get notInstalled(): readonly string[] {
    return this.#installed?.others ?? [];
  }

  /**
   * Makes a host the current host of the workspace, and returns the workspace. If the project was
   * loaded with the option `asInstalled`, adds copies of the project's skills to a folder that the
   * host searches.
   */
  through(host: HostEdition): Workspace {
    this.workspace.setOptions({ host: host.host, edition: host.edition ?? null });
    this.#installed?.layOut(host);
    return this.workspace;
  }

  /**
   * Removes the copies of skills that were added to the workspace for the current host, and returns
   * the workspace. The workspace then contains the same skills as the disk.
   */
  asItIs(): Workspace {
    this.#installed?.clear();
    return this.workspace;
  }

  /** Returns the path of a skill's copy for the current host; null if there is no copy. */
  installedAt(skill: string): string | null {
    return this.#installed?.at(skill) ?? null;
  }

  /** Returns the path of the original file for a copy; any other path unchanged. */
  originOf(path: string): string {
    return this.#installed?.originOf(path) ?? path;
  }

  /** Returns the path of the copy of a file for the current host; the path itself if there is no copy. */
  copyOf(path: string): string {
    return this.#installed?.copyOf(path) ?? path;
  }

  /** Reads files into the workspace. A copy gets the contents of its original file. */
  readCopies(paths: readonly string[]): void {
    this.walk.read(paths.map((path) => this.originOf(path)));
    const copies = paths.filter((path) => this.originOf(path) !== path);
    this.workspace.writeAll(new Map(copies.map((path) => [path, this.walk.contents.get(this.originOf(path)) ?? null])));
  }

  /**
   * Makes a host the current host of the workspace, and asks a question about the workspace. If
   * reports show the skills as if they were installed, the workspace has no other skills of the
   * project in the meantime.
   */
  throughOnly<T>(host: HostEdition, ask: (workspace: Workspace) => T): T {
    const workspace = this.through(host);
    return this.#installed === null ? ask(workspace) : this.#installed.withoutOriginals(() => ask(workspace));
  }

  /**
   * Asks a question about a workspace in which all hosts find the project's skills at the same time, if reports show the skills as if they
   * were installed. The skills keep their own paths. Otherwise, asks about the workspace as it is.
   */
  throughAll<T>(ask: (workspace: Workspace) => T): T {
    const workspace = this.asItIs();
    return this.#installed === null ? ask(workspace) : this.#installed.withLinks(this.hosts, () => ask(workspace));
  }

  /** Returns the catalog of each host, in the order of `hosts`. */
  catalogs(): Catalog[] {
    return this.hosts.map((host) => this.through(host).catalog());
  }

  /**
   * Returns the skills of each host. If a host loads a copy that was added to the workspace, the
   * skill has the path of the original file in the project.
   */
  skills(): Skill[] {
    return this.hosts.flatMap((host) => {
      const { skills } = this.through(host).catalog();
      return skills.map((skill) => ({ ...skill, path: this.originOf(skill.path) }));
    });
  }

  /**
   * Returns the plugins that the repository declares, each with the names of the skills that Claude Code would load if the plugin were
   * installed. A plugin whose files are not in the repository has no names.
   */
  skillsOfPlugins(host: HostEdition): Map<string, string[]> {
    const declared = declaredPlugins(this.place.root, (path) => this.#settings(path));
    // The folder of a plugin may not exist, or its path may be one that no file system accepts.
    const files = [...this.walk.files];
    for (const [name, plugin] of declared)
      if (plugin !== null && !files.some((file) => isWithin(file, plugin.root))) declared.set(name, null);
    const workspace = this.asItIs();
    const install = (plugins: Plugin[]) => workspace.setOptions({ host: host.host, edition: host.edition ?? null, plugins });
    install([...declared.values()].filter((plugin) => plugin !== null));
    for (let round = 0; round < MOST_ROUNDS; round++) {
      const planned = workspace.plan().filter((path) => !this.walk.contents.has(path));
      if (planned.length === 0) break;
      this.walk.read(planned);
    }
    const namesIn = (name: string, plugin: Plugin): string[] => {
      // Each plugin is loaded without the others, because plugins may share folders.
      install([plugin]);
      const skills = workspace.catalog().skills.filter((skill) => skill.pluginId === plugin.id && isSkillFile(skill.path));
      const prefix = `${name}:`;
      return skills.map((skill) => (skill.name.startsWith(prefix) ? skill.name.slice(prefix.length) : skill.name));
    };
    const names = new Map([...declared].map(([name, plugin]) => [name, plugin === null ? [] : namesIn(name, plugin)]));
    this.workspace.setOptions({ plugins: this.options.plugins ?? [] });
    return names;
  }

  /**
   * Returns the paths of the `SKILL.md` files that the repository probably publishes for other
   * people. These are the skills outside of the folders that the hosts search, and outside of
   * hidden folders such as `.github`.
   */
  published(): string[] {
    const { root } = this.place;
    const roots = this.catalogs().flatMap(({ roots }) => roots.filter(({ status }) => status === "scanned"));
    return this.skillFiles([root]).filter((skill) => !isHiddenIn(skill, root) && !roots.some(({ path }) => isWithin(skill, path)));
  }

  /**
   * Returns true if at least one of `skills` is in a hidden folder of the project that a host
   * searches, such as `.claude/skills`. If none is, the project probably publishes its skills for
   * other people to install, for example in the folder `skills`.
   */
  #isLookedFor(skills: readonly string[]): boolean {
    const { root } = this.place;
    const isLookedForBy = (host: HostEdition) =>
      this.through(host)
        .catalog()
        .roots.filter(({ path, status }) => status === "scanned" && isHiddenIn(path, root))
        .some(({ path }) => skills.some((skill) => isWithin(skill, path)));
    return [...this.hosts, ...allHosts().map(({ host }) => ({ host }))].some(isLookedForBy);
  }

  /** Returns the text of a settings file; null if it does not exist or cannot be read. */
  #settings(path: string): string | null {
    const real = this.walk.add(path);
    if (real === null || !this.walk.files.has(real)) return null;
    this.walk.read([real]);
    return this.text(real);
  }

  /**
   * Returns the hosts that `skillglass.json` names; null if it names none. These hosts decide which
   * folders are read. A mistake in the file is stored for `configurationFault`.
   */
  #hostsOfConfiguration(): HostEdition[] | null {
    const { root, cwd } = this.place;
    const above = [cwd, ...foldersAbove(cwd)].filter((folder) => isWithin(folder, root));
    const file = above.map((folder) => childOf(folder, "skillglass.json")).find((path) => this.walk.add(path) !== null);
    if (file === undefined) return null;
    this.walk.read([file]);
    const text = this.text(file);
    if (text === null) return null;
    const fault = (message: string) => {
      this.#configurationFault = { path: this.walk.from.shown(file), message: `${message}; \`skillglass check\` shows the place` };
    };
    try {
      const named: unknown = JSON.parse(text)?.hosts;
      const all = Array.isArray(named) ? named.map(resolveHost) : [];
      const hosts = all.filter((one) => one !== null);
      if (hosts.length < all.length) fault("it names a host that there is not");
      return hosts.length > 0 ? hosts : null;
    } catch {
      fault("it is no JSON");
      return null;
    }
  }

  /**
   * The mistake in `skillglass.json` that prevents Skillglass from using the file's hosts. Null if
   * the file has no mistake, or if the user named the hosts.
   */
  get configurationFault(): Trouble | null {
    return this.hostsNamed ? null : this.#configurationFault;
  }

  /** Returns all folders in which any of the hosts looks for skills. */
  #roots(): Set<string> {
    return new Set(this.catalogs().flatMap(({ roots }) => roots.map(({ path }) => path)));
  }

  /**
   * Adds the settings files of hosts to the workspace. This is the first step, because settings
   * files name further folders that hosts search for skills.
   */
  #enterSettings(): void {
    const { cwd, home } = this.place;
    for (const folder of [cwd, home]) this.walk.add(folder);
    for (const folder of [cwd, ...foldersAbove(cwd)]) {
      const git = childOf(folder, ".git");
      // Some hosts ask whether Git accepts the folder.
      for (const path of [git, ...GIT_ENTRIES.map((name) => childOf(git, name))]) this.walk.add(path);
    }
    for (const folder of ADMINISTRATORS) this.walk.enter(folder, SETTINGS);
    for (const path of namedByVariables()) {
      if (this.#isFolder(path) && !isWithin(home, path)) this.walk.enter(path, SETTINGS);
      else this.walk.add(path);
    }
    const looked = new Set<string>();
    for (let round = 0; round < MOST_ROUNDS; round++) {
      const roots = this.#roots();
      const fresh = [...roots].map(parentOf).filter((folder) => !looked.has(folder));
      for (const folder of fresh) {
        looked.add(folder);
        if (this.#isOfHost(folder)) this.walk.enter(folder, { ...SETTINGS, closed: roots });
      }
      const planned = this.#planned();
      this.walk.read(planned);
      if (fresh.length === 0 && planned.length === 0) return;
    }
  }

  /** Returns true if a path leads to a folder, also through links. */
  #isFolder(path: string): boolean {
    const real = realIn(this.walk.from, path);
    return real !== null && this.walk.from.entry(real)?.kind === "folder";
  }

  /** Returns the files that at least one host would read. */
  #planned(): string[] {
    return this.workspace.plan({ hosts: [...this.hosts] });
  }

  /**
   * Returns true if a folder belongs to a host: its path has a hidden segment, such as `.claude`,
   * and the folder contains neither the project nor the home.
   */
  #isOfHost(folder: string): boolean {
    const { cwd, home, root } = this.place;
    if ([cwd, home, root].some((one) => isWithin(one, folder))) return false;
    return folder.split("/").some((part) => part.startsWith("."));
  }

  #enterProject(named: readonly string[]): void {
    const { cwd, home, root } = this.place;
    const top = [root, cwd].find((folder) => !isWithin(home, folder));
    for (const path of named) this.walk.enterNamed(this.#isFolder(path) ? path : parentOf(path), root, PROJECT);
    if (top !== undefined) this.walk.enter(top, { ...PROJECT, isOptional: named.length > 0 });
  }

  /**
   * Adds the folders in which hosts look for skills to the folders that are read. Returns true if
   * at least one of them is new.
   */
  #enterRoots(): boolean {
    const fresh = [...this.#roots()].filter((path) => !this.#entered.has(path) && existsIn(this.walk.from, path));
    for (const path of fresh) {
      this.#entered.add(path);
      const { home, cwd } = this.place;
      // A configured root may be the home or the whole disk, which is not entered.
      if (isWithin(home, path)) continue;
      this.walk.enter(path, isWithin(cwd, path) ? { ...PROJECT, followsLinks: true } : ROOT);
    }
    return fresh.length > 0;
  }

  /**
   * Reads the files that the hosts would read, in rounds. A settings file that was read can name
   * further folders with skills. The files in these folders are read in the next round. Folders are
   * listed only at the end of a round, because listing them is slow.
   */
  #readPlanned(counted: (done: number, total: number) => void): void {
    this.walk.read([...this.walk.files].filter((path) => nameOf(path) === "skillglass.json"));
    for (let round = 0; round < MOST_ROUNDS; round++) {
      const planned = this.#planned().filter((path) => !this.walk.contents.has(path));
      let done = 0;
      this.walk.read(planned, () => counted(++done, planned.length));
      if (!this.#enterRoots()) return;
    }
  }

  #isShort(path: string): boolean {
    return this.walk.sizeOf(path) <= MOST_BYTES_BESIDE;
  }

  /**
   * Reads the files that only lint rules need: Markdown that hosts ignore, files beside skills, and
   * the files that lock files name.
   */
  #readForLint(counted: (done: number, total: number) => void): void {
    const tried = new Set<string>();
    for (let round = 0; round < MOST_ROUNDS; round++) {
      const all = this.workspace.plan({ hosts: [...this.hosts], for: "lint" });
      const planned = all.filter((path) => !this.walk.contents.has(path) && !tried.has(path) && this.#isShort(path));
      if (planned.length === 0) return;
      for (const path of planned) tried.add(path);
      let done = 0;
      this.walk.read(planned, () => counted(++done, planned.length));
    }
  }

  /**
   * Reads all files of locked skills, also large ones, because their digest is computed from all
   * files.
   */
  readLocked(): void {
    this.walk.read(this.workspace.locks().unread);
  }
}

function optionsOf({ cwd, home }: Place): WorkspaceOptions {
  const variables = Object.fromEntries(Object.entries(process.env).filter((entry): entry is [string, string] => entry[1] !== undefined));
  const { CODEX_HOME } = process.env;
  return { cwd, home, variables, codex: CODEX_HOME ? { home: toTree(resolve(CODEX_HOME)) } : {} };
}

/**
 * Returns the operating system and the programs in PATH, because OpenClaw checks whether a skill's
 * requirements are met.
 */
function machine(): NonNullable<WorkspaceOptions["openclaw"]> {
  const folders = (process.env.PATH ?? "").split(delimiter).filter((folder) => folder !== "");
  const binaries = folders.flatMap((folder) => programsIn(folder));
  return { os: process.platform, binaries };
}

function programsIn(folder: string): string[] {
  try {
    return readdirSync(folder).map((name) => toTree(resolve(folder, name)));
  } catch {
    // `PATH` often names folders that do not exist.
    return [];
  }
}
