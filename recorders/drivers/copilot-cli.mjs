// Records GitHub Copilot CLI: runs `copilot skill list --json`, and one turn in which a model calls
// the tool `skill`.
import { workspace } from "../workspaces.mjs";
import { build, plainVariables, run } from "../world.mjs";

export const source = { name: "@github/copilot" };

const HOME = "/home/u";
const REPOSITORY = "/w/project";

export function generate(seed) {
  return workspace(seed, {
    home: HOME,
    directories: [REPOSITORY, `${REPOSITORY}/pkg`, `${REPOSITORY}/pkg/deep`],
    sameName: 0.2,
    roots: (cwd) =>
      [
        ...new Set(
          [cwd, REPOSITORY, `${REPOSITORY}/pkg`, "/w"].flatMap((folder) =>
            [".github", ".agents", ".claude"].map((name) => `${folder}/${name}/skills`),
          ),
        ),
      ]
        .map((root) => [root, 2])
        .concat([
          [`${HOME}/.copilot/skills`, 5],
          [`${HOME}/.agents/skills`, 5],
          [`${HOME}/.claude/skills`, 2],
          [`${cwd}/skills`, 1],
          [`${cwd}/.copilot/skills`, 1],
          [`${cwd}/sub/.github/skills`, 1],
        ]),
    finish(tree, { random, names }) {
      const kind = random.next();
      if (kind < 0.6) {
        tree.file(`${REPOSITORY}/.git/HEAD`, "ref: refs/heads/main\n");
        tree.file(`${REPOSITORY}/.git/config`, "[core]\n\trepositoryformatversion = 0\n");
        tree.folder(`${REPOSITORY}/.git/objects`);
        tree.folder(`${REPOSITORY}/.git/refs`);
      } else if (kind < 0.75) tree.file(`${REPOSITORY}/.git`, "gitdir: /outside/git\n");
      else if (kind < 0.85) tree.file(`${REPOSITORY}/.git/HEAD`, "ref: refs/heads/main\n");
      if (random.chance(0.2))
        tree.file(`${random.pick([REPOSITORY, HOME])}/.claude/commands/cmd.md`, "---\ndescription: a command\n---\nDo $ARGUMENTS\n");
      if (random.chance(0.1)) {
        for (let number = 0; number < 70; number++) {
          const text = `---\nname: many-${number}\ndescription: ${"word ".repeat(random.integer(20, 90)).trim()}\n---\nBody\n`;
          tree.file(`${HOME}/.copilot/skills/many-${String(number).padStart(2, "0")}/SKILL.md`, text);
        }
      }
      return { host: "copilot-cli", invoke: random.sample(names, 2) };
    },
  });
}

export const start = ({ program }) => ({ command: `${program}/node_modules/@github/copilot-linux-x64/copilot` });

const FIELDS = ["name", "description", "source", "path", "enabled"];

const variables = ({ home }) => ({
  ...plainVariables(home),
  COPILOT_OFFLINE: "true",
  COPILOT_AUTO_UPDATE: "false",
  XDG_CACHE_HOME: "/var/tmp/copilot",
});

/** Runs the program with one prompt in a new conversation. */
export function converse(question, prompt, { command, model }) {
  const provider = {
    COPILOT_PROVIDER_BASE_URL: `${model.url}/v1`,
    COPILOT_MODEL: "gpt-4.1",
    COPILOT_PROVIDER_API_KEY: "dummy",
    COPILOT_ALLOW_ALL: "true",
  };
  const env = { ...variables(question), ...provider };
  return run(command, ["-p", prompt, "--allow-all-tools"], { env, cwd: question.cwd, timeout: 240_000 });
}

export async function ask(question, context) {
  const { command, model } = context;
  const tree = build(question.tree);
  const { cwd } = question;
  const listed = await run(command, ["skill", "list", "--json"], { env: variables(question), cwd, timeout: 100_000 });
  let skills = null;
  try {
    skills = JSON.parse(listed.stdout)
      .filter(({ source }) => source !== "builtin")
      .map((skill) => Object.fromEntries(FIELDS.map((field) => [field, skill[field]])));
  } catch {
    // The program printed no list.
  }
  const errors = [...listed.stderr.matchAll(/^ {2}• (.*?): (.*)$/gm)].map(([, path, message]) => ({ path, message }));
  model.begin(question.invoke.map((skill) => ({ tool: "skill", input: { skill } })));
  const turn = await converse(question, "hello", context);
  const requests = model.requests.map(({ body }) => body).filter((body) => body?.messages);
  let listing = null;
  let messages = [];
  if (requests.length > 0) {
    const system = requests[0].messages[0].content;
    const text = typeof system === "string" ? system : system.map((part) => part.text ?? "").join("");
    const [begin, end] = ["<available_skills>", "</available_skills>"].map((tag) => text.indexOf(tag));
    if (begin >= 0) listing = text.slice(begin, end + "</available_skills>".length);
    const isAbout = ({ role, content }) => role === "tool" || (role === "user" && JSON.stringify(content).includes("skill"));
    messages = requests
      .at(-1)
      .messages.slice(1)
      .filter(isAbout)
      .map(({ role, content }) => ({ role, content }));
  }
  const answered = { ...question, tree, expect: { skills, errors, listing, messages } };
  if (requests.length === 0) answered.turn_error = (turn.stdout + turn.stderr).slice(-300);
  return answered;
}
