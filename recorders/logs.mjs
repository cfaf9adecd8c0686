// Records the logs that programs write in a conversation with our skills:
//
//   node recorders/logs.mjs OUT [HOST@VERSION …]
//
// Each line of OUT has a workspace, the conversation's script, and the log without the program's
// own texts. It also has the names of the skills whose descriptions and bodies each request to the
// model contained.
import { driver } from "./drivers/index.mjs";
import { install, nodeFor } from "./install.mjs";
import { askInside } from "./sandbox.mjs";
import { writeNew } from "./store.mjs";

const NEWEST = ["claude-code@2.1.330", "codex@0.169.0", "opencode@1.18.33", "pi@1.5.2", "qwen-code@0.24.4"];

const ROOTS = {
  "claude-code": ".claude/skills",
  codex: ".agents/skills",
  opencode: ".agents/skills",
  pi: ".pi/skills",
  "qwen-code": ".qwen/skills",
};

const skill = (name) => `---\nname: ${name}\ndescription: Works with ${name} (marker-${name}-description)\n---\n\nmarker-${name}-body\n`;

/**
 * Returns the workspace and the script of the conversation for a host.
 * The model uses the skill `pdf`, tries `nope`, which is missing, and uses `sql`. The user names
 * `notes`.
 */
function question(host) {
  const [home, project] = host === "claude-code" ? ["/home/me", "/repo"] : ["/home/u", "/w/project"];
  const root = `${project}/${ROOTS[host]}`;
  const file = (path, text) => ({ path, type: "file", text });
  const tree = ["pdf", "sql", "notes", "images"].map((name) => file(`${root}/${name}/SKILL.md`, skill(name)));
  tree.push(file(`${root}/broken/SKILL.md`, "No frontmatter.\n"));
  const call = {
    "claude-code": (name) => ({ tool: "Skill", input: { skill: name } }),
    codex: (name) => ({ tool: "exec_command", input: { cmd: `cat ${root}/${name}/SKILL.md` } }),
    opencode: (name) => ({ tool: "skill", input: { name } }),
    pi: (name) => ({ tool: "read", input: { path: `${root}/${name}/SKILL.md` } }),
    "qwen-code": (name) => ({ tool: "skill", input: { skill: name } }),
  }[host];
  const script = ["pdf", "nope", "sql"].map(call);
  const common = { id: `logs/${host}`, host, cwd: project, home, git: project, env: {}, script, tree };
  switch (host) {
    case "claude-code":
      tree.push(file(`${home}/.claude/settings.json`, "{}"));
      return {
        ...common,
        model: "claude-sonnet-4-5",
        plugins: [],
        usage: {},
        // The driver reads the steps from this list. The model follows the script above.
        steps: ["pdf", "nope", "sql"].map((name) => ({ call: { skill: name } })),
        prompts: ["/notes now", "/compact", "bye"],
      };
    case "codex":
      tree.push(file(`${home}/.codex/config.toml`, `model = "gpt-5.5"\n\n[projects."${project}"]\ntrust_level = "trusted"\n`));
      return { ...common, prompts: ["use $notes", "bye"] };
    case "pi": {
      const model = { id: "m", name: "m", reasoning: false, input: ["text"], contextWindow: 128000, maxTokens: 4096 };
      const provider = { baseUrl: "http://127.0.0.1:8123/v1", apiKey: "dummy", api: "openai-completions", models: [model] };
      tree.push(file(`${home}/.pi/agent/models.json`, JSON.stringify({ providers: { mock: provider } })));
      return { ...common, trusted: true, no_skills: false, skill_paths: [], prompts: ["hello", "/skill:notes now", "bye"] };
    }
    case "qwen-code":
      return { ...common, call: [], touch: [], prompts: ["/notes now", "bye"] };
    default:
      return { ...common, prompts: ["/notes", "bye"] };
  }
}

const [out, ...wanted] = process.argv.slice(2);
const lines = [];
for (const program of wanted.length > 0 ? wanted : NEWEST) {
  const [host, version] = program.split("@");
  const loaded = await driver(host);
  const [answered] = await askInside("logs", version, [{ ...question(host), program: version }], {
    program: install(host, loaded.source, version),
    node: nodeFor(loaded),
  });
  if (answered.failure) throw new Error(`${program}: ${answered.failure}`);
  lines.push(JSON.stringify(answered));
}
writeNew(out, lines);
