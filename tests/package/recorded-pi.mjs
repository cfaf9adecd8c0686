// What pi's loader answered, held against what the package gives for the same files. The rules of the comparison are those of
// `examples/conformance/pi.rs`.
import { Comparison, inWorkspace } from "./recorded.mjs";

const OPTIONS = { host: "pi", edition: "2026-11", cwd: "/repo", home: "/home/me" };

/** Fields that are read and without effect, which the program says nothing of. */
const UNREAD = "pi reads no ";

/** One real skill alone among the user's. */
export function compareRealSkill(Workspace, { folder, text, pi }) {
  const comparison = new Comparison();
  const tree = [{ type: "file", path: `/home/me/.pi/agent/skills/${folder}/SKILL.md`, text }];
  inWorkspace(Workspace, OPTIONS, tree, (workspace) => {
    const { skills, errors, ignored } = workspace.catalog();
    const warnings = ignored.map(({ message }) => message).filter((message) => !message.startsWith(UNREAD));
    const [skill] = skills;
    const got = skill
      ? { name: skill.name, description: skill.description, disableModelInvocation: !skill.modelInvocable, warnings }
      : // Of YAML that cannot be read nothing else is said.
        { error: [...errors.map(({ message }) => message), ...warnings] };
    comparison.answer("skills", "skill", pi, got);
  });
  return comparison;
}
