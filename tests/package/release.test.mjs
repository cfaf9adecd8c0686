// What a release is refused for, and what it packs.
import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, statSync, utimesSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { after, describe, test } from "node:test";

import { archive, checksums, obstacles } from "../../scripts/release.mjs";
import { pack, repository, run } from "./project.mjs";

const NOW = Date.parse("2026-11-23");
const folders = [];
after(() => {
  for (const folder of folders) rmSync(folder, { recursive: true, force: true });
});
const temporary = () => {
  folders.push(mkdtempSync(join(tmpdir(), "skillglass-release-")));
  return folders.at(-1);
};

const READY = {
  "Cargo.toml": '[workspace.package]\nversion = "1.2.3"\nrepository = "https://code.example/skillglass"\n',
  "action.yml": '    default: "1.2.3"\n',
  "Cargo.lock": '[[package]]\nname = "skillglass"\nversion = "1.2.3"\n\n[[package]]\nname = "skillglass-wasm"\nversion = "1.2.3"\n',
  "CHANGELOG.md": "# Changelog\n\n## 1.2.3 (2026-11-23)\n\n## 1.2.2 (2026-10-01)\n",
  "docs/performance.md": "Measured on\n22 November 2026.\n",
  "docs/reliability.md": "| a row | 2026-11-01 |\n| an older one | 2025-01-01 |\n",
};

/** A committed repository with these files in place of some that are ready. */
function repositoryWith(files = {}) {
  const folder = temporary();
  for (const [path, text] of Object.entries({ ...READY, ...files })) {
    mkdirSync(dirname(join(folder, path)), { recursive: true });
    writeFileSync(join(folder, path), text);
  }
  const git = (...values) =>
    execFileSync("git", ["-c", "user.name=Test", "-c", "user.email=test@example.com", ...values], { cwd: folder, stdio: "pipe" });
  git("init", "--quiet");
  git("add", ".");
  git("commit", "--quiet", "--message", "Ready");
  return { folder, git };
}

test("a clean tree of one version with a dated section and fresh figures is ready", () => {
  assert.deepEqual(obstacles(repositoryWith().folder, NOW), []);
});

const REFUSED = [
  [
    "a lock file of another version",
    { "Cargo.lock": READY["Cargo.lock"].replace("1.2.3", "1.2.2") },
    /^Cargo\.lock has skillglass 1\.2\.2/,
  ],
  ["a section without a date", { "CHANGELOG.md": "## 1.2.3\n" }, /^the newest section of CHANGELOG\.md is “1\.2\.3”/],
  ["a newest section of another version", { "CHANGELOG.md": "## 1.2.4 (2026-11-23)\n" }, /has to be “1\.2\.3 \(YYYY-MM-DD\)”/],
  ["a day that is none", { "CHANGELOG.md": "## 1.2.3 (2026-13-41)\n" }, /^the newest section/],
  ["a day to come", { "CHANGELOG.md": "## 1.2.3 (2026-11-24)\n" }, /which has not come yet$/],
  ["old figures", { "docs/performance.md": "Measured on 1 October 2026.\n" }, /^the figures of docs\/performance\.md are older/],
  [
    "a placeholder for an address",
    { "docs/ci.md": "uses: OWNER/skillglass@v1.2.3\n" },
    /are placeholders: give the real ones in docs\/ci\.md$/,
  ],
  [
    "an action of another version",
    { "action.yml": '    default: "1.2.2"\n' },
    /^action\.yml names version 1\.2\.2 of the package in place of 1\.2\.3$/,
  ],
  ["figures without a date", { "docs/reliability.md": "| a row |\n" }, /^the figures of docs\/reliability\.md are older/],
];
for (const [what, files, message] of REFUSED) {
  test(`${what} is refused`, () => {
    const found = obstacles(repositoryWith(files).folder, NOW);
    assert.equal(found.length, 1, found.join("\n"));
    assert.match(found[0], message);
  });
}

