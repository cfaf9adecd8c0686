/** This module has the examples of common faults. Each example is one skill with one fault. */
import type { Example } from "./example.ts";

const SKILLS = "/repo/.agents/skills";
const MARKER = ["/repo/.git/HEAD", "ref: refs/heads/main\n"] as const;

/** A description that wrongly contains all instructions, so it is longer than 1,024 characters. */
const LONG_DESCRIPTION = [
  "Lead the response to an incident from the first alarm to the last report.",
  "Use it when an alarm has fired and a person has confirmed that customers notice something.",
  "First find out what customers see and since when, and write both down with the source of each statement.",
  "Then name one person who decides, one who talks to customers and one who keeps the log, even if these are the same person.",
  "Every quarter of an hour ask each of them for one sentence, put the three sentences together and post them where everybody can read them.",
  "Prefer to undo the last change over finding its fault, and say so when somebody begins to search while the change is still live.",
  "Never let two people change the same system at once, and never change anything without writing it into the log before it is done.",
  "When the effect is gone wait for half an hour, and only then call the incident over, with the time, the cause as far as it is known and the name of the one who will write the report.",
  "The report is due within three working days, holds no names next to faults, and ends with at most three changes, each with a person and a date.",
  "Keep a copy of the log beside the report, because the next incident will begin with somebody looking for it.",
].join(" ");

