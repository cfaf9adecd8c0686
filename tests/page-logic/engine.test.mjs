// What the engine's worker makes of the package's answers: rows, filters, marked words, and the steps of a long look.
import assert from "node:assert/strict";
import { test } from "node:test";
import fc from "fast-check";
import { source } from "./source.mjs";

const { marked, search } = await source("engine/worker/search.ts");
const { passing, problems } = await source("engine/worker/problems.ts");
const { compare } = await source("engine/worker/compare.ts");
const { cellOf } = await source("engine/shared/compare-cell.ts");
const { firstLook, memo, readForHosts } = await source("engine/worker/memo.ts");
const { fitting } = await source("engine/shared/outputs.ts");
const { hostRequest } = await source("engine/worker/triggers.ts");
const { countSafeFixes } = await source("engine/shared/safe-fixes.ts");

const found = (text, ...terms) => marked(text, terms).flatMap(([piece, matched]) => (matched ? [piece] : []));

// ---- search --------------------------------------------------------------------------------------------------------

for (const [text, terms, expected] of [
  ["Write release notes.", ["note", "release"], ["release", "notes"]],
  ["Release-NOTES", ["release", "notes"], ["Release", "NOTES"]],
  ["parseDate of HTTPServer", ["date", "http"], ["Date", "HTTP"]],
  ["entries and boxes", ["entry", "boxe"], ["entries", "boxes"]],
  ["把文档翻译成中文。", ["翻译"], ["翻译"]],
  ["文档翻译", ["文档", "档翻"], ["文档翻"]],
  ["ｗｉｄｅ letters", ["wide"], ["ｗｉｄｅ"]],
  ["notebook", ["note"], []],
  ["nothing", [], []],
]) {
  test(`in “${text}” the terms ${terms.join(", ") || "of nothing"} mark ${expected.join(", ") || "nothing"}`, () =>
    assert.deepEqual(found(text, ...terms), expected));
}

test("marking a text loses and changes none of it", () => {
  fc.assert(
    fc.property(
      fc.string({ unit: "grapheme" }),
      fc.array(fc.string({ unit: "grapheme", maxLength: 3 }), { maxLength: 3 }),
      (text, terms) => {
        assert.equal(
          marked(text, terms)
            .map(([piece]) => piece)
            .join(""),
          text,
        );
      },
    ),
  );
});

test("hits keep the package's order, with their share of the best; one more than asked for is only counted", () => {
  const hit = (path, score, fields) => ({ path, name: path, score, matched: [{ term: "a", fields }] });
  const workspace = {
    revision: 1,
    search: () => [hit("/1", 8, ["headings"]), hit("/2", 4, ["name", "headings"]), hit("/3", 1, ["name"])],
    catalog: () => ({ skills: [{ path: "/2", name: "two", description: "a b" }] }),
  };
  const { hits, more } = search({ request: "a", limit: 2 }, { workspace });
  assert.deepEqual(
    hits.map(({ path, share, inHeadings }) => [path, share, inHeadings]),
    [
      ["/1", 1, ["a"]],
      ["/2", 0.5, []],
    ],
  );
  assert.deepEqual(hits[1].description, [
    ["a", true],
    [" b", false],
  ]);
  assert.equal(more, true);
  assert.equal(search({ request: "a", limit: 3 }, { workspace }).more, false);
});

// ---- problems ------------------------------------------------------------------------------------------------------

const diagnostic = (path, severity, code, message = "", hosts = ["codex"], fixes = []) => ({
  path,
  severity,
  code,
  message,
  fixes,
  hosts: hosts.map((host) => ({ host, editions: [] })),
});
const FOUND = [
  diagnostic("/a/SKILL.md", "error", "unclosed-quote", "the quote is never closed"),
  diagnostic("/a/SKILL.md", "hint", "long-body", "", ["codex", "opencode"]),
  diagnostic("/b/SKILL.md", "warning", "long-body", "", ["opencode"]),
];
const ALL = { hosts: [], severities: ["error", "warning", "info", "hint"], host: null, rule: null, text: "" };

for (const [what, filter, expected] of [
  ["nothing", {}, [0, 1, 2]],
  ["a severity", { severities: ["hint"] }, [1]],
  ["a rule", { rule: "long-body" }, [1, 2]],
  ["a host", { host: "codex" }, [0, 1]],
  ["words of path, rule and message together", { text: "A/skill UNCLOSED never" }, [0]],
  ["words that are not all there", { text: "unclosed nowhere" }, []],
  ["a host and a rule", { host: "opencode", rule: "long-body", severities: ["warning"] }, [2]],
]) {
  test(`problems are filtered by ${what}`, () =>
    assert.deepEqual(
      passing(FOUND, { ...ALL, ...filter }),
      expected.map((index) => FOUND[index]),
    ));
}

const engineOf = (workspace, files = []) => ({
  workspace: { revision: 1, plan: () => [], ...workspace },
  files: new Map(files),
  structure: 1,
  read() {},
});

