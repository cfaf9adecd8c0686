/**
 * This module has the sample workspace that the page shows at the first visit. Each of its skills
 * shows a typical behaviour of hosts. For example, some hosts do not load a skill with invalid
 * frontmatter.
 */
import type { Contents } from "../lib/text.ts";

/**
 * The prompt of the sample workspace. It begins with a command, and mentions skills by name,
 * because hosts differ in what they accept.
 */
export const SAMPLE_PROMPT = "/release-check 2.4 Use $release-notes on the last ten commits, not $unknown, and leave $PATH alone.";

export const SAMPLE_CURRENT = "/repo/.agents/skills/release-notes/SKILL.md";

/** The file that makes `/repo` a repository, so that hosts recognize it as the project's root. */
export const REPOSITORY_MARKER: readonly [string, string] = ["/repo/.git/HEAD", "ref: refs/heads/main\n"];

export function sample(): Map<string, Contents> {
  return new Map<string, Contents>([REPOSITORY_MARKER, ...Object.entries(FILES)]);
}

const FILES: Record<string, string> = {
  "/repo/README.md": `# Harbour

A small service that this sample repository pretends to be. Its skills are in
\`.agents/skills\` and \`.claude/skills\`, one folder each. Not every host looks in both.
`,

  "/repo/.agents/skills/release-notes/SKILL.md": `---
name: release-notes
description: Write release notes from merged changes. Use it when someone asks what is new, or for a changelog.
metadata:
  short-description: Release notes from merged changes
---

# Release notes

1. List the changes since the last tag, newest first.
2. Keep what a user of the service can notice; drop the rest.
3. Group by *Added*, *Changed*, *Fixed*. One line each, in the present tense.
4. End with the names of those who contributed.

Never invent a change. If a commit message is unclear, quote it.
`,

  "/repo/.agents/skills/database-migration/SKILL.md": `---
name: database-migration
description: Plan and check a database migration, with a way back. Use it before any change of the schema.
---

# Database migration

Read \`references/locking.md\` before you propose anything that rewrites a table.
Check the finished file with \`scripts/check.sh <file>\`; it must print \`ok\`.

Each migration states how it is undone, or says plainly that it cannot be.
`,

  "/repo/.agents/skills/database-migration/references/locking.md": `# What locks a table, and for how long

| change                      | lock            |
| --------------------------- | --------------- |
| add a column, no default    | short           |
| add an index                | blocks writes   |
| add an index concurrently   | none            |
| change a column's type      | rewrites it all |
`,

  "/repo/.agents/skills/database-migration/scripts/check.sh": `#!/bin/sh
# Every migration has a way back.
set -eu
grep -q '^-- undo:' "$1" || { echo "$1: no undo section" >&2; exit 1; }
echo ok
`,

  "/repo/.agents/skills/api-review/SKILL.md": `---
name: api-review
description: "Review a change of the public API: names, errors, compatibility.
---

# API review

The description above lacks its closing quote.
Codex refuses the whole file. Add the quote, and watch
the skill appear.
`,

  "/repo/.agents/skills/incident-report/SKILL.md": `---
name: incident-report
description: Write up an incident: what happened, what it cost, what changes now.
---

# Incident report

There is a colon and a blank in the unquoted description.
The newest edition repairs such a line; with an older one
the skill is gone.
`,

  "/repo/.agents/skills/translate/skill.md": `---
name: translate
description: Translate user-facing text and keep its placeholders intact.
---

# Translate

Nothing is wrong with this file but its name: hosts look for \`SKILL.md\`.
`,

  "/repo/.agents/skills/.drafts/onboarding/SKILL.md": `---
name: onboarding
description: Walk a new colleague through the code base.
---

# Onboarding

This one sits in a hidden folder. Codex does not look there; not every host is so shy.
`,

  "/repo/.claude/skills/release-check/SKILL.md": `---
description: Check that a version can be released. Use it before a tag is set.
arguments: [version]
argument-hint: "[version]"
allowed-tools:
  - Bash(git log *)
effort: high
hooks:
  Stop:
    - hooks:
        - type: command
          command: ./scripts/tests-passed.sh
---

# Release check for $version

The last changes, which Claude Code puts in before the model reads this:

!\`git log --oneline -5\`

Version $version can be released when each of them has a test and a line in the notes.
`,

  "/repo/.claude/skills/docs-style/SKILL.md": `---
name: Style of the documentation
description: How sentences in the documentation are written.
paths: docs/**/*.md
user-invocable: false
---

# Style of the documentation

In Claude Code this one waits until a file in \`docs\` has been touched, and a user cannot
call it. Its folder is its name; the \`name\` above is only a label.

- Say what the reader can do. One thought in a sentence.
- Show a command before you explain it.
`,

  "/repo/.claude/skills/find-callers/SKILL.md": `---
name: find-callers
description: Find every place that calls a function, and say which would break.
argument-hint: "[function]"
allowed-tools: Grep
context: fork
agent: Explore
---

# Find the callers

In Claude Code a sub-agent does this and brings back a list: each call of \`$ARGUMENTS\`,
with its file and line, and whether a change of the signature would break it.
`,

  "/repo/.claude/commands/standup.md": `---
description: Say in three lines what changed since yesterday.
disable-model-invocation: true
---

What was done, what comes next, what is in the way. One line each.
`,

  "/repo/apps/web/.claude/skills/accessibility/SKILL.md": `---
name: accessibility
description: Review a view of the web app for keyboard, contrast and names.
---

# Accessibility

This skill belongs to \`apps/web\`: hosts that look there do so only when they work there.
`,

  "/home/me/.codex/skills/commit-message/SKILL.md": `---
name: commit-message
description: Write a commit message in the style of the repository at hand.
---

# Commit message

Look at the last twenty subjects first. Match their mood, length and prefix.
Say why in the body; the diff already says what.
`,
};
