// What hosts keep on the disk besides skills, and where the command reads it.
import assert from "node:assert/strict";
import test from "node:test";
import { skill, world } from "./run.mjs";

const json = JSON.stringify;
const MARKET = "home/.claude/plugins/marketplaces/market";
const PLUGIN = "home/.claude/plugins/cache/market/office/1.0.0";

/** Where Claude Code notes plugins: `office@market` is installed, once for each of `projects` and for the user where one is null. */
function withPlugin(t, { enabled = true, projects = [null], files = {} } = {}) {
  const made = world(t, {
    "home/.claude/settings.json": json({ enabledPlugins: { "office@market": enabled } }),
    [`${PLUGIN}/.claude-plugin/plugin.json`]: json({ name: "office" }),
    [`${PLUGIN}/skills/pdf/SKILL.md`]: skill("pdf"),
    [`${PLUGIN}/skills/csv/SKILL.md`]: skill("csv"),
    ...files,
  });
  const { at, put } = made;
  const entry = (project) => ({
    scope: project === null ? "user" : "project",
    ...(project === null ? {} : { projectPath: at(project) }),
    installPath: at(PLUGIN),
    version: "1.0.0",
  });
  put("home/.claude/plugins/installed_plugins.json", json({ version: 2, plugins: { "office@market": projects.map(entry) } }));
  put("home/.claude/plugins/known_marketplaces.json", json({ market: { source: {}, installLocation: at(MARKET) } }));
  return { ...made, names: (host) => names(made, host) };
}

async function names({ run }, host) {
  const { out } = await run(["list", "--format", "json", "--host", host]);
  return JSON.parse(out)
    .map(({ skills }) => skills.map(({ name }) => name).sort())
    .at(-1);
}

test("plugins of Claude Code that are installed and switched on are its own, and no other host's", async (t) => {
  const { names } = withPlugin(t);
  assert.deepEqual(await names("claude-code"), ["office:csv", "office:pdf"]);
  assert.deepEqual(await names("codex,claude-code"), ["office:csv", "office:pdf"]);
  assert.deepEqual(await names("claude-code,codex"), []);
  assert.deepEqual(await names("claude-code,copilot-cli"), []);
});

test("a plugin that the settings switch off, or do not name, is not there", async (t) => {
  assert.deepEqual(await withPlugin(t, { enabled: false }).names("claude-code"), []);
  assert.deepEqual(await withPlugin(t, { files: { "home/.claude/settings.json": "{}" } }).names("claude-code"), []);
});

test("the project's own settings go before the user's", async (t) => {
  const files = { "repo/.claude/settings.local.json": json({ enabledPlugins: { "office@market": false } }) };
  assert.deepEqual(await withPlugin(t, { files }).names("claude-code"), []);
});

test("a plugin that was installed for a project is there in that project alone", async (t) => {
  assert.deepEqual(await withPlugin(t, { projects: ["repo"] }).names("claude-code"), ["office:csv", "office:pdf"]);
  assert.deepEqual(await withPlugin(t, { projects: ["other"] }).names("claude-code"), []);
});

test("the skills that a marketplace names are a plugin's only ones", async (t) => {
  const plugins = [{ name: "office", source: "./", skills: ["./skills/pdf"] }];
  const files = { [`${MARKET}/.claude-plugin/marketplace.json`]: json({ name: "market", plugins }) };
  assert.deepEqual(await withPlugin(t, { files }).names("claude-code"), ["office:pdf"]);
});

test("records of plugins that are broken, or lead nowhere, count as none", async (t) => {
  const made = withPlugin(t);
  for (const text of ["", "{", "[]", '{"plugins":[]}', json({ plugins: { "office@market": [null, 1, { installPath: "../x" }] } })]) {
    made.put("home/.claude/plugins/installed_plugins.json", text);
    const { code, err } = await made.run(["list", "--host", "claude-code"]);
    assert.deepEqual([code, err], [0, ""], text);
  }
  made.put("home/.claude/plugins/installed_plugins.json", json({ plugins: { "office@market": [{ installPath: made.at("nowhere") }] } }));
  assert.deepEqual(await made.names("claude-code"), []);
});

