// What opencode answered, held against what the package gives for the same files. The rules of the comparison are those of
// `examples/conformance/opencode.rs`; the content, which the package gives trimmed and within the tool's result, is compared whole and
// not by its length alone.
import { Comparison, inWorkspace, throughLinks } from "./recorded.mjs";

const OPTIONS = { host: "opencode", edition: "1.18" };

/** One real skill alone in a folder of its own under the user's configuration. */
export function compareRealSkill(Workspace, { folder, text, opencode }) {
  const comparison = new Comparison();
  const tree = [{ type: "file", path: `/home/me/.config/opencode/skills/${folder}/SKILL.md`, text }];
  inWorkspace(Workspace, { ...OPTIONS, cwd: "/repo", home: "/home/me" }, tree, (workspace) => {
    const [skill] = workspace.catalog().skills;
    const got = skill ? { name: skill.name, description: isDescribed(skill) ? skill.description : null } : null;
    comparison.answer("skills", "skill", opencode, got);
  });
  return comparison;
}

/** A whole workspace: each skill with its place and its content. */
export function compareWorkspace(Workspace, { cwd, home, env, git, tree, expect }) {
  const comparison = new Comparison();
  const head = git ? [{ type: "file", path: `${git}/.git/HEAD`, text: "ref: refs/heads/main\n" }] : [];
  inWorkspace(Workspace, { ...OPTIONS, cwd, home, variables: env }, [...tree, ...head], (workspace) => {
    // Of a name whose winner changes from asking to asking, any winner is right; the recording holds none.
    const unstable = new Set(expect.unstable ?? []);
    const files = new Map(throughLinks(tree).map((entry) => [entry.path, entry]));
    const got = new Map(workspace.catalog().skills.map((skill) => [skill.name, skill]));
    for (const name of unstable) comparison.answer("skills with any winner", `skill ${name}`, true, got.has(name));
    const expected = new Map(expect.skills.map((skill) => [skill.name, skill]));
    for (const name of new Set([...expected.keys(), ...got.keys()])) {
      if (unstable.has(name)) continue;
      const [recorded, skill] = [expected.get(name), got.get(name)];
      const place = (known, location, description) => (known ? { location, description: description ?? null } : null);
      const shown = place(skill, skill?.discoveredPath, skill && isDescribed(skill) ? skill.description : null);
      comparison.answer("skills", `skill ${name}`, place(recorded, recorded?.location, recorded?.description), shown);
      if (!recorded || !skill) continue;
      const text = trimmed(ending(files.get(skill.path), recorded.content_len));
      comparison.answer("contents", `content of ${name}`, text, contentOf(workspace, skill));
    }
  });
  return comparison;
}

const isDescribed = ({ descriptionSource }) => descriptionSource !== "none";

/** The last bytes of a file's text, replaced where it is not UTF-8: the content is all behind the frontmatter. */
function ending({ text, base64 }, length) {
  const bytes = Buffer.from(text ?? Buffer.from(base64, "base64").toString());
  return bytes.subarray(bytes.length - length).toString();
}

/** The skill's own words in what the tool gives for it. */
function contentOf(workspace, { name, path }) {
  const { content } = workspace.invoke({ skill: name });
  const before = `<skill_content name="${name}">\n# Skill: ${name}\n\n`;
  const behind = "\n\nBase directory for this skill: ";
  if (!content?.startsWith(before)) throw new Error(`${path}: the tool gives ${JSON.stringify(content)}`);
  return content.slice(before.length, content.lastIndexOf(behind));
}

/** Without white space around it as Unicode has it; `trim` takes other characters for such. */
function trimmed(text) {
  return text.replace(/^\p{White_Space}+|\p{White_Space}+$/gu, "");
}