test("the rows of problems have each file before what is wrong in it, and only those in view are handed out", async () => {
  const engine = engineOf({ lint: () => FOUND });
  const answer = problems({ ...ALL, from: 1, to: 4 }, engine);
  assert.deepEqual(
    answer.rows.map((row) => (row.kind === "file" ? [row.path, row.count] : row.diagnostic)),
    [FOUND[0], FOUND[1], ["/b/SKILL.md", 1]],
  );
  assert.deepEqual([answer.total, answer.files, answer.from], [5, 2, 1]);
});

test("files that hosts and rules read are read before the rules run", async () => {
  const done = [];
  const lint = () => {
    done.push("lint");
    return FOUND;
  };
  const engine = engineOf({ plan: ({ for: purpose = "hosts" }) => [`/a/${purpose}.md`], lint });
  engine.read = (paths) => done.push(...paths);
  problems({ ...ALL, from: 0, to: 4 }, engine);
  assert.deepEqual(done, ["/a/hosts.md", "/a/lint.md", "lint"]);
});

test("what is counted is counted over all, whatever the filter leaves", async () => {
  const answer = problems({ ...ALL, text: "nowhere", from: 0, to: 9 }, engineOf({ lint: () => FOUND }));
  assert.deepEqual(answer.counts, { error: 1, warning: 1, info: 0, hint: 1 });
  assert.deepEqual(answer.rules, [
    ["long-body", 2],
    ["unclosed-quote", 1],
  ]);
  assert.deepEqual([answer.total, answer.rows], [0, []]);
});

test("safe fixes that make the same edits count once, and others not at all", () => {
  const fix = (text, safe = true) => ({ safe, edits: [{ text }], renames: [] });
  assert.equal(
    countSafeFixes([
      { fixes: [fix("a", false), fix("b")] },
      { fixes: [fix("b")] },
      { fixes: [fix("c")] },
      { fixes: [fix("d", false)] },
      { fixes: [] },
    ]),
    2,
  );
});

// ---- Compare -------------------------------------------------------------------------------------------------------

const inHost = (more) => ({ discovered: true, loaded: true, listed: { as: "whole" }, obstacles: [], ...more });
const ELSEWHERE = { discovered: false, obstacles: [{ stage: "discover", reason: "outside-roots" }] };

for (const [what, cell, expected] of [
  ["shown whole", {}, { status: "whole", moved: null, by: 0 }],
  ["cut", { listed: { as: "cut", by: 12 } }, { status: "cut", moved: null, by: 12 }],
  ["not listed", { listed: { as: "nothing" } }, { status: "unlisted", moved: null, by: 0 }],
  ["dropped", { loaded: false, listed: { as: "nothing" } }, { status: "dropped", moved: null, by: 0 }],
  ["outside of the roots", ELSEWHERE, { status: "elsewhere", moved: "whole", by: 0 }],
  ["outside of the roots, and dropped there", { ...ELSEWHERE, loaded: false }, { status: "elsewhere", moved: "dropped", by: 0 }],
  [
    "not found for another reason",
    { ...ELSEWHERE, obstacles: [{ stage: "discover", reason: "hidden-folder" }] },
    { status: "not-found", moved: "whole", by: 0 },
  ],
]) {
  test(`a skill that is ${what} is a cell ${expected.status}`, () => assert.deepEqual(cellOf(inHost(cell)), expected));
}

test("Compare leaves differences, or problems, or those of a path", async () => {
  const skill = (path, verdict, ...cells) => ({
    path,
    folder: path,
    cells: cells.map(inHost),
    portability: { verdict, fixes: [], features: [] },
  });
  const engine = engineOf({
    compare: () => ({
      hosts: [{}, {}],
      skills: [
        skill("/same", "portable", {}, {}),
        skill("/moved", "after-fixes", {}, ELSEWHERE),
        skill("/dropped", "after-fixes", { loaded: false }, { loaded: false }),
        skill("/cut", "bound", {}, { listed: { as: "cut", by: 1 } }),
      ],
    }),
  });
  const left = (only, text = "") =>
    compare({ hosts: [{ host: "a" }, { host: "b" }], only, text, from: 0, to: 9 }, engine).rows.map(({ path }) => path);
  assert.deepEqual(left("all"), ["/same", "/moved", "/dropped", "/cut"]);
  assert.deepEqual(left("differences"), ["/moved", "/cut"]);
  assert.deepEqual(left("problems"), ["/dropped", "/cut"]);
  assert.deepEqual(left("all", "O E"), ["/moved", "/dropped"]);
  const { verdicts, all, total } = compare({ hosts: [{ host: "a" }, { host: "b" }], only: "problems", text: "", from: 1, to: 2 }, engine);
  assert.deepEqual([verdicts, all, total], [{ portable: 1, "after-fixes": 2, bound: 1 }, 4, 2]);
});

// ---- long looks ----------------------------------------------------------------------------------------------------

