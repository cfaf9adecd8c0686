// The hosts that are compared, and their skills' names as a prompt holds them.
import assert from "node:assert/strict";
import { test } from "node:test";
import { source } from "./source.mjs";

const { sigils: sigilsOf } = await source("engine/worker/sigils.ts");
const { namesBehind, written } = await source("features/turn/typed-names.ts");
const { skillsFolder } = await source("files/open/placement.ts");

const HOSTS = [
  { host: "a", label: "A", editions: ["1", "2"], default: "2", usual: true },
  { host: "b", label: "B", editions: ["1"], default: "1", usual: false },
  { host: "c", label: "C", editions: ["1"], default: "1", usual: true },
];

/** The hosts of a page that has just been opened, with this choice kept; and what it keeps from then on. */
async function opened(kept = null, hosts = HOSTS) {
  const storage = new Map(kept === null ? [] : [["skillglass.aimed", kept]]);
  Object.defineProperty(globalThis, "localStorage", {
    configurable: true,
    value: { getItem: (key) => storage.get(key) ?? null, setItem: (key, value) => storage.set(key, value) },
  });
  const state = await source("state/hosts.ts");
  state.hosts.value = hosts;
  const shown = () => state.aimed.value.map(({ host, edition }) => `${host} ${edition}`);
  return { state, shown, kept: () => storage.get("skillglass.aimed") };
}

test("a page that was never told otherwise shows the usual hosts", async () => {
  const { state, shown } = await opened();
  assert.deepEqual(shown(), ["a 2", "c 1"]);
  assert.deepEqual(
    state.others.value.map(({ host }) => host),
    ["b"],
  );
});

test("a host joins in its usual edition at its place among the others, and the choice is kept", async () => {
  const { state, shown, kept } = await opened();
  state.aimAtHost("b", true);
  assert.deepEqual(shown(), ["a 2", "b 1", "c 1"]);
  assert.deepEqual(state.others.value, []);
  const again = await opened(kept());
  assert.deepEqual(again.shown(), ["a 2", "b 1", "c 1"]);
});

test("a host goes with all its editions, but never the last one", async () => {
  const { state, shown } = await opened("a 1,a 2,b 1");
  state.aimAtHost("a", false);
  assert.deepEqual(shown(), ["b 1"]);
  state.aimAtHost("b", false);
  assert.deepEqual(shown(), ["b 1"]);
});

test("one click leads to the usual hosts, and one to all", async () => {
  const { state, shown } = await opened("b 1");
  state.aimAtAll();
  assert.deepEqual(shown(), ["a 2", "b 1", "c 1"]);
  state.aimAtUsual();
  assert.deepEqual(shown(), ["a 2", "c 1"]);
});

test("a choice of hosts that are not there any more is as none", async () => {
  const { shown } = await opened("gone 1");
  assert.deepEqual(shown(), ["a 2", "c 1"]);
});

test("where no host is a usual one, all are", async () => {
  const { shown } = await opened(
    null,
    HOSTS.map((host) => ({ ...host, usual: false })),
  );
  assert.deepEqual(shown(), ["a 2", "b 1", "c 1"]);
});

// ---- names in a prompt ---------------------------------------------------------------------------------------------

/** A host that answers these texts as it says, and others not at all; `typed` is what it says that a user types. */
const workspaceOf = (typed, outcomes) => ({
  catalog: () => ({ host: "h", edition: "1" }),
  compare: () => ({ skills: [{ cells: [{ user: typed }] }] }),
  turn: ({ inputs: [{ text }] }) => ({ mentions: text in outcomes ? [{ outcome: outcomes[text] }] : [] }),
});
const selected = { status: "selected" };
const skipped = (reason) => ({ status: "skipped", reason });

for (const [what, typed, outcomes, renamed, expected] of [
  ["a slash", "/one", { "/one": selected }, null, [["/", true]]],
  ["a dollar sign", "$one", { $one: selected }, null, [["$", true]]],
  ["a word behind a slash", "/skill:one", { "/one": skipped("not-offered"), "/skill:one": selected }, null, [["/skill:", true]]],
  [
    "either",
    "/one",
    { "/one": skipped("disabled"), $one: selected },
    null,
    [
      ["/", true],
      ["$", true],
    ],
  ],
  ["nothing", null, { "/one": skipped("not-offered") }, null, []],
  [
    "a slash, and the command alone of a skill that has one",
    "/one",
    { "/one": selected, "/its-name": skipped("unknown"), $one: selected, "$its-name": selected },
    "its-name",
    [
      ["/", false],
      ["$", true],
    ],
  ],
]) {
  test(`a host that takes ${what} before a name is found to do so`, () => {
    const { sigils } = sigilsOf({ name: "one", path: "/one/SKILL.md", renamed }, { workspace: workspaceOf(typed, outcomes) });
    assert.deepEqual(
      sigils.map(({ text, takesOwn }) => [text, takesOwn]),
      expected,
    );
  });
}

test("behind a sigil that takes no own name beside others, only those others are offered", () => {
  const [both, others] = [true, false].map((takesOwn) => ({ text: "/", takesOwn }));
  assert.deepEqual(namesBehind(both, { name: "a-b", aliases: ["a_b"] }), ["a-b", "a_b"]);
  assert.deepEqual(namesBehind(others, { name: "a-b", aliases: ["a_b"] }), ["a_b"]);
  assert.deepEqual(namesBehind(others, { name: "a", aliases: [] }), ["a"]);
});

const place = (start, end) => ({ start: { offset: start }, end: { offset: end } });

for (const [what, mention, prompt, expected] of [
  ["as it was typed", { kind: "slash", name: "one", path: null, range: place(0, 10) }, "/skill:one now", "/skill:one"],
  ["with a slash once the prompt is another", { kind: "slash", name: "one", path: null, range: place(0, 10) }, "Else.", "/one"],
  ["with a dollar sign if it was chosen from a menu", { kind: "structured", name: "one", path: "/one", range: null }, "x", "$one"],
  ["with its path if it is a link", { kind: "link", name: "one", path: "/one", range: place(0, 12) }, "[$one](/one)", "[$one](/one)"],
]) {
  test(`a mention is shown ${what}`, () => assert.equal(written(mention, prompt), expected));
}

// ---- files ---------------------------------------------------------------------------------------------------------

test("skills that are brought in go into the user's folder where the host looks into none of the repository's", () => {
  const root = (path, status = "missing") => ({ path, status });
  assert.equal(skillsFolder([root("/srv/extra"), root("/home/me/.own/skills")]), "/home/me/.own/skills");
  assert.equal(skillsFolder([root("/home/me/.own/skills"), root("/repo/.own/skills")]), "/repo/.own/skills");
});
