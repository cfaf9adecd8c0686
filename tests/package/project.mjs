// A fresh project with the packed package in it, as a user would have.
import { execFileSync } from "node:child_process";
import { mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { after } from "node:test";
import { fileURLToPath, pathToFileURL } from "node:url";

export const repository = fileURLToPath(new URL("../..", import.meta.url));

const { dependencies } = JSON.parse(readFileSync(join(repository, "pkg-template/package.json"), "utf8"));

/** Packs `pkg/` into `folder`; gives what npm says about the tarball. */
export function pack(folder) {
  const [tarball] = JSON.parse(run("npm", ["pack", join(repository, "pkg"), "--json", "--pack-destination", folder], folder));
  return { path: join(folder, tarball.filename), files: tarball.files.map((file) => file.path).sort() };
}

/** Runs a command in `folder`; gives what it prints, and throws with all of it when it fails. */
export function run(command, parameters, folder) {
  try {
    return execFileSync(command, parameters, { cwd: folder, encoding: "utf8", stdio: ["ignore", "pipe", "pipe"] });
  } catch (error) {
    throw new Error(`${command} ${parameters.join(" ")} failed:\n${error.stdout}${error.stderr}`);
  }
}

/**
 * A new project `within` a folder, removed after the file's tests: the tarball installed, and tools of ours lent to it. `load` imports
 * by the name that the project would use, `start` the package, ready.
 */
export function freshProject({ tools = [], within = tmpdir() } = {}) {
  const folder = mkdtempSync(join(within, "skillglass-package-"));
  const write = (name, text) => {
    mkdirSync(dirname(join(folder, name)), { recursive: true });
    writeFileSync(join(folder, name), text);
  };
  write("package.json", JSON.stringify({ name: "fresh", private: true, type: "module" }));
  const { path: tarball, files } = pack(folder);
  // What the command depends on is ours, too: nothing is fetched.
  const lent = Object.keys(dependencies).map((name) => join(repository, "node_modules", name));
  run("npm", ["install", "--offline", "--no-audit", "--no-fund", tarball, ...lent], folder);
  for (const tool of tools) {
    const link = join(folder, "node_modules", tool);
    mkdirSync(dirname(link), { recursive: true });
    symlinkSync(join(repository, "node_modules", tool), link);
  }
  const { resolve } = createRequire(join(folder, "main.mjs"));
  const load = (name) => import(pathToFileURL(resolve(name)));
  const start = async () => {
    const skillglass = await load("skillglass");
    await skillglass.default();
    return skillglass;
  };
  after(() => rmSync(folder, { recursive: true, force: true }));
  return { folder, files, tarball, write, load, start };
}

/** The package in a fresh project, ready to be called. */
export async function startPackage() {
  const project = freshProject();
  return { project, skillglass: await project.start() };
}

/** A scenario that runs wherever the package does; `result` is what it comes to. */
export const scenario = `
const skill = "/home/me/.codex/skills/pdf/SKILL.md";
const workspace = new Workspace({ host: "codex", cwd: "/repo", home: "/home/me" });
workspace.write(skill, "---\\nname: pdf\\ndescription: Fill in PDF forms.\\n---\\nUse the script.\\n");
const result = {
  skills: workspace.catalog().skills.map(({ name, path, scope }) => ({ name, path, scope })),
  listed: workspace.listing().message.text.split("\\n").filter((line) => line.startsWith("- pdf: Fill in PDF forms.")).length,
  injected: workspace.turn({ inputs: [{ type: "text", text: "Use $pdf" }] }).messages
    .map(({ role, text, skill }) => ({ role, skill, opens: text.startsWith("<skill>") })),
};
workspace.free();
`;

export const expected = {
  skills: [{ name: "pdf", path: "/home/me/.codex/skills/pdf/SKILL.md", scope: "user" }],
  listed: 1,
  injected: [{ role: "user", skill: "/home/me/.codex/skills/pdf/SKILL.md", opens: true }],
};