test("a dirty tree is refused, with the names of the files", () => {
  const { folder } = repositoryWith();
  writeFileSync(join(folder, "stray.txt"), "");
  assert.match(obstacles(folder, NOW).join("\n"), /^the tree is not clean.*\n\?\? stray\.txt$/);
});

test("a version whose tag is another commit is refused, and one whose tag is this commit is not", () => {
  const { folder, git } = repositoryWith();
  git("tag", "v1.2.3");
  assert.deepEqual(obstacles(folder, NOW), []);
  git("commit", "--quiet", "--allow-empty", "--message", "More");
  assert.match(obstacles(folder, NOW).join("\n"), /^v1\.2\.3 is another commit/);
});

test("the checksums are those that sha256sum checks, of every file but their own", () => {
  const folder = temporary();
  writeFileSync(join(folder, "b.tgz"), "b");
  writeFileSync(join(folder, "a.crate"), "a");
  writeFileSync(join(folder, "SHA256SUMS"), checksums(folder));
  assert.equal(run("sha256sum", ["--check", "SHA256SUMS"], folder), "a.crate: OK\nb.tgz: OK\n");
  assert.equal(checksums(folder), readFileSync(join(folder, "SHA256SUMS"), "utf8"));
});

test("an archive of pages depends on what is in them alone, and unpacks to it", () => {
  const [one, other, unpacked] = [temporary(), temporary(), temporary()];
  // In another order, with other times and modes.
  for (const [folder, names, mode] of [
    [one, ["index.html", "b.js"], 0o644],
    [other, ["b.js", "index.html"], 0o600],
  ]) {
    for (const name of names) writeFileSync(join(folder, name), `this is ${name}`, { mode });
    utimesSync(join(folder, "b.js"), mode, mode);
  }
  const packed = archive(one, 1_700_000_000);
  assert.ok(packed.equals(archive(other, 1_700_000_000)));
  execFileSync("tar", ["-xzf", "-", "-C", unpacked], { input: packed });
  assert.equal(readFileSync(join(unpacked, "index.html"), "utf8"), "this is index.html");
});

describe("what is packed", () => {
  test("the crate has its sources, its licences and its texts, and nothing else", () => {
    const listed = run("cargo", ["package", "--list", "--locked", "--allow-dirty", "--package", "skillglass"], repository)
      .trim()
      .split("\n");
    const others = listed.filter((path) => !path.startsWith("src/"));
    const made = [".cargo_vcs_info.json", "Cargo.lock", "Cargo.toml", "Cargo.toml.orig"]; // by cargo
    assert.deepEqual(others.filter((path) => !made.includes(path)).sort(), ["CHANGELOG.md", "LICENSE-APACHE", "LICENSE-MIT", "README.md"]);
    const sources = listed.filter((path) => path.startsWith("src/"));
    assert.deepEqual(
      sources.filter((path) => !/\.(rs|txt|toml|md)$/.test(path)),
      [],
    );
    const large = sources.filter((path) => statSync(join(repository, path)).size > 200_000);
    assert.deepEqual(large, [], "a file this large is data that belongs elsewhere");
  });

  test("the tarball is the same from another folder, whose files have other times", () => {
    const [folder, copy] = [temporary(), temporary()];
    cpSync(join(repository, "pkg"), copy, { recursive: true, preserveTimestamps: false });
    const [other] = JSON.parse(run("npm", ["pack", copy, "--json", "--pack-destination", folder], folder));
    assert.ok(readFileSync(pack(temporary()).path).equals(readFileSync(join(folder, other.filename))));
  });

  test("the tarball has the licences, no test, no source map and no TypeScript but declarations", () => {
    const { files } = pack(temporary());
    for (const path of ["LICENSE-MIT", "LICENSE-APACHE", "README.md", "package.json", "skillglass_bg.wasm"]) {
      assert.ok(files.includes(path), path);
    }
    const stray = (path) => /(^|\/)tests?\/|\.test\.|\.map$|(?<!\.d)\.ts$|(^|\/)\.|node_modules/.test(path);
    assert.deepEqual(files.filter(stray), []);
  });
});