export const FAULTS: readonly Example[] = [
  {
    id: "colon",
    fault: true,
    files: () => [
      MARKER,
      [
        `${SKILLS}/invoice-check/SKILL.md`,
        `---
name: invoice-check
description: Check an invoice before it is paid: sums, taxes, the supplier's account.
---

# Invoice check

1. Add up the lines and compare the sum with the total.
2. Compare the account with the one in the contract.
3. Say what differs. Approve nothing yourself.
`,
      ],
    ],
    current: `${SKILLS}/invoice-check/SKILL.md`,
    options: { host: "codex", edition: "2026-05" },
    shows: [
      { host: "codex", edition: "2026-05", fate: "error", path: `${SKILLS}/invoice-check/SKILL.md`, code: "invalid-yaml" },
      { host: "codex", fate: "loaded", path: `${SKILLS}/invoice-check/SKILL.md` },
    ],
  },
  {
    id: "no-frontmatter",
    fault: true,
    files: () => [
      MARKER,
      [
        `${SKILLS}/meeting-notes/SKILL.md`,
        `# Meeting notes

Turn a transcript into notes: decisions first, then who does what until when.
Leave out what was only said aloud while thinking.
`,
      ],
    ],
    current: `${SKILLS}/meeting-notes/SKILL.md`,
    options: { host: "codex" },
    shows: [{ host: "codex", fate: "error", path: `${SKILLS}/meeting-notes/SKILL.md`, code: "no-frontmatter" }],
  },
  {
    id: "unclosed",
    fault: true,
    files: () => [
      MARKER,
      [
        `${SKILLS}/seed-data/SKILL.md`,
        `---
name: seed-data
description: Fill a development database with data that looks real. Use it after a reset.

# Seed data

Run \`scripts/seed.sh\`. It never touches a database whose name does not end in \`_dev\`.
`,
      ],
      [
        `${SKILLS}/seed-data/scripts/seed.sh`,
        `#!/bin/sh
set -eu
case "$1" in *_dev) ;; *) echo "$1 is no development database" >&2; exit 1 ;; esac
psql "$1" --file seed.sql
`,
      ],
    ],
    current: `${SKILLS}/seed-data/SKILL.md`,
    options: { host: "codex" },
    shows: [{ host: "codex", fate: "error", path: `${SKILLS}/seed-data/SKILL.md`, code: "no-frontmatter" }],
  },
  {
    id: "tabs",
    fault: true,
    files: () => [
      MARKER,
      [
        `${SKILLS}/changelog/SKILL.md`,
        `---
name: changelog
description: Keep the changelog. Use it when a change is merged that users will notice.
metadata:
\tshort-description: Keep the changelog
\towner: release team
---

# Changelog

One line for each change, newest first, in the words of those who use it.
`,
      ],
    ],
    current: `${SKILLS}/changelog/SKILL.md`,
    options: { host: "codex" },
    shows: [{ host: "codex", fate: "error", path: `${SKILLS}/changelog/SKILL.md`, code: "invalid-yaml" }],
  },
  {
    id: "bracket",
    fault: true,
    files: () => [
      MARKER,
      [
        `${SKILLS}/old-importer/SKILL.md`,
        `---
name: old-importer
description: [deprecated] Import customers from the old spreadsheet. Use crm-import instead.
---

# Old importer

Kept for the branch offices that have not moved yet.
`,
      ],
    ],
    current: `${SKILLS}/old-importer/SKILL.md`,
    options: { host: "codex", edition: "2026-05" },
    shows: [
      { host: "codex", edition: "2026-05", fate: "error", path: `${SKILLS}/old-importer/SKILL.md`, code: "invalid-yaml" },
      { host: "codex", fate: "loaded", path: `${SKILLS}/old-importer/SKILL.md` },
    ],
  },
  {
    id: "byte-order-mark",
    fault: true,
    files: () => [
      MARKER,
      [
        `${SKILLS}/translate-ui/SKILL.md`,
        `\uFEFF---
name: translate-ui
description: Translate texts of the user interface and keep their placeholders.
---

# Translate the interface

\`{count}\` and its like stay as they are. So do the names of keys.
`,
      ],
    ],
    current: `${SKILLS}/translate-ui/SKILL.md`,
    options: { host: "codex" },
    shows: [{ host: "codex", fate: "error", path: `${SKILLS}/translate-ui/SKILL.md`, code: "no-frontmatter" }],
  },
  {
    id: "spelling",
    fault: true,
    files: () => [
      MARKER,
      [
        `${SKILLS}/flaky-tests/skill.md`,
        `---
name: flaky-tests
description: Find out why a test fails only sometimes. Use it when a test passes on the second run.
---

# Flaky tests

Run the test alone, then with the one before it, then a hundred times. Look for the clock, the network and the order.
`,
      ],
    ],
    current: `${SKILLS}/flaky-tests/skill.md`,
    options: { host: "codex" },
    shows: [{ host: "codex", fate: "left-out", path: `${SKILLS}/flaky-tests/skill.md`, reason: "wrong-spelling" }],
  },
  {
    id: "folder-name",
    fault: true,
    files: () => [
      MARKER,
      [
        "/repo/.claude/skills/pdf-tools/SKILL.md",
        `---
name: fill-in-forms
description: Fill in the fields of a PDF form from a table. Use it when someone sends a form to complete.
---

# Fill in forms

List the fields first and say which of them the table has no value for.
`,
      ],
    ],
    current: "/repo/.claude/skills/pdf-tools/SKILL.md",
    options: { host: "opencode", edition: "2026-03" },
    shows: [
      { host: "opencode", edition: "2026-03", fate: "error", path: "/repo/.claude/skills/pdf-tools/SKILL.md", code: "name-mismatch" },
      { host: "claude-code", fate: "named", path: "/repo/.claude/skills/pdf-tools/SKILL.md", name: "pdf-tools" },
    ],
  },
  {
    id: "long-description",
    fault: true,
    files: () => [
      MARKER,
      [
        `${SKILLS}/incident-commander/SKILL.md`,
        `---
name: incident-commander
description: ${LONG_DESCRIPTION}
---

# Incident commander

All that was said above belongs here, where the model reads it once the skill is chosen.
`,
      ],
    ],
    current: `${SKILLS}/incident-commander/SKILL.md`,
    options: { host: "codex", edition: "2026-05" },
    shows: [
      { host: "codex", edition: "2026-05", fate: "error", path: `${SKILLS}/incident-commander/SKILL.md`, code: "description-too-long" },
      { host: "codex", fate: "loaded", path: `${SKILLS}/incident-commander/SKILL.md` },
    ],
  },
  {
    id: "duplicates",
    fault: true,
    files: () => [
      MARKER,
      [
        `${SKILLS}/deploy-web/SKILL.md`,
        `---
name: deploy
description: Put the web app into production. Use it after the release was approved.
---

# Deploy the web app

Build, upload, switch. Watch the error rate for ten minutes.
`,
      ],
      [
        `${SKILLS}/deploy-database/SKILL.md`,
        `---
name: deploy
description: Apply approved migrations to the production database.
---

# Deploy the database

Take a backup, apply, compare the schema with the one in the repository.
`,
      ],
    ],
    current: `${SKILLS}/deploy-web/SKILL.md`,
    options: { host: "codex" },
    prompt: "Please $deploy what was approved this morning.",
    view: "turn",
    shows: [{ host: "codex", fate: "skipped", name: "deploy", reason: "ambiguous" }],
  },
  {
    id: "too-deep",
    fault: true,
    files: () => [
      MARKER,
      [
        `${SKILLS}/company/platform/team/backend/services/billing/refunds/SKILL.md`,
        `---
name: refunds
description: Decide on a refund and write to the customer. Use it for each request of money back.
---

# Refunds

Under 50 without a question, above that with a second pair of eyes.
`,
      ],
      [
        `${SKILLS}/company/platform/team/backend/services/billing/SKILL.md`,
        `---
name: billing
description: Explain a bill to the customer who got it.
---

# Billing

Go through it line by line.
`,
      ],
    ],
    current: `${SKILLS}/company/platform/team/backend/services/billing/refunds/SKILL.md`,
    options: { host: "codex" },
    shows: [
      {
        host: "codex",
        fate: "left-out",
        path: `${SKILLS}/company/platform/team/backend/services/billing/refunds/SKILL.md`,
        reason: "too-deep",
      },
      { host: "codex", fate: "loaded", path: `${SKILLS}/company/platform/team/backend/services/billing/SKILL.md` },
    ],
  },
  {
    id: "invisible",
    fault: true,
    files: () => [
      MARKER,
      // The name has a zero-width space, which can come from text that was copied from a web page.
      [
        `${SKILLS}/load-test/SKILL.md`,
        `---
name: load\u200B-test
description: Plan and run a load test. Use it before a launch.
---

# Load test

Say first which figure would stop the launch. Then measure it.
`,
      ],
    ],
    current: `${SKILLS}/load-test/SKILL.md`,
    options: { host: "codex" },
    prompt: "Run a $load-test against the staging system.",
    view: "turn",
    shows: [{ host: "codex", fate: "skipped", name: "load-test", reason: "unknown" }],
  },
  {
    id: "machine-paths",
    fault: true,
    files: () => [
      MARKER,
      [
        `${SKILLS}/quarterly-report/SKILL.md`,
        `---
name: quarterly-report
description: Put together the quarterly report from the team's figures.
---

# Quarterly report

Take the template from /Users/ana/Documents/templates/quarter.docx and the figures
from C:\\Users\\ana\\Desktop\\figures.xlsx. Run /Users/ana/bin/chart for the pictures.
`,
      ],
    ],
    current: `${SKILLS}/quarterly-report/SKILL.md`,
    options: { host: "codex" },
    prompt: "Write the $quarterly-report for spring.",
    view: "turn",
    shows: [{ host: "codex", fate: "injected", text: "/Users/ana/Documents/templates/quarter.docx" }],
  },
];
