// Creates the file and the page of a new rule, and adds the rule to the list: `node
// scripts/rule.mjs CODE GROUP`.

import { existsSync, readFileSync, writeFileSync } from "node:fs";

const [code = "", group = ""] = process.argv.slice(2);
const folder = `src/lint/rules/${group}`;
const fail = (message) => {
  console.error(`make rule CODE=loud-heading GROUP=body: ${message}`);
  process.exit(1);
};
if (!/^[a-z0-9]+(-[a-z0-9]+)*$/.test(code)) fail(`"${code}" is not a code in lowercase with hyphens`);
if (!group || !existsSync(`${folder}/mod.rs`)) fail(`there is no group "${group}"`);
const module = code.replaceAll("-", "_");
const [file, page] = [`${folder}/${module}.rs`, `docs/rules/${code}.md`];
for (const path of [file, page]) if (existsSync(path)) fail(`${path} exists`);

const variant = group[0].toUpperCase() + group.slice(1);
writeFileSync(
  file,
  `//! \`${code}\`: TODO: the finding as a sentence.
//!
//! Fix: none, since TODO.

use crate::lint::prelude::*;

pub static RULE: LintRule = LintRule::new(
    RuleGroup::${variant},
    "${code}",
    Severity::Hint,
    "TODO: the finding in one line",
    &[Run::Skill(check)],
);

/// Finds TODO.
pub fn check(skill: &CheckedSkill<'_, '_>, found: &mut Vec<Diagnostic>) {
    if skill.text.contains("TODO: what the rule looks for") {
        let one = skill.report(&RULE, 0..0, "TODO: what is wrong");
        found.push(one.help("TODO: what to do.").concerning(skill.all_hosts()));
    }
}
`,
);

const skill = (text) => `\`\`\`md /repo/.agents/skills/pdf/SKILL.md
---
name: pdf
description: Fills in PDF forms. Use when someone asks to fill in a form.
---
${text}
\`\`\``;
writeFileSync(
  page,
  `# ${code}

*${group} · hint*

TODO: why it matters.

## Fires

${skill("TODO: what the rule looks for")}

## Silent

${skill("# Filling in forms")}
`,
);

/** Inserts a line in alphabetical order among the lines that match a pattern. */
function insert(text, line, pattern) {
  const lines = text.split("\n");
  const rows = lines.flatMap((known, index) => (pattern.test(known) ? [index] : []));
  const next = rows.find((index) => lines[index] > line) ?? rows.at(-1) + 1;
  lines.splice(next, 0, line);
  return lines.join("\n");
}
const front = `${folder}/mod.rs`;
const rows = insert(readFileSync(front, "utf8"), `pub mod ${module};`, /^pub mod \w+;/);
writeFileSync(front, insert(rows, `    &${module}::RULE,`, /^ {4}&\w+::RULE,/));
console.log(`wrote ${file} and ${page}, and a row in ${front}; docs/adding-a-rule.md says what comes next`);
