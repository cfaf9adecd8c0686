import type { HostEdition, Support, SupportLevel } from "skillglass";
import { hosts, support } from "skillglass";
import type { Answer } from "../answer.ts";
import { FORMAT_OPTIONS, PROJECT_OPTIONS, readArguments, readFormat, readHosts } from "../arguments.ts";
import type { Command } from "../command.ts";
import { ExitCode, UsageError } from "../exit.ts";
import { colour } from "../print/colour.ts";
import { json } from "../print/json.ts";
import { didYouMean } from "../print/near.ts";
import { print } from "../print/notice.ts";
import { table } from "../print/table.ts";
import { plainLine } from "../print/text.ts";

type Row = Support["rows"][number];

const { host } = PROJECT_OPTIONS;

const HELP = `Usage: skillglass can-i-use [WHAT…] [options]

Reports how each host treats a field, a placeholder, a tag, a folder, a limit or a habit of authors. Without WHAT everything
known is listed.

Options:
  --host NAME[@EDITION]  A host to ask; give it again for more. Without it: all of \`skillglass hosts\`
  --format FORMAT        text, json (text)
  --json                 Short for --format json
  -h, --help             This text

Exit codes: 0 found, 2 wrong use, or nothing is known of it.

Examples:
  skillglass can-i-use allowed-tools
  skillglass can-i-use '$ARGUMENTS' --host claude-code@2026-02 --host claude-code
`;

const MARKS: Readonly<Record<SupportLevel, string>> = {
  works: colour.green("✔ works"),
  partly: colour.yellow("◐ partly"),
  ignored: colour.dim("– ignored"),
  breaks: colour.red("✘ breaks"),
};

export const canIUse: Command = {
  help: HELP,
  async run(args) {
    const { values, positionals } = readArguments(args, { host, ...FORMAT_OPTIONS });
    const format = readFormat(values, ["text", "json"]);
    const answer = supportFor(readHosts(values.host), positionals);
    print(format === "json" ? json(answer.document()) : answer.text());
    return answer.code;
  },
};

/**
 * Reports which hosts support the named features. Without hosts, reports on all hosts. Without
 * features, lists all features.
 */
export function supportFor(named: readonly HostEdition[] | null, words: readonly string[]): Answer {
  const asked = named ?? hosts().map((one): HostEdition => ({ host: one.host, edition: one.default }));
  const { columns, rows } = support([...asked]);
  const found = words.length === 0 ? rows : words.flatMap((what) => matching(rows, what));
  const summaries = () => rows.map(({ id, summary }) => [id, plainLine(summary)]);
  return {
    code: ExitCode.Clean,
    document: () => ({ columns, rows: found }),
    text: () => (words.length === 0 ? table(["", ""], summaries(), "") : found.map((row) => described(row, columns)).join("\n\n")),
  };
}

/**
 * Returns the features that a word names exactly; otherwise the features whose title or name
 * contains the word. Throws a `UsageError` if there are none.
 */
function matching(rows: readonly Row[], what: string): Row[] {
  const wanted = what.toLowerCase();
  const nameOf = ({ id }: Row) => id.slice(id.indexOf("/") + 1).toLowerCase();
  const titleOf = ({ title }: Row) => title.replaceAll("`", "").toLowerCase();
  const exact = rows.filter((row) => row.id === wanted || nameOf(row) === wanted || titleOf(row) === wanted);
  const found = exact.length > 0 ? exact : rows.filter((row) => titleOf(row).includes(wanted) || nameOf(row).includes(wanted));
  if (found.length > 0) return found;
  const meant = didYouMean([...new Set(rows.flatMap((row) => [nameOf(row), titleOf(row)]))], wanted);
  throw new UsageError(`nothing is known of \`${what}\`${meant || ";"} \`skillglass can-i-use\` lists what is`);
}

function described(row: Row, columns: Support["columns"]): string {
  const rows = row.cells.map((cell, index) => {
    const { label, edition } = columns[index]!;
    const since = cell.since === null ? "" : `since ${cell.since}`;
    return [`${label} ${edition}`, MARKS[cell.support], plainLine([cell.note, since].filter((part) => part !== "").join("; "))];
  });
  return [
    `${colour.bold(plainLine(row.title.replaceAll("`", "")))} ${colour.dim(`[${row.id}]`)}`,
    `  ${plainLine(row.summary)}`,
    table(["", "", ""], rows),
  ].join("\n");
}
