// release.mjs [--dry]: checks everything, and packs dist/release-<version>/: the npm tarball, the
// crate, the static pages, the bill of materials, and SHA256SUMS. It publishes nothing. A check
// that passed for a commit is not repeated for the same commit, so a release that stopped continues
// where it stopped. `--dry` only reports what is wrong with the texts and the tree.
import { execFileSync, spawnSync } from "node:child_process";
import { createHash } from "node:crypto";
import { copyFileSync, existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { gzipSync } from "node:zlib";

import { PLACEHOLDER } from "./published.mjs";
import { billOfMaterials, serialize, versionOf } from "./sbom.mjs";

const ROOT = fileURLToPath(new URL("..", import.meta.url));
const DAY = 86_400_000;
/** The pages with measurements. `FRESH_DAYS` is the greatest age of these in days at a release. */
const MEASURED = ["docs/performance.md", "docs/reliability.md"];
const FRESH_DAYS = 30;

/**
 * The files in which users find a version of the package to run. `PIN` matches how a file names the
 * version.
 */
export const PINNED = ["action.yml", ".pre-commit-hooks.yaml", "docs/ci.md", "docs/guides/ci.md", "docs/zh/guides/ci.md"];
export const PIN = /(?:skillglass@v?|\brev: v|^ {4}default: ")(\d+\.\d+\.\d+\b)/gm;

const git = (folder, ...values) => execFileSync("git", values, { cwd: folder, encoding: "utf8" }).trim();

/**
 * Returns the dates in a text in milliseconds. They have the form `2026-11-22` or `22 November
 * 2026`.
 */
const dates = (text) =>
  [
    ...text.matchAll(
      /\b(?:(\d{4}-\d\d-\d\d)|\d{1,2} (?:January|February|March|April|May|June|July|August|September|October|November|December) \d{4})\b/g,
    ),
  ].map(([date, iso]) => Date.parse(iso ?? `${date} UTC`));

/**
 * Returns the reasons against a release of the repository in `folder`, each with a remedy. `now` is
 * the time in milliseconds.
 */
export function obstacles(folder, now = Date.now()) {
  const read = (path) => readFileSync(join(folder, path), "utf8");
  const found = [];
  const changed = git(folder, "status", "--porcelain");
  if (changed !== "") found.push(`the tree is not clean; commit, or put aside:\n${changed}`);

  const version = versionOf(read("Cargo.toml"));
  const lock = read("Cargo.lock");
  for (const name of ["skillglass", "skillglass-wasm"]) {
    const locked = new RegExp(`^name = "${name}"\nversion = "(.+?)"`, "m").exec(lock)?.[1];
    if (locked !== version) found.push(`Cargo.lock has ${name} ${locked}, Cargo.toml says ${version}: run cargo check`);
  }

  const heading = /^## (.+)$/m.exec(read("CHANGELOG.md"))?.[1] ?? "";
  const [, newest, date] = /^(\S+) \((\d{4}-\d\d-\d\d)\)$/.exec(heading) ?? [];
  const released = Date.parse(date);
  if (newest !== version || Number.isNaN(released)) {
    found.push(`the newest section of CHANGELOG.md is “${heading}”; it has to be “${version} (YYYY-MM-DD)”, with the day of the release`);
  } else {
    if (released > now) found.push(`CHANGELOG.md dates ${version} on ${date}, which has not come yet`);
    for (const page of MEASURED) {
      const measured = Math.max(...dates(read(page)));
      if (!(measured >= released - FRESH_DAYS * DAY))
        found.push(`the figures of ${page} are older than ${FRESH_DAYS} days: measure them again`);
    }
  }

  const tracked = git(folder, "ls-files", "-z")
    .split("\0")
    .filter((path) => path !== "" && !/^(tests|scripts)\//.test(path));
  const placeholders = tracked.filter((path) => PLACEHOLDER.test(read(path)));
  if (placeholders.length > 0) found.push(`the project's addresses are placeholders: give the real ones in ${placeholders.join(", ")}`);

  for (const page of PINNED.filter((path) => tracked.includes(path))) {
    const others = new Set([...read(page).matchAll(PIN)].map(([, one]) => one).filter((one) => one !== version));
    if (others.size > 0) found.push(`${page} names version ${[...others].join(", ")} of the package in place of ${version}`);
  }

  const tag = `v${version}`;
  if (git(folder, "tag", "--list", tag) !== "" && git(folder, "rev-parse", `${tag}^{commit}`) !== git(folder, "rev-parse", "HEAD")) {
    found.push(`${tag} is another commit: the version has to be a new one`);
  }
  return found;
}

/**
 * Returns the lines of SHA256SUMS for all other files in a folder, in the form that `sha256sum
 * --check` reads.
 */
export function checksums(folder) {
  const hash = (name) =>
    createHash("sha256")
      .update(readFileSync(join(folder, name)))
      .digest("hex");
  const names = readdirSync(folder).filter((name) => name !== "SHA256SUMS");
  return names
    .sort()
    .map((name) => `${hash(name)}  ${name}\n`)
    .join("");
}

/**
 * Returns a folder as a tar.gz archive. The bytes depend only on the folder's contents and on
 * `time`, in seconds.
 */
export function archive(folder, time) {
  const fixed = ["--sort=name", "--owner=0", "--group=0", "--numeric-owner", "--mode=u=rwX,go=rX", "--format=ustar", `--mtime=@${time}`];
  return gzipSync(execFileSync("tar", [...fixed, "-C", folder, "-cf", "-", "."], { maxBuffer: 2 ** 30 }), { level: 9 });
}

async function release() {
  process.chdir(ROOT);
  const found = obstacles(ROOT);
  for (const what of found) console.error(`error: ${what}`);
  if (found.length > 0) process.exit(1);
  const version = versionOf(readFileSync("Cargo.toml", "utf8"));
  console.log(`the tree and the texts are ready for ${version}`);
  if (process.argv.includes("--dry")) return;

  const commit = git(ROOT, "rev-parse", "HEAD");
  const step = (name, command, ...values) => {
    console.log(`==> ${name}`);
    const { status } = spawnSync(command, values, { stdio: "inherit" });
    if (status === 0) return;
    console.error(`error: ${name} failed; \`make release\` goes on here once that is mended`);
    process.exit(1);
  };
  const steps = "target/release-steps";
  const passed = `${steps}/${commit}`;
  // The results of a step belong to the last commit for which the step ran.
  for (const other of existsSync(steps) ? readdirSync(steps) : []) if (other !== commit) rmSync(`${steps}/${other}`, { recursive: true });
  mkdirSync(passed, { recursive: true });
  for (const target of ["check", "audit", "reproducible"]) {
    if (existsSync(`${passed}/${target}`)) {
      console.log(`==> ${target} passed for this commit before`);
      continue;
    }
    step(target, "make", "--no-print-directory", target);
    writeFileSync(`${passed}/${target}`, "");
  }
  step("page", "make", "--no-print-directory", "page");
  step("crate", "cargo", "package", "--locked", "--package", "skillglass");

  const folder = `dist/release-${version}`;
  rmSync(folder, { recursive: true, force: true });
  mkdirSync(folder, { recursive: true });
  // Both builds must give the same tarball, so that anybody can build it again and compare.
  const tarball = `skillglass-${version}.tgz`;
  copyFileSync(`dist/reproducible/${tarball}`, `${folder}/${tarball}`);
  copyFileSync(`target/package/skillglass-${version}.crate`, `${folder}/skillglass-${version}.crate`);
  const time = git(ROOT, "log", "-1", "--format=%ct");
  for (const pages of ["page", "site"].filter((name) => existsSync(`dist/${name}`))) {
    writeFileSync(`${folder}/skillglass-${pages}-${version}.tar.gz`, archive(`dist/${pages}`, time));
  }
  writeFileSync(`${folder}/skillglass-${version}.cdx.json`, await serialize(billOfMaterials()));
  if (git(ROOT, "rev-parse", "HEAD") !== commit || git(ROOT, "status", "--porcelain") !== "") {
    console.error("error: the tree changed meanwhile: begin again");
    process.exit(1);
  }
  writeFileSync(`${folder}/SHA256SUMS`, checksums(folder));
  console.log(`${folder}:\n${checksums(folder)}nothing is published: CONTRIBUTING.md, “Releasing”, says how`);
}

if (process.argv[1] === fileURLToPath(import.meta.url)) await release();
