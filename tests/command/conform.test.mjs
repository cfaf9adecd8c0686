// `skillglass conform`: other implementations against recorded answers. Four that are not of this project are installed from
// their registries; without a network their tests are skipped.
import assert from "node:assert/strict";
import test from "node:test";
import { fileURLToPath } from "node:url";
import { install } from "../../recorders/install.mjs";
import { readCases } from "../../recorders/store.mjs";
import { world } from "./run.mjs";

const at = (path) => fileURLToPath(new URL(`../../${path}`, import.meta.url));
const STANDARD = at("conformance/standard-0.1.1-fresh-1.jsonl.br");

const CASES = [
  { id: "1", text: "x", expect: { skills: [{ name: "a", path: null }], listing: "a" } },
  { id: "2", text: "y", expect: { skills: [], listing: null } },
];
const lines = (cases) => cases.map((one) => `${JSON.stringify(one)}\n`).join("");

/** A program that prints these answers if it got the questions without what was recorded. */
const answering = (answers) => `
process.stdin.on("data", (part) => (globalThis.got = (globalThis.got ?? "") + part)).on("end", () => {
  if (got.includes("expect")) process.exit(3);
  console.log("a line that is no answer");
  for (const answer of ${JSON.stringify(answers)}) console.log(JSON.stringify(answer));
});`;

async function conform(t, cases, answers, ...more) {
  const here = world(t, { "repo/cases.jsonl": lines(cases), "repo/answer.cjs": answering(answers) });
  return await here.run(["conform", "cases.jsonl", "--command", `"${process.execPath}" answer.cjs`, ...more]);
}

test("answers that agree are counted by area, and null is as good as absent", async (t) => {
  const answers = [
    { id: "2", skills: [] },
    { id: "1", skills: [{ name: "a" }] },
  ];
  const { code, out } = await conform(t, CASES, answers);
  assert.equal(out, "2 of 2 cases answered\n     2 of      2  skills\n");
  assert.equal(code, 0);
});

test("a disagreement and a missing answer are shown, and the exit code is 1", async (t) => {
  const { code, out } = await conform(t, CASES, [{ id: "1", skills: [{ name: "b" }] }], "--json");
  const { areas, disagreements, answered } = JSON.parse(out);
  assert.deepEqual(areas, { skills: { agree: 0, cases: 2 } });
  assert.deepEqual(
    disagreements.map(({ id, got }) => [id, got]),
    [
      ["1", [{ name: "b" }]],
      ["2", null],
    ],
  );
  assert.equal(answered, 1);
  assert.equal(code, 1);
});

test("--as takes the recorded answers of one program of several", async (t) => {
  const cases = [{ id: "1", expect: { one: { skills: ["a"] }, other: { skills: ["b"] } } }];
  const answers = [{ id: "1", skills: ["b"] }];
  assert.equal((await conform(t, cases, answers, "--as", "other")).code, 0);
  assert.equal((await conform(t, cases, answers, "--as", "one")).code, 1);
  const unknown = await conform(t, cases, answers, "--as", "nobody");
  assert.equal(unknown.code, 2);
  assert.match(unknown.err, /no answers of nobody/);
});

test("a command that fails, a file that is not there and a missing command are told apart from disagreements", async (t) => {
  const here = world(t, { "repo/cases.jsonl": lines(CASES) });
  const attempts = [
    [["conform", "cases.jsonl", "--command", "exit 7"], /0 of 2 cases answered, exit code 7/],
    [["conform", "gone.jsonl", "--command", "true"], /cannot read gone\.jsonl/],
    [["conform", "cases.jsonl"], /--command is missing/],
    [["conform", "--command", "true"], /name a recording/],
  ];
  for (const [args, expected] of attempts) {
    const { code, err } = await here.run(args);
    assert.equal(code, 2);
    assert.match(err, expected);
  }
});

/** Installs an implementation, or skips the test. */
function installed(t, host, source, version) {
  try {
    return install(host, source, version);
  } catch (error) {
    t.skip(`SKIP: ${source.name} ${version} cannot be installed: ${String(error.message).split("\n")[0]}`);
    return null;
  }
}

test("the reference validator agrees with what was recorded of it", async (t) => {
  const folder = installed(t, "standard", { registry: "pip", name: "skills-ref" }, "0.1.1");
  if (!folder) return;
  const env = { PYTHONPATH: `${folder}/python`, PYTHONDONTWRITEBYTECODE: "1", PYTHONUTF8: "1" };
  const { code, out } = await world(t).run(["conform", STANDARD, "--command", `python3 "${at("tests/command/conform/reference.py")}"`], {
    env,
  });
  const all = readCases(STANDARD).length;
  assert.match(out, new RegExp(`^${all} of ${all} cases answered\n +${all} of +${all}  findings\n$`));
  assert.equal(code, 0);
});

test("a port of the reference validator answers every case, and its disagreements are listed", async (t) => {
  const folder = installed(t, "skills-ref-js", { name: "skills-ref" }, "0.1.5");
  if (!folder) return;
  const entry = `${folder}/node_modules/skills-ref/dist/index.js`;
  const command = `"${process.execPath}" "${at("tests/command/conform/port.mjs")}" "${entry}"`;
  const { code, out } = await world(t).run(["conform", STANDARD, "--command", command, "--json"]);
  const { cases, answered, areas, disagreements } = JSON.parse(out);
  assert.equal(answered, cases);
  assert.equal(areas.findings.agree + disagreements.length, cases);
  assert.ok(areas.findings.agree > cases / 2);
  assert.equal(code, disagreements.length > 0 ? 1 : 0);
});

const SDKS = [
  { name: "google-adk", version: "2.13.0", script: "google_adk.py", areas: ["skills", "errors"] },
  { name: "strands-agents", version: "1.62.0", script: "strands_agents.py", areas: ["listing"] },
];

for (const { name, version, script, areas } of SDKS) {
  test(`${name}, asked by a script of examples/conform, agrees with what was recorded of it`, async (t) => {
    const folder = installed(t, name, { registry: "pip", name }, version);
    if (!folder) return;
    const recording = at(`conformance/${name}-${version}-fresh-1.jsonl.br`);
    // The packages are installed for the system's Python.
    const command = `/usr/bin/python3 "${at(`examples/conform/${script}`)}"`;
    const env = { PYTHONPATH: `${folder}/python`, PYTHONDONTWRITEBYTECODE: "1", PYTHONUTF8: "1", OTEL_SDK_DISABLED: "true" };
    const { code, out } = await world(t).run(["conform", recording, "--as", name, "--command", command, "--json"], { env });
    const { answered, areas: counted, disagreements } = JSON.parse(out);
    const cases = readCases(recording);
    assert.deepEqual(disagreements, []);
    assert.equal(answered, cases.length);
    const expected = areas.map((area) => [area, cases.filter(({ expect }) => area in expect[name]).length]);
    assert.deepEqual(
      Object.entries(counted)
        .map(([area, { cases: number }]) => [area, number])
        .sort(),
      expected.sort(),
    );
    assert.equal(code, 0);
  });
}
