// Records opencode: runs `opencode debug skill`, which lists the loaded skills with their contents.
import { configuration } from "../calls.mjs";
import { workspace } from "../workspaces.mjs";
import { build, makeRepository, PATH, run } from "../world.mjs";

/**
 * The npm package of the program for this computer's processor. The package `opencode-ai` only
 * installs it, and may be published later.
 */
export const source = { name: `opencode-linux-${process.arch}` };

const HOME = "/home/u";
const REPOSITORY = "/w/project";

const SWITCHES = [
  [{}, 80],
  [{ OPENCODE_DISABLE_EXTERNAL_SKILLS: "1" }, 6],
  [{ OPENCODE_DISABLE_CLAUDE_CODE_SKILLS: "1" }, 5],
  [{ OPENCODE_DISABLE_CLAUDE_CODE: "1" }, 4],
  [{ OPENCODE_DISABLE_PROJECT_CONFIG: "1" }, 5],
];

export function generate(seed) {
  const folders = (cwd) => {
    const own = [REPOSITORY, `${REPOSITORY}/pkg`, `${REPOSITORY}/pkg/deep`].filter(
      (folder) => cwd === folder || cwd.startsWith(`${folder}/`),
    );
    return own.flatMap((folder) =>
      [".opencode/skills", ".opencode/skill", ".claude/skills", ".agents/skills"].map((root) => [`${folder}/${root}`, 3]),
    );
  };
  return workspace(seed, {
    home: HOME,
    directories: [REPOSITORY, `${REPOSITORY}/pkg`, `${REPOSITORY}/pkg/deep`],
    sameName: 0.05,
    roots: (cwd) => [
      ...folders(cwd),
      ...[".claude/skills", ".agents/skills", ".config/opencode/skills", ".config/opencode/skill", ".opencode/skills"].map((root) => [
        `${HOME}/${root}`,
        3,
      ]),
      ["/outside/.claude/skills", 1],
      [`${REPOSITORY}/skills`, 1],
      [`${REPOSITORY}/extra`, 2],
      [`${HOME}/more`, 2],
      [`${cwd}/rel/skills`, 2],
    ],
    finish(tree, { random }) {
      if (random.chance(0.4)) {
        const paths = random.sample([`${REPOSITORY}/extra`, "./rel/skills", "~/more", "/missing", "rel"], random.integer(1, 3));
        const file = random.pick([
          `${REPOSITORY}/opencode.json`,
          `${HOME}/.config/opencode/opencode.json`,
          `${REPOSITORY}/.opencode/opencode.json`,
        ]);
        tree.file(file, JSON.stringify({ skills: { paths } }));
      }
      return { git: random.chance(0.85) ? REPOSITORY : null, env: random.weighted(SWITCHES) };
    },
  });
}

export const start = ({ program }) => ({ command: `${program}/node_modules/opencode-linux-x64/bin/opencode` });

/** Variables that keep the program from loading anything from a network. */
const QUIET = {
  OPENCODE_DISABLE_AUTOUPDATE: "1",
  OPENCODE_DISABLE_MODELS_FETCH: "1",
  OPENCODE_DISABLE_DEFAULT_PLUGINS: "1",
};

/** Returns opencode's variables for a conversation with the model at a local URL. */
export const ownVariables = (model) => ({
  OPENCODE_CONFIG_CONTENT: JSON.stringify(configuration(model.url)),
  ...QUIET,
  OPENCODE_DISABLE_LSP_DOWNLOAD: "1",
});

async function list({ cwd, home, env }, command) {
  const variables = { PATH, HOME: home, LANG: "C.UTF-8", ...QUIET, ...env };
  const { code, stdout, stderr } = await run(command, ["debug", "skill"], { env: variables, cwd, timeout: 90_000 });
  if (code !== 0) throw new Error(`opencode ended with ${code}: ${(stderr + stdout).slice(-600)}`);
  const skills = JSON.parse(stdout).filter(({ location }) => location !== "<built-in>");
  return skills.map(({ name, description = null, location, content }) => ({
    name,
    description,
    location,
    content_len: Buffer.byteLength(content),
  }));
}

/**
 * Asks the program for its skills twice. If several skills have one name, two starts of the program
 * may load different ones.
 */
export async function ask(question, { command }) {
  const tree = build(question.tree);
  if (question.git) await makeRepository(question.git);
  const [first, second] = [await list(question, command), await list(question, command)];
  const again = new Map(second.map((skill) => [skill.name, JSON.stringify(skill)]));
  const isStable = (skill) => again.get(skill.name) === JSON.stringify(skill);
  const byName = (a, b) => (a.name < b.name ? -1 : 1);
  const names = first.map(({ name }) => name);
  const unstable = first.filter((skill) => !isStable(skill)).map(({ name }) => name);
  unstable.push(...second.map(({ name }) => name).filter((name) => !names.includes(name)));
  return { ...question, tree, expect: { skills: first.filter(isStable).sort(byName), unstable } };
}
