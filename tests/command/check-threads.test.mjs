import assert from "node:assert/strict";
import test from "node:test";
import { world } from "./run.mjs";

/** The number of skills, for which the command uses three threads. */
const COUNT = 1500;

/** A repository with many skills: some without findings, and some with findings of each kind. */
function manySkills() {
  const files = {};
  for (let index = 0; index < COUNT; index++) {
    const name = `skill-${index}`;
    const at = `repo/.agents/skills/${name}`;
    const description =
      index % 7 === 0
        ? "Fills in forms. Use when: a form is handed over."
        : `Does task ${index} of the many tasks. Use when it is asked for.`;
    const comment = index % 11 === 0 ? "# skillglass-ignore unquoted-colon\n" : "";
    files[`${at}/SKILL.md`] =
      `---\nname: ${name}\n${comment}description: ${description}\n---\nRead [the guide](references/${index % 5 === 0 ? "gone" : "guide"}.md).\n`;
    files[`${at}/references/guide.md`] = "# Guide\n";
    if (index % 50 === 0) files[`${at}/skill.md`] = "no frontmatter\n";
  }
  return files;
}

test("a check in several threads prints what a check in one thread prints", async (t) => {
  const { run } = world(t, manySkills());
  for (const format of ["text", "json", "github"]) {
    const [one, several] = [
      await run(["check", "--format", format, "--jobs", "1"]),
      await run(["check", "--format", format, "--jobs", "3"]),
    ];
    assert.equal(several.out, one.out, format);
    assert.equal(several.code, one.code);
    assert.match(one.out, /missing-file/);
  }
});

test("if no thread can be started, the command checks all skills", async (t) => {
  const { run } = world(t, manySkills());
  const { out, code } = await run(["check", "--jobs", "1"]);
  const permission = Number(process.versions.node.split(".")[0]) < 23 ? "--experimental-permission" : "--permission";
  const refused = await run(["check", "--jobs", "3"], { flags: [permission, "--allow-fs-read=*"] });
  assert.equal(refused.out, out);
  assert.equal(refused.code, code);
});

test("a wrong number of threads is wrong use", async (t) => {
  const { run } = world(t, {});
  for (const word of ["0", "-1", "two", "1.5"]) {
    const { code, err } = await run(["check", `--jobs=${word}`]);
    assert.equal(code, 2);
    assert.match(err, /--jobs takes a number from 1 to 9999/);
  }
});