test("turn, explain and doctor know the plugins of Claude Code", async (t) => {
  const { run } = withPlugin(t);
  const turn = await run(["turn", "/office:pdf", "--host", "codex,claude-code"]);
  assert.match(turn.out, /✔ office:pdf → ~\/\.claude\/plugins\/cache\//);
  const explain = await run(["explain", "office:pdf", "--host", "claude-code"]);
  assert.equal(explain.code, 0);
  const { hosts } = JSON.parse((await run(["doctor", "--json"])).out);
  const counts = Object.fromEntries(hosts.map(({ host, skills }) => [host, skills.length]));
  assert.deepEqual([counts["claude-code"], counts.codex, counts["copilot-cli"]], [2, 0, 0]);
});

test("of several hosts that are asked at once only Claude Code has its plugins", async (t) => {
  const { run } = withPlugin(t);
  const hosts = ["--host", "codex,claude-code,copilot-cli"];
  const [{ cells }] = JSON.parse((await run(["explain", "office:pdf", "--format", "json", ...hosts])).out);
  assert.deepEqual(
    cells.map(({ discovered, name }) => [discovered, name]),
    [
      [false, "pdf"],
      [true, "office:pdf"],
      [false, "pdf"],
    ],
  );
  const { skills } = JSON.parse((await run(["compare", "--format", "json", ...hosts])).out);
  assert.deepEqual(
    skills.map(({ cells }) => cells.map(({ discovered }) => discovered)),
    [
      [false, true, false],
      [false, true, false],
    ],
  );
});

const USER =
  { darwin: "home/Library/Application Support/Code/User", win32: "home/AppData/Roaming/Code/User" }[process.platform] ??
  "home/.config/Code/User";

test("VS Code's settings say where it looks, the workspace's before the user's", async (t) => {
  const { run, put } = world(t, {
    "repo/mine/a/SKILL.md": skill("a"),
    "repo/yours/b/SKILL.md": skill("b"),
    "repo/.github/skills/c/SKILL.md": skill("c"),
    [`${USER}/settings.json`]: '// the user\'s\n{ "chat.agentSkillsLocations": { "mine": true, "yours": true, }, }',
    "repo/.vscode/settings.json": '\ufeff{ "chat.agentSkillsLocations": { /* not here */ "mine": false, ".github/skills": false } }',
  });
  assert.deepEqual(await names({ run }, "vscode"), ["b"]);
  put("repo/.vscode/settings.json", "[1");
  assert.deepEqual(await names({ run }, "vscode"), ["a", "b", "c"]);
});

test("VS Code's setting on parent repositories counts", async (t) => {
  const { run, put } = world(t, { "repo/.github/skills/a/SKILL.md": skill("a"), "repo/pkg/x": "" });
  const list = async () =>
    JSON.parse((await run(["list", "--format", "json", "--host", "vscode"], { cwd: "repo/pkg" })).out)[0].skills.length;
  assert.equal(await list(), 0);
  put("repo/pkg/.vscode/settings.json", '{ "chat.useCustomizationsInParentRepositories": true }');
  assert.equal(await list(), 1);
});

test("Copilot CLI searches up to the top of a repository that Git accepts", async (t) => {
  const { run, put } = world(t, {
    "repo/.github/skills/above/SKILL.md": skill("above"),
    "repo/pkg/.github/skills/top/SKILL.md": skill("top"),
    "repo/pkg/app/x": "",
  });
  const listed = async () => {
    const { out } = await run(["list", "--format", "json", "--host", "copilot-cli"], { cwd: "repo/pkg/app" });
    return JSON.parse(out)[0]
      .skills.map(({ name }) => name)
      .sort();
  };
  put("repo/pkg/.git/HEAD", "ref: refs/heads/main\n");
  assert.deepEqual(await listed(), ["above", "top"]);
  for (const folder of ["objects", "refs"]) put(`repo/pkg/.git/${folder}/x`, "");
  assert.deepEqual(await listed(), ["top"]);
});
