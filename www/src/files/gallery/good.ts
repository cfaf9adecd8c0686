/** This module has the example of a skill without faults, in a folder that several hosts read. */
import type { Example } from "./example.ts";

const SKILL = "/repo/.agents/skills/csv-cleanup";

export const GOOD: Example = {
  id: "good",
  fault: false,
  files: () => [
    ["/repo/.git/HEAD", "ref: refs/heads/main\n"],
    [
      `${SKILL}/SKILL.md`,
      `---
name: csv-cleanup
description: Clean up a CSV file before it is imported. Use it when a table has mixed encodings, stray blanks, doubled rows or dates in several forms.
---

# Clean up a CSV file

Never change the file itself. Write \`<name>.clean.csv\` beside it.

1. Run \`scripts/inspect.py <file>\`. It prints the encoding, the separator, and for each column what its values look like.
2. Show that to the user in one table and ask about every column with more than one form of date or number.
3. Read \`references/rules.md\` for the rules that apply to each kind of column, and only the sections that you need.
4. Run \`scripts/clean.py <file> --rules <rules>\` with what was agreed.
5. Say how many rows were changed, how many were dropped, and show three of each.

If the script stops, show its last line. Do not repair the table by hand.
`,
    ],
    [
      `${SKILL}/scripts/inspect.py`,
      `#!/usr/bin/env python3
"""Say what a CSV file holds: its separator, and the forms of the values in each column."""
import collections
import csv
import re
import sys

FORMS = [
    ("empty", re.compile(r"\\s*")),
    ("number", re.compile(r"-?\\d+([.,]\\d+)?")),
    ("date", re.compile(r"\\d{4}-\\d\\d-\\d\\d|\\d{1,2}[./]\\d{1,2}[./]\\d{2,4}")),
]


def form(value):
    return next((name for name, pattern in FORMS if pattern.fullmatch(value)), "text")


with open(sys.argv[1], newline="", encoding="utf-8-sig") as file:
    dialect = csv.Sniffer().sniff(file.read(65536))
    file.seek(0)
    rows = csv.reader(file, dialect)
    header = next(rows)
    forms = [collections.Counter() for _ in header]
    for row in rows:
        for counter, value in zip(forms, row):
            counter[form(value)] += 1

print(f"separator: {dialect.delimiter!r}")
for name, counter in zip(header, forms):
    print(f"{name}: " + ", ".join(f"{count} {kind}" for kind, count in counter.most_common()))
`,
    ],
    [
      `${SKILL}/scripts/clean.py`,
      `#!/usr/bin/env python3
"""Write a clean copy of a CSV file: blanks trimmed, doubled rows dropped."""
import argparse
import csv
import pathlib

parser = argparse.ArgumentParser()
parser.add_argument("file", type=pathlib.Path)
parser.add_argument("--rules", default="trim,unique")
options = parser.parse_args()
rules = set(options.rules.split(","))

seen, changed, dropped = set(), 0, 0
target = options.file.with_suffix(".clean.csv")
with options.file.open(newline="", encoding="utf-8-sig") as source, target.open("w", newline="", encoding="utf-8") as clean:
    writer = csv.writer(clean)
    for row in csv.reader(source):
        kept = tuple(value.strip() for value in row) if "trim" in rules else tuple(row)
        if "unique" in rules and kept in seen:
            dropped += 1
            continue
        seen.add(kept)
        changed += kept != tuple(row)
        writer.writerow(kept)

print(f"{target}: {changed} rows changed, {dropped} dropped")
`,
    ],
    [
      `${SKILL}/references/rules.md`,
      `# Rules for the columns

## Dates

Write \`2026-03-09\`. If a day and a month could be either, ask; do not guess from the other rows.

## Numbers

A point for the decimals, nothing between the thousands. Keep the unit in the header, not in the cells.

## Names and addresses

Trim blanks at both ends, fold inner ones to one. Change no letters and no capitals.
`,
    ],
  ],
  current: `${SKILL}/SKILL.md`,
  options: { host: "codex" },
  prompt: "Use $csv-cleanup on exports/customers.csv.",
  shows: [
    { host: "codex", fate: "loaded", path: `${SKILL}/SKILL.md` },
    { host: "opencode", fate: "loaded", path: `${SKILL}/SKILL.md` },
    { host: "standard", fate: "loaded", path: `${SKILL}/SKILL.md` },
    { host: "codex", fate: "injected", text: "Never change the file itself." },
  ],
};