const skills = (n) => Array.from({ length: n }, (_, index) => [`/s/skill-${index}/SKILL.md`, ""]);

/** What is looked at in each step until nothing is left to look at beforehand. */
function steps(engine, what, hosts = [{ host: "codex" }]) {
  const looked = [];
  engine.workspace[what] = ({ skills }) => void looked.push(skills.length);
  const progress = [];
  for (let now = firstLook(engine, what, hosts); now !== null; now = firstLook(engine, what, hosts)) progress.push(now);
  assert.deepEqual(
    progress,
    progress.toSorted((a, b) => a - b),
  );
  assert.ok(
    progress.every((one) => one > 0 && one < 1),
    progress.join(),
  );
  return looked;
}

test("many skills are looked at in steps, the last of which is the answer itself", () => {
  assert.deepEqual(steps(engineOf({}, [...skills(200), ["/s/skill-0/notes.md", ""]]), "lint"), [75, 75]);
  assert.deepEqual(steps(engineOf({}, skills(200)), "compare"), [150]);
  assert.deepEqual(steps(engineOf({}, skills(75)), "lint"), []);
});

test("once looked at they are not again, but for problems when a path has come or gone", () => {
  for (const [what, again] of [
    ["lint", [75, 75]],
    ["compare", []],
  ]) {
    const engine = engineOf({}, skills(200));
    steps(engine, what);
    assert.deepEqual(steps(engine, what), [], what);
    assert.deepEqual(steps({ ...engine, structure: 2 }, what), again, what);
  }
});

test("other hosts have a look of their own", () => {
  const engine = engineOf({}, skills(200));
  steps(engine, "compare");
  assert.deepEqual(steps(engine, "compare", [{ host: "codex", edition: "2026-05" }]), [150]);
});

test("an answer is computed once for a state of the workspace, and anew for the next", () => {
  const workspace = { revision: 1 };
  let computed = 0;
  const ask = (key) => memo(workspace, key, () => ++computed);
  assert.deepEqual([ask("a"), ask("b"), ask("a")], [1, 2, 1]);
  workspace.revision = 2;
  assert.equal(ask("a"), 3);
});

test("of many answers the oldest is let go", () => {
  const workspace = { revision: 1 };
  const computed = [];
  for (let n = 0; n < 17; n++) memo(workspace, `key ${n}`, () => void computed.push(n));
  for (const n of [16, 0]) memo(workspace, `key ${n}`, () => void computed.push(n));
  assert.deepEqual(computed.slice(17), [0]);
});

test("the files that hosts would read are read for them, and so is every skill file", () => {
  const files = new Map(["/r/a/SKILL.md", "/r/settings.json", "/r/README.md"].map((path) => [path, null]));
  const wanted = [];
  readForHosts({ workspace: { plan: () => ["/r/settings.json"] }, files, read: (paths) => wanted.push(...paths) }, []);
  assert.deepEqual(wanted, ["/r/a/SKILL.md", "/r/settings.json"]);
});

test("outputs fit the request that they were given for, and no other that has its place", () => {
  const command = (id, command) => ({ type: "command", id, command });
  const server = (id, given) => ({ type: "prompt", id, server: "s", prompt: "p", arguments: given });
  const recorded = [
    { id: "1", run: "date", output: "noon" },
    { id: "2", run: JSON.stringify(["s", "p", ["x"]]), output: "text" },
  ];
  assert.deepEqual(fitting([command("1", "date"), server("2", ["x"])], recorded), { 1: "noon", 2: "text" });
  assert.equal(fitting([command("1", "hostname"), server("2", ["y"]), command("3", "date")], recorded), null);
});

// ---- requests of hosts ---------------------------------------------------------------------------------------------

test("a request for a named model is made with this model in the options, which are as before afterwards", () => {
  const options = { claudeCode: { bare: true } };
  const calls = [];
  const workspace = {
    requests: (prompt) => {
      calls.push(["requests", prompt]);
      if (prompt === "fails") throw new Error("no host");
    },
    setOptions: (changed) => calls.push(["setOptions", changed]),
    plan: () => [],
  };
  const engine = { workspace, options, files: new Map(), read: () => {} };
  const asked = (host, model, prompt = "hello") => {
    calls.length = 0;
    try {
      hostRequest({ prompt, host: { host }, format: null, model }, engine);
    } catch {
      // The options are as before after a failure, too.
    }
    return calls.map(([name, value]) => (name === "requests" ? name : value));
  };
  const withModel = [{ claudeCode: { bare: true, model: "claude-sonnet-4-5" } }, "requests", { claudeCode: { bare: true } }];
  assert.deepEqual(asked("claude-code", "claude-sonnet-4-5"), withModel);
  assert.deepEqual(asked("claude-code", "claude-sonnet-4-5", "fails"), withModel);
  assert.deepEqual(asked("claude-code", null), ["requests"]);
  assert.deepEqual(asked("codex", "gpt-5.2"), ["requests"]);
});
