// Helpers for files and processes inside a sandbox.
import { spawn } from "node:child_process";
import {
  chmodSync,
  closeSync,
  existsSync,
  linkSync,
  lstatSync,
  mkdirSync,
  mkdtempSync,
  opendirSync,
  openSync,
  readdirSync,
  readFileSync,
  readlinkSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { dirname, join } from "node:path";

import { SYSTEM } from "./sandbox.mjs";

/** The `PATH` of programs in the sandbox: the folders of the system's programs. */
export const PATH = "/usr/local/bin:/usr/bin:/bin";

/** Returns the variables for a program that has to print text without colors. */
export const plainVariables = (home) => ({ PATH, HOME: home, TERM: "dumb", NO_COLOR: "1", LANG: "C.UTF-8" });

/** Removes all files of a workspace from the sandbox. The system's folders stay. */
export function clear() {
  for (const name of readdirSync("/")) {
    if (!SYSTEM.includes(name)) rmSync(join("/", name), { recursive: true, force: true });
  }
  for (const name of readdirSync("/tmp")) rmSync(join("/tmp", name), { recursive: true, force: true });
  rmSync("/etc/codex", { recursive: true, force: true });
}

/** Returns true if this file system lists the newest entry of a folder first. */
function listsNewestFirst() {
  const folder = mkdtempSync("/tmp/order-");
  for (const name of ["1", "2"]) writeFileSync(join(folder, name), "");
  // `readdir` of Node sorts the names; other programs do not sort them.
  const directory = opendirSync(folder);
  const first = directory.readSync().name;
  directory.closeSync();
  rmSync(folder, { recursive: true });
  return first === "2";
}

/**
 * Returns the entries of a tree in the order in which they have to be written.
 * The file system then lists the entries of each folder by name, compared as bytes.
 */
export function inOrder(tree) {
  const sorted = [...tree].sort((a, b) =>
    Buffer.compare(Buffer.from(a.path.replaceAll("/", "\0")), Buffer.from(b.path.replaceAll("/", "\0"))),
  );
  return listsNewestFirst() ? sorted.reverse() : sorted;
}

/**
 * Writes a tree so that the file system lists the entries of each folder by name. Returns the
 * entries that could be written.
 * Programs that do not sort their files then always give the same answer.
 */
export function buildSorted(tree) {
  const built = new Set(build(inOrder(tree)));
  return tree.filter((entry) => built.has(entry));
}

/**
 * Returns the files and links in some folders of the disk.
 * The result maps each path to `{type, bytes, mode}` or `{type, target}`.
 */
export function snapshot(folders) {
  const found = new Map();
  const visit = (path) => {
    const stats = lstatSync(path, { throwIfNoEntry: false });
    if (!stats) return;
    if (stats.isSymbolicLink()) found.set(path, { type: "symlink", target: readlinkSync(path) });
    else if (stats.isDirectory()) {
      found.set(path, { type: "dir" });
      for (const name of readdirSync(path)) visit(`${path}/${name}`);
    } else found.set(path, { type: "file", bytes: readFileSync(path), mode: stats.mode & 0o777 });
  };
  for (const folder of folders) visit(folder);
  return found;
}

const exists = (path) => lstatSync(path, { throwIfNoEntry: false }) !== undefined;

/** Writes a tree to the disk. Returns the entries that could be written. */
export function build(tree) {
  return tree.filter((entry) => {
    const { path, type } = entry;
    if (type === "dir") {
      if (!existsSync(path)) mkdirSync(path, { recursive: true });
      return true;
    }
    if (exists(path)) return false;
    mkdirSync(dirname(path), { recursive: true });
    if (type === "symlink") symlinkSync(entry.target, path);
    else if (type === "hardlink") linkSync(entry.target, path);
    else writeFileSync(path, entry.base64 === undefined ? entry.text : Buffer.from(entry.base64, "base64"));
    if (entry.mode) chmodSync(path, Number.parseInt(entry.mode, 8));
    if (entry.executable) chmodSync(path, 0o755);
    return true;
  });
}

/**
 * Runs a program to its end, and returns its exit code and output.
 * The output goes to files, because some programs end before a pipe has taken all of it.
 * After `timeout` milliseconds, the program and its children are ended, and `code` is null.
 */
export async function run(command, args, { env, cwd, input, timeout = 60_000 }) {
  const paths = ["/exchange/out", "/exchange/err"];
  const [out, err] = paths.map((path) => openSync(path, "w"));
  const child = spawn(command, args, { env, cwd, detached: true, stdio: [input === undefined ? "ignore" : "pipe", out, err] });
  if (input !== undefined) child.stdin.end(input);
  const timer = setTimeout(() => process.kill(-child.pid, "SIGKILL"), timeout);
  const code = await new Promise((resolve, reject) => {
    child.on("error", reject);
    child.on("exit", resolve);
  });
  clearTimeout(timer);
  try {
    process.kill(-child.pid, "SIGKILL");
  } catch {
    // All processes of the group have ended.
  }
  for (const file of [out, err]) closeSync(file);
  const [stdout, stderr] = paths.map((path) => readFileSync(path, "utf8"));
  return { code, stdout, stderr };
}

/** Makes a folder a Git repository without commits. */
export const makeRepository = (folder) => run("git", ["init", "-q", folder], { env: { PATH, HOME: "/root" }, cwd: "/" });
