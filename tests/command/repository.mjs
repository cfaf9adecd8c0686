// A Git repository for a test, with fixed authors and dates.
import { execFileSync } from "node:child_process";
import { mkdirSync, rmSync } from "node:fs";
import { world } from "./run.mjs";

const WHO = { name: "Ann", email: "ann@example.com", date: "2026-01-02T03:04:05Z" };
const ENV = {
  PATH: process.env.PATH,
  GIT_CONFIG_GLOBAL: "/dev/null",
  GIT_CONFIG_NOSYSTEM: "1",
  ...Object.fromEntries(
    ["AUTHOR", "COMMITTER"].flatMap((role) => Object.entries(WHO).map(([what, value]) => [`GIT_${role}_${what.toUpperCase()}`, value])),
  ),
};

/** Runs `git` in a folder; returns its output. */
export const gitIn = (folder, args, options = {}) =>
  execFileSync("git", ["-C", folder, ...args], { env: { ...ENV, ...options.env }, input: options.input ?? "", encoding: "utf8" }).trim();

/** A world whose `repo` is a Git repository with the branch `main`. */
export function repository(t, files = {}) {
  const it = world(t, files);
  const git = (...args) => gitIn(it.at("repo"), args);
  git("init", "-q", "-b", "main");
  return {
    ...it,
    git,
    /** Writes files, removes those that are null, and commits all; returns the name of the commit. */
    commit(changes = {}) {
      for (const [path, contents] of Object.entries(changes)) {
        rmSync(it.at(`repo/${path}`), { recursive: true, force: true });
        if (contents !== null) it.put(`repo/${path}`, contents);
      }
      git("add", "-A");
      git("commit", "-q", "--allow-empty", "-m", "change");
      return git("rev-parse", "HEAD");
    },
    /** Makes a folder that is a Git repository with these files in one commit; returns the name of the commit. */
    other(folder, files) {
      mkdirSync(it.at(folder), { recursive: true });
      for (const [path, contents] of Object.entries(files)) it.put(`${folder}/${path}`, contents);
      gitIn(it.at(folder), ["init", "-q", "-b", "main"]);
      gitIn(it.at(folder), ["add", "-A"]);
      gitIn(it.at(folder), ["commit", "-q", "-m", "first"]);
      return gitIn(it.at(folder), ["rev-parse", "HEAD"]);
    },
  };
}
