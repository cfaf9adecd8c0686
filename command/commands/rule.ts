import { readFileSync } from "node:fs";
import type { ObstacleReason } from "skillglass";
import { rules } from "skillglass";
import type { Answer } from "../answer.ts";
import { FORMAT_OPTIONS, readArguments, readFormat } from "../arguments.ts";
import type { Command } from "../command.ts";
import { ExitCode, UsageError } from "../exit.ts";
import { json } from "../print/json.ts";
import { didYouMean } from "../print/near.ts";
import { print } from "../print/notice.ts";
import { REASONS } from "../print/reasons.ts";
import { SYMPTOMS } from "../print/symptoms.ts";
import { table } from "../print/table.ts";

const HELP = `Usage: skillglass rule [CODE] [options]

Prints the page of a rule: what it reports, an example, and what fixes it. Without a code: all rules in a line each. For the code of a
symptom of \`skillglass health\`, such as missing-anchor: what it means.

Options:
  --format FORMAT        text, json (text)
  --json                 Short for --format json
  -h, --help             This text

Exit codes: 0 printed, 2 wrong use, or there is no such code.

Examples:
  skillglass rule
  skillglass rule unquoted-colon
`;

export const rule: Command = {
  help: HELP,
  async run(args) {
    const { values, positionals } = readArguments(args, FORMAT_OPTIONS, 1);
    const isJson = readFormat(values, ["text", "json"]) === "json";
    const answer = ruleFor(positionals[0]);
    print(isJson ? json(answer.document()) : answer.text());
    return answer.code;
  },
};

/**
 * Returns the documentation page of a rule, or the description of a symptom. Without a code, lists
 * all rules.
 */
export function ruleFor(code: string | undefined): Answer {
  if (code === undefined) {
    const rows = () => rules().map(({ code, group, severity, summary }) => [code, group, severity, summary]);
    return { code: ExitCode.Clean, document: rules, text: () => table(["rule", "group", "severity", "finds"], rows(), "") };
  }
  const one = rules().find((rule) => rule.code === code);
  if (one === undefined && Object.hasOwn(SYMPTOMS, code)) {
    const summary = SYMPTOMS[code as keyof typeof SYMPTOMS];
    const text = `\`${code}\` is a symptom that \`skillglass health\` reports: ${summary}.`;
    return { code: ExitCode.Clean, document: () => ({ code, summary }), text: () => text };
  }
  if (one === undefined) {
    if (Object.hasOwn(REASONS, code))
      throw new UsageError(
        `\`${code}\` is no rule: it is a reason that \`skillglass explain\` gives, with what to do. It means: ${REASONS[code as ObstacleReason]}`,
      );
    const codes = [...rules().map((rule) => rule.code), ...Object.keys(SYMPTOMS)];
    throw new UsageError(`there is no rule \`${code}\`${didYouMean(codes, code) || ";"} \`skillglass rule\` lists them`);
  }
  const page = pageOf(code);
  return { code: ExitCode.Clean, document: () => ({ ...one, page }), text: () => page };
}

/** Returns the documentation page of a rule as Markdown, from the installed package. */
export function pageOf(code: string): string {
  return readFileSync(new URL(`../../docs/rules/${code}.md`, import.meta.url), "utf8").trimEnd();
}
