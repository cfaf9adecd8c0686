// Records the open standard's reference validator: runs `skills-ref validate` on one folder.
import { Random } from "../random.mjs";
import { skillText, slug } from "../skills.mjs";
import { build, PATH, run } from "../world.mjs";

export const source = { registry: "pip", name: "skills-ref" };

const PLACE = "/w/skills";

/**
 * Functions that return lines of frontmatter which the other recipes lack, such as values at the
 * limits of the standard.
 */
const MORE = [
  (random) => `compatibility: ${"c".repeat(random.pick([499, 500, 501]))}`,
  () => "compatibility: [a]",
  () => "allowed-tools: Read",
  () => "metadata:\n  author: x",
  () => "version: 1.0\nauthor: y",
  () => "license: MIT",
];

export function generate(seed) {
  const random = new Random(seed);
  const folder = slug(random, 0);
  let { text } = skillText(random, random.chance(0.8) ? folder : slug(random, 1), 0, 0.2);
  if (random.chance(0.3)) text = text.replace("\nname:", `\n${random.pick(MORE)(random)}\nname:`);
  if (random.chance(0.15))
    text = text.replace(
      /^name: .*$/m,
      `name: ${random.pick(["Ünï", "ﬁx", "a--b", "-a", "a-", "a_b", "É", "中文", "x".repeat(65), "  a  "])}`,
    );
  return { folder, text };
}

/**
 * Patterns of the validator's messages, each with the code of its finding. The first match counts.
 */
const CODES = [
  [/^SKILL\.md must start with YAML frontmatter/, "no-frontmatter"],
  [/^SKILL\.md frontmatter not properly closed/, "unclosed-frontmatter"],
  [/^Invalid YAML/, "invalid-yaml"],
  [/^SKILL\.md frontmatter must be a YAML mapping/, "not-a-mapping"],
  [/^Unexpected fields/, "unexpected-fields"],
  [/^Missing required field in frontmatter: name/, "name-missing"],
  [/^Field 'name' must be/, "name-empty"],
  [/^Skill name '.*' exceeds/s, "name-too-long"],
  [/^Skill name '.*' must be lowercase/s, "name-not-lowercase"],
  [/^Skill name cannot start or end/, "name-hyphen-edge"],
  [/^Skill name cannot contain consecutive/, "name-double-hyphen"],
  [/^Skill name '.*' contains invalid/s, "name-invalid-characters"],
  [/^Directory name/, "name-folder-mismatch"],
  [/^Missing required field in frontmatter: description/, "description-missing"],
  [/^Field 'description' must be/, "description-empty"],
  [/^Description exceeds/, "description-too-long"],
  [/^Field 'compatibility' must be/, "compatibility-not-a-string"],
  [/^Compatibility exceeds/, "compatibility-too-long"],
];

export async function ask(question) {
  const { folder, text } = question;
  build([{ path: `${PLACE}/${folder}/SKILL.md`, type: "file", text }]);
  const env = {
    PATH,
    PYTHONPATH: "/program/python",
    PYTHONDONTWRITEBYTECODE: "1",
    LANG: "C.UTF-8",
    HOME: "/root",
  };
  const { code, stderr } = await run("/usr/bin/python3", ["-m", "skills_ref.cli", "validate", `${PLACE}/${folder}`], { env, cwd: "/w" });
  if (code === 0) return { ...question, standard: [] };
  const [first, ...messages] = stderr.split(/\n {2}- /);
  if (!first.startsWith("Validation failed")) throw new Error(stderr.slice(-600));
  const standard = messages.map((message) => {
    const known = CODES.find(([pattern]) => pattern.test(message));
    if (!known) throw new Error(`a message that has no code: ${message}`);
    return known[1];
  });
  return { ...question, standard };
}
