// The tools of the MCP server. Each gives the answer of the command with the same name.
import { readHosts } from "../arguments.ts";
import { supportFor } from "../commands/can-i-use.ts";
import { comparisonOf } from "../commands/compare.ts";
import { explained } from "../commands/explain.ts";
import { listsIn } from "../commands/list.ts";
import { ruleFor } from "../commands/rule.ts";
import { turnsIn } from "../commands/turn.ts";
import { check, fix } from "./check.ts";
import { diff } from "./diff.ts";
import type { Tool } from "./tool.ts";
import { AS_INSTALLED, about, CWD, HOST, LESS_HOSTS, plain, SKILLS, skillsOf, tool } from "./tool.ts";

/** The tools of the MCP server, keyed by name, in the order in which clients list them. */
export const TOOLS: Readonly<Record<string, Tool>> = {
  explain: tool({
    title: "Why a host does or does not use a skill",
    description:
      'Explains for each host whether it finds, reads, loads and lists a skill, how a user types its name and whether the model may choose it; and for each "no" the reason and the smallest change that makes it a "yes". Use it first when a skill is missing, cut or not chosen.',
    parameters: { skills: { ...SKILLS, isRequired: true }, host: HOST, cwd: CWD, as_installed: AS_INSTALLED },
    narrower: `${LESS_HOSTS}, or for fewer skills with \`skills\`.`,
    run: (folders, values) => about(folders, values, (project) => explained(project, skillsOf(folders, project, values.skills ?? []))),
  }),
  check,
  fix,
  list: tool({
    title: "The skills that each host finds",
    description:
      "Lists for each host the skills that it finds, which of them its model sees at the start of a session, what the list costs of the budget, and the files that the host ignores, with the reasons.",
    parameters: {
      host: HOST,
      cwd: CWD,
      as_installed: AS_INSTALLED,
      message: { type: "flag", description: "true shows only the message with the list, as the model sees it" },
      all: { type: "flag", description: "true shows all files that a host ignores, not only the first five" },
    },
    narrower: `${LESS_HOSTS}, or for nothing but the message with \`message\`: true.`,
    run: (folders, values) =>
      about(folders, values, (project) => listsIn(project, { all: values.all === true, message: values.message === true })),
  }),
  compare: tool({
    title: "Skills in several hosts, side by side",
    description:
      "Compares hosts: a row for each skill, a column for each host, names that differ, and the changes that make a skill work everywhere. Without skills, all skills that a host finds are compared.",
    parameters: { skills: SKILLS, host: HOST, cwd: CWD, as_installed: AS_INSTALLED },
    narrower: `${LESS_HOSTS}, or for some skills with \`skills\`.`,
    run: (folders, values) => about(folders, values, (project) => comparisonOf(project, skillsOf(folders, project, values.skills ?? []))),
  }),
  can_i_use: tool({
    title: "How hosts treat a field, a placeholder or a folder",
    description:
      "Reports how each host treats a field of the frontmatter, a placeholder, a tag, a folder, a limit or a habit of authors. It reads no files. Without words, everything known is listed.",
    parameters: {
      what: { type: "texts", description: 'Words such as ["allowed-tools"] or ["$ARGUMENTS"]' },
      host: { ...HOST, description: HOST.description.replace("the hosts of skillglass.json, else the usual ones", "all") },
    },
    narrower: `${LESS_HOSTS}, or for some features with \`what\`.`,
    run: (_, { what, host }) => plain(supportFor(readHosts(host), what ?? [])),
  }),
  turn: tool({
    title: "The skills that a typed message brings",
    description:
      "Reports for each host which skills a message of the user names, which of them the host puts into the conversation, and why a name selects nothing. No model is asked and no command is run.",
    parameters: {
      text: {
        type: "text",
        description: 'The message as the user types it, such as "Use $pdf on report.pdf" or "/pdf report.pdf"',
        isRequired: true,
      },
      host: HOST,
      cwd: CWD,
      as_installed: AS_INSTALLED,
      messages: { type: "flag", description: "true shows the messages that the host puts into the conversation" },
    },
    narrower: `${LESS_HOSTS}, or leave out \`messages\`.`,
    run: (folders, values) => about(folders, values, (project) => turnsIn(project, values.text ?? "", values.messages === true)),
  }),
  rule: tool({
    title: "The page of a rule of check",
    description:
      "Returns the page of a rule: what it reports, an example, and what fixes it. Without a code, all rules in a line each. It reads no files of a project.",
    parameters: { code: { type: "text", description: 'The code of a finding, such as "unquoted-colon"' } },
    narrower: "Name a rule with `code`.",
    run: (_, { code }) => plain(ruleFor(code)),
  }),
  diff,
};
