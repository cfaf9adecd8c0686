import { readFileSync } from "node:fs";
import { rules } from "skillglass";
import { readArguments } from "../arguments.ts";
import type { Command } from "../command.ts";
import { ExitCode, UsageError } from "../exit.ts";
import { print } from "../print/notice.ts";
import { table } from "../print/table.ts";

const HELP = `Usage: skillglass rule [CODE]

Prints the page of a rule: what it finds, an example, and what mends it. Without a code: all rules in a line each.

Options:
  -h, --help             This text

Examples:
  skillglass rule
  skillglass rule unquoted-colon
`;

export const rule: Command = {
  help: HELP,
  async run(args) {
    const [code] = readArguments(args, {}, 1).positionals;
    if (code === undefined) {
      const rows = rules().map(({ code, group, severity, summary }) => [code, group, severity, summary]);
      print(table(["rule", "group", "severity", "finds"], rows, ""));
      return ExitCode.Clean;
    }
    if (!rules().some((one) => one.code === code)) throw new UsageError(`there is no rule \`${code}\`; \`skillglass rule\` lists them`);
    print(readFileSync(new URL(`../../docs/rules/${code}.md`, import.meta.url), "utf8").trimEnd());
    return ExitCode.Clean;
  },
};
