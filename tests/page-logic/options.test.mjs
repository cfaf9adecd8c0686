// The options that only one host reads, as the page offers them, and the page's words.
import assert from "node:assert/strict";
import { test } from "node:test";
import { source } from "./source.mjs";

const { HOST_OPTIONS, countSet, isOn, linesOf, switchesOf, textOf, withOption } = await source("features/environment/host-options.ts");
const { EXAMPLES } = await source("files/gallery/index.ts");
const { LANGUAGES } = await source("i18n/index.ts");

const option = (host, key) => HOST_OPTIONS[host].find((one) => one.key === key);
const set = (options, one, value) => ({ ...options, ...withOption(options, one, value) });

test("an option is set in its host's group beside the others, and goes from there when it is as usual", () => {
  const bare = option("claude-code", "bare");
  const options = set(set({ host: "claude-code" }, option("claude-code", "addDirectories"), ["/a"]), bare, true);
  assert.deepEqual(options, { host: "claude-code", claudeCode: { addDirectories: ["/a"], bare: true } });
  assert.equal(countSet(options), 2);
  const without = set(options, bare, null);
  assert.deepEqual(without.claudeCode, { addDirectories: ["/a"] });
  assert.equal(countSet(without), 1);
});

test("only the chosen host's own options count", () => assert.equal(countSet({ host: "opencode", codex: { home: "/a" } }), 0));

test("a switch that is not set is as usual", () => {
  const [bare, trusted] = [option("claude-code", "bare"), option("claude-code", "trusted")];
  assert.deepEqual([isOn({ host: "claude-code" }, bare), isOn({ host: "claude-code" }, trusted)], [false, true]);
  assert.deepEqual([isOn({ claudeCode: { bare: true } }, bare), isOn({ claudeCode: { trusted: false } }, trusted)], [true, false]);
});

test("lines are those of a list, or pairs of a record", () => {
  assert.deepEqual(linesOf({ codex: { extraUserRoots: ["/a", "/b"] } }, option("codex", "extraUserRoots")), ["/a", "/b"]);
  assert.deepEqual(linesOf({ opencode: { fetched: { "https://a/": "/a" } } }, option("opencode", "fetched")), ["https://a/ /a"]);
});

test("names are on, or off where their line says so", () => {
  const [locations, value] = [option("vscode", "skillsLocations"), { ".a/skills": true, "~/my skills": false }];
  assert.deepEqual(linesOf({ vscode: { skillsLocations: value } }, locations), [".a/skills", "~/my skills off"]);
  assert.deepEqual(switchesOf([".a/skills on", "~/my skills  off"]), value);
  assert.deepEqual(linesOf({ vscode: { skillsLocations: ["/a"] } }, locations), []);
});

test("values of the wrong kind, as a link can bring them, are shown as none", () => {
  assert.equal(textOf({ codex: { home: 5 } }, option("codex", "home")), "");
  assert.deepEqual(linesOf({ codex: { extraUserRoots: "x" } }, option("codex", "extraUserRoots")), []);
  assert.equal(isOn({ codex: { explainsSkills: "yes" } }, option("codex", "explainsSkills")), false);
  assert.equal(textOf({ codex: [] }, option("codex", "home")), "");
});

for (const name of Object.keys(LANGUAGES)) {
  const { gallery, host } = (await source(`i18n/${name}.ts`))[name];
  test(`every example has a title and a sentence of its own in ${name}`, () => {
    const all = EXAMPLES.map(({ id }) => gallery.examples[id]);
    for (const { title, sentence } of all) assert.ok(title.length > 2 && sentence.length > 10, title);
    assert.deepEqual(
      [new Set(all.map(({ title }) => title)).size, new Set(all.map(({ sentence }) => sentence)).size],
      [EXAMPLES.length, EXAMPLES.length],
    );
  });

  test(`every option has words in ${name}, or is a flag`, () => {
    for (const { named } of Object.values(HOST_OPTIONS).flat()) assert.ok(named.startsWith("-") || named in host.own, named);
  });
}
