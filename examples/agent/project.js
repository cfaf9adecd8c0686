/** The files of the project that the agent works in: four skills and one other file. */
export const files = {
  "/repo/.claude/skills/contents/SKILL.md": `---
description: Lists the files. Use when somebody asks what is here.
allowed-tools: Bash(ls *)
---
The files of this folder:

!\`ls\`

Name the most important one. $ARGUMENTS
`,
  "/repo/.claude/skills/survey/SKILL.md": `---
description: Looks through the code.
context: fork
agent: Explore
---
Find all uses of $ARGUMENTS.
`,
  "/repo/.claude/skills/api/SKILL.md": "---\ndescription: Rules of the API.\npaths: src/api/**\n---\nNames are plural.\n",
  "/repo/.claude/skills/deploy/SKILL.md": "---\ndescription: Deploys the site.\ndisable-model-invocation: true\n---\nRun `make deploy`.\n",
  "/repo/src/api/users.ts": "export const users = [];\n",
};
