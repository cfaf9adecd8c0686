// Runs the command as its users do: a process, in a project and a home of the test's own.
import { spawn, spawnSync } from "node:child_process";
import { chmodSync, mkdirSync, mkdtempSync, readFileSync, realpathSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";

export const MAIN = fileURLToPath(new URL("../../pkg/command/main.js", import.meta.url));

/** A link, as a file of `world`. */
export const link = (target) => ({ target });

/** The text of a skill without fault. */
export const skill = (name, description = `Fills in forms of ${name}. Use when a form of ${name} is handed over.`) =>
  `---\nname: ${name}\ndescription: ${description}\n---\n\n# Forms\n\n1. Read the form.\n2. Fill it in.\n`;

/** One finding, with a safe fix: a colon and a blank in a value without quotes. */
export const COLON =
  "---\nname: pdf\ndescription: Fills in PDF forms. Use when: a form is handed over.\n---\n\n# Forms\n\n1. Read the form.\n2. Fill it in.\n";

/** A folder with `repo/` and `home/`; it goes with the test. */
export function world(t, files = {}) {
  const top = realpathSync(mkdtempSync(join(tmpdir(), "skillglass-command-")));
  const shut = [];
  t.after(() => {
    for (const folder of shut) chmodSync(folder, 0o755);
    rmSync(top, { recursive: true, force: true });
  });
  for (const folder of ["repo/.git", "home"]) mkdirSync(join(top, folder), { recursive: true });
  for (const [path, contents] of Object.entries(files)) put(top, path, contents);
  const at = (path) => join(top, path);
  const environment = { PATH: process.env.PATH, HOME: at("home") };
  return {
    at,
    read: (path) => readFileSync(at(path), "utf8"),
    /** Takes rights to a folder away until the test is over. */
    shut: (path, mode) => {
      shut.push(at(path));
      chmodSync(at(path), mode);
    },
    put: (path, contents) => put(top, path, contents),
    run: (args, { cwd = "repo", env = {}, flags = [] } = {}) => run(args, { cwd: at(cwd), env: { ...environment, ...env } }, flags),
    start: (args, { cwd = "repo", env = {} } = {}) =>
      spawn(process.execPath, [MAIN, ...args], { cwd: at(cwd), env: { ...environment, ...env } }),
    /** The same with its output on a terminal of so many columns. */
    onTerminal: (args, { columns = 80, env = {} } = {}) => {
      const line = [process.execPath, MAIN, ...args].map((word) => `'${word.replaceAll("'", "'\\''")}'`).join(" ");
      return spawnSync("script", ["-qec", `stty cols ${columns} && ${line} 2>'${at("stderr")}'`, "/dev/null"], {
        cwd: at("repo"),
        env: { ...environment, TERM: "xterm", ...env },
        encoding: "utf8",
      });
    },
  };
}

function put(top, path, contents) {
  const file = join(top, path);
  mkdirSync(dirname(file), { recursive: true });
  if (typeof contents === "object" && "target" in contents) symlinkSync(contents.target, file);
  else writeFileSync(file, contents);
}

function run(args, options, flags) {
  const child = spawn(process.execPath, [...flags, MAIN, ...args], { ...options, stdio: ["ignore", "pipe", "pipe"] });
  const read = { stdout: "", stderr: "" };
  for (const stream of ["stdout", "stderr"]) {
    child[stream].setEncoding("utf8");
    child[stream].on("data", (text) => {
      read[stream] += text;
    });
  }
  return new Promise((resolve, reject) => {
    child.on("error", reject);
    child.on("close", (code) => resolve({ code, out: read.stdout, err: read.stderr }));
  });
}
