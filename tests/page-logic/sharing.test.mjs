// The ways out: a zip of the whole workspace, a report, and the slots of this browser's storage.
import assert from "node:assert/strict";
import { test } from "node:test";
import { source } from "./source.mjs";

const { fromBundle, toBundle } = await source("files/snapshot/bundle.ts");
const { MOST, report } = await source("files/share/report.ts");
const { en: texts } = await source("i18n/en.ts");

// ---- zips ----------------------------------------------------------------------------------------------------------

const OPTIONS = { host: "codex", edition: null, cwd: "/repo", home: "/home/me", contextWindow: 272_000, touched: [] };
const WORKSPACE = {
  options: { ...OPTIONS, codex: { product: "atlas" } },
  connectors: ["slack"],
  prompt: "Use $a",
  view: "turn",
  current: "/repo/a",
  folders: ["/repo/empty"],
  files: new Map([
    ["/repo/a", "text"],
    ["/repo/b", new Uint8Array([0, 255])],
  ]),
};

test("a workspace comes back from its zip whole", () => {
  const entries = new Map(toBundle(WORKSPACE));
  assert.deepEqual([...entries.keys()], ["skillglass.json", "repo/a", "repo/b"]);
  const { files, ...settings } = fromBundle(entries);
  const { files: given, ...expected } = WORKSPACE;
  assert.deepEqual(settings, expected);
  assert.deepEqual(
    [...files].map(([path, bytes]) => [path, ...bytes]),
    [
      ["/repo/a", ...Buffer.from("text")],
      ["/repo/b", 0, 255],
    ],
  );
});

test("another zip is none, whatever it has of that name", () => {
  const own = Buffer.from(new Map(toBundle(WORKSPACE)).get("skillglass.json")).toString();
  const withOwn = (text) =>
    fromBundle(
      new Map([
        ["skillglass.json", new Uint8Array(Buffer.from(text))],
        ["a", new Uint8Array()],
      ]),
    );
  assert.notEqual(withOwn(own), null);
  for (const text of [
    "",
    "{",
    "[]",
    "{}",
    own.replace('"skillglass": 1', '"skillglass": 2'),
    own.replace('"folders": [', '"folders": [1, '),
    own.replace('"prompt"', '"other"'),
    own + " ".repeat(1_000_000),
  ]) {
    assert.equal(withOwn(text), null, text.slice(0, 60));
  }
  assert.equal(fromBundle(new Map()), null);
});

// ---- the report ----------------------------------------------------------------------------------------------------

const EMPTY = { skills: [], errors: [], leftOut: [], ignored: [], roots: [], refused: [], host: "codex", edition: "2026-11" };
const reported = (more = {}) =>
  report({
    label: "Codex",
    options: OPTIONS,
    catalog: EMPTY,
    marks: new Map(),
    listing: null,
    problems: { total: 0, lines: [] },
    aimed: ["Codex", "opencode"],
    t: texts,
    ...more,
  });
const skill = (name, description = "") => ({ name, description, path: `/repo/${name}` });

test("the report begins with the host and its environment", () => {
  assert.match(reported(), /^# Skillglass report\n\nCodex 2026-11 · directory `\/repo` · home `\/home\/me` · window of 272,000 tokens\n/);
  assert.match(reported({ options: { ...OPTIONS, home: null, contextWindow: null } }), /\n\nCodex 2026-11 · directory `\/repo`\n/);
});

test("what says something by being empty stands there, and nothing else", () => {
  assert.deepEqual(reported().match(/^## .*/gm), ["## Loaded (0)", "## Not loaded (0)", "## Problems for Codex, opencode (0)"]);
  assert.deepEqual(reported({ problems: null }).match(/^## .*/gm), ["## Loaded (0)", "## Not loaded (0)"]);
});

test("each skill has a line with what became of it, and errors their place", () => {
  const text = reported({
    catalog: {
      ...EMPTY,
      skills: [skill("a", "Does <b>a</b>."), skill("b")],
      errors: [
        { path: "/repo/c", place: { line: 3, column: 14 }, message: "invalid YAML", help: "Close it." },
        { path: "/repo/d", place: null, message: "empty", help: "Write." },
      ],
      leftOut: [{ path: "/repo/e", message: "hidden", help: "Rename it." }],
      ignored: [
        { path: "/repo/f", field: "brand_color", message: "no colour" },
        { path: "/repo/g", field: null, message: "unread" },
      ],
    },
    marks: new Map([
      ["/repo/b", "waits"],
      ["/repo/a", "loaded"],
    ]),
  });
  for (const line of [
    "- **a**: Does \\<b\\>a\\</b\\> `/repo/a`",
    "- **b** *(waits for a file)*:  `/repo/b`",
    "- `/repo/c:3:14` invalid YAML. Close it",
    "- `/repo/d` empty. Write",
    "## Passed over without a word (1)\n\n- `/repo/e` hidden. Rename it",
    "- `/repo/f` `brand_color` no colour.",
    "- `/repo/g` unread.",
  ])
    assert.ok(text.includes(line), `${line}\n\n${text}`);
});

test("of a kind so many are shown and the others counted", () => {
  const text = reported({ catalog: { ...EMPTY, skills: Array.from({ length: MOST + 5 }, (_, n) => skill(`s${n}`)) } });
  assert.ok(text.includes(`## Loaded (${MOST + 5})`));
  assert.equal(text.match(/^- \*\*/gm).length, MOST);
  assert.ok(text.includes("- and 5 more"));
});

test("the list says what it shows, costs and cuts", () => {
  const listing = (more) => ({ report: { budget: null, cost: 90, total: 5, included: 4, shortened: 0, ...more } });
  assert.ok(
    reported({ listing: listing({ budget: { limit: 5_440, unit: "tokens" }, shortened: 2 }) }).includes(
      "The model’s list shows 4 of 5 skills, 90 of 5,440 tokens, 2 descriptions cut.",
    ),
  );
  assert.ok(reported({ listing: listing({}) }).includes("\n\nThe model’s list shows 4 of 5 skills.\n"));
});

// ---- slots ---------------------------------------------------------------------------------------------------------

/** A storage as browsers have it, whose keys are its own. */
function storage() {
  return Object.create({
    getItem(key) {
      return Object.hasOwn(this, key) ? this[key] : null;
    },
    setItem(key, value) {
      this[key] = String(value);
    },
    removeItem(key) {
      delete this[key];
    },
  });
}

/** The locks of a browser: one holder for each name. */
function lockManager() {
  const held = new Set();
  return {
    query: async () => ({ held: Array.from(held, (name) => ({ name })) }),
    async request(name, { ifAvailable = false, signal }, use) {
      while (held.has(name)) {
        if (ifAvailable) return use(null);
        signal.throwIfAborted();
        await new Promise((resolve) => setImmediate(resolve));
      }
      held.add(name);
      try {
        return await use({ name });
      } finally {
        held.delete(name);
      }
    },
  };
}

/** Between tabs of which none says a word: what they say is tried in a browser (tests/page/kept.test.mjs). */
class SilentChannel extends EventTarget {
  postMessage() {}
}

/** A browser with tabs: what is done in one sees its session alone, and what all of them share. */
function browser() {
  const shared = { localStorage: storage(), navigator: { locks: lockManager() }, BroadcastChannel: SilentChannel };
  const inTab = (session) => async (use) => {
    for (const [name, value] of Object.entries({ ...shared, sessionStorage: session }))
      Object.defineProperty(globalThis, name, { value, configurable: true, writable: true });
    return use();
  };
  return {
    ...shared,
    /** A tab, or one that was loaded anew with the session that it had. */
    async tab(session = storage()) {
      const run = inTab(session);
      const slots = await run(() => source("files/keep/slots.ts"));
      return {
        session,
        ...Object.fromEntries(Object.entries(slots).map(([name, call]) => [name, (...given) => run(() => call(...given))])),
      };
    },
  };
}

test("the first tab keeps at the first slot, a second one beside it", async () => {
  const { tab } = browser();
  const [first, second] = [await tab(), await tab()];
  assert.deepEqual([await first.holdNew("own"), await second.holdNew("own"), await second.slotHeld()], ["own", "own-2", "own-2"]);
  assert.equal(await second.hold("own"), false);
});

test("what a closed tab left of the visitor's own is not written over, what it made of a link is", async () => {
  const { tab } = browser();
  const closed = await tab();
  for (const family of ["own", "link"]) {
    await closed.markKept(await closed.holdNew(family));
    await closed.letGo();
  }
  const next = await tab();
  assert.equal(await next.holdNew("own"), "own-2");
  assert.equal(await next.holdNew("link"), "link");
});

test("a tab that is loaded anew gets the slot that it had, though the page that goes lets go of it only then", async () => {
  const { tab } = browser();
  const before = await tab();
  await before.hold("own-3");
  const after = await tab(before.session);
  assert.equal(await after.slotBefore(), "own-3");
  const held = after.hold("own-3", true);
  setImmediate(() => before.letGo());
  assert.equal(await held, true);
});

test("a slot is borrowed only while no tab has it, and given back", async () => {
  const { tab } = browser();
  const [owner, other] = [await tab(), await tab()];
  await owner.hold("own");
  const used = [];
  await other.borrow("own", async () => void used.push("own"));
  await other.borrow("own-2", async () => void used.push("own-2"));
  assert.deepEqual(used, ["own-2"]);
  assert.equal(await other.hold("own-2"), true);
});

test("kept slots are known by their marks, the one that was saved last first", async (t) => {
  const { tab, localStorage } = browser();
  const one = await tab();
  t.mock.timers.enable({ apis: ["Date"], now: 1_000 });
  for (const slot of ["own", "link", "own-2"]) {
    await one.markKept(slot);
    t.mock.timers.tick(10);
  }
  localStorage.setItem("something.else", "x");
  assert.deepEqual(await one.keptSlots(), ["own-2", "link", "own"]);
  await one.unmark("own-2");
  assert.deepEqual([await one.keptSlots(), await one.isKept("own-2"), await one.isKept("own")], [["link", "own"], false, true]);
});

test("workspaces that wait are the visitor's own, of tabs that are closed", async () => {
  const { tab } = browser();
  const [mine, open] = [await tab(), await tab()];
  for (const slot of ["own", "own-2", "own-3", "link"]) await mine.markKept(slot);
  await mine.hold("own");
  await open.hold("own-2");
  assert.equal(await mine.countWaiting(), 1);
});
