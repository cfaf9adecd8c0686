import { spawn } from "node:child_process";
import { readFileSync } from "node:fs";
import { brotliDecompressSync } from "node:zlib";
import { FORMAT_OPTIONS, readArguments, readFormat } from "../arguments.ts";
import type { Command } from "../command.ts";
import { ExitCode, UsageError } from "../exit.ts";
import { colour } from "../print/colour.ts";
import { json } from "../print/json.ts";
import { notice, print } from "../print/notice.ts";
import { plainLine } from "../print/text.ts";
import { wordsFor } from "../tree/trouble.ts";

const OPTIONS = {
  command: { type: "string" },
  as: { type: "string" },
  print: { type: "string", default: "5" },
  ...FORMAT_OPTIONS,
} as const;

const HELP = `Usage: skillglass conform FILE… --command "COMMAND" [options]

Compares another implementation with recorded answers of the real programs. A FILE is a recording of the folder conformance/ of
Skillglass's repository (.jsonl or .jsonl.br), whose README has the fields of each case.

COMMAND runs once, in a shell. It gets the cases on its standard input, one JSON object a line, without the recorded answers. For
each it prints a line {"id": …, "AREA": …}: the id of the case, and the answer for each area that it implements. The areas are
the fields of \`expect\`; of the open standard's cases there is one, \`findings\`. An area that no answer has is not
counted; a case without an answer disagrees in all areas that other answers have.

Options:
  --command COMMAND      The implementation
  --as NAME              Takes the recorded answers of one of several programs, as in sdks.jsonl.br (\`--as strands\`)
  --print N              The disagreements that are shown (5)
  --format FORMAT        text or json (text)
  --json                 Short for --format json
  -h, --help             This text

Exit codes: 0 every answer agrees; 1 some disagree; 2 wrong use, or the command failed.

Examples:
  skillglass conform conformance/standard-0.1.1-fresh-1.jsonl.br --command "python3 my_validator.py"
`;

type Answer = Readonly<Record<string, unknown>>;

interface Case {
  readonly question: Answer;
  readonly expected: Answer;
}

interface Disagreement {
  readonly id: string;
  readonly area: string;
  readonly expected: unknown;
  readonly got: unknown;
}

export const conform: Command = {
  help: HELP,
  async run(args) {
    const { values, positionals: files } = readArguments(args, OPTIONS);
    const format = readFormat(values, ["text", "json"]);
    if (files.length === 0) throw new UsageError("name a recording, such as conformance/vscode.jsonl.br");
    if (values.command === undefined) throw new UsageError('--command is missing: --command "python3 my_validator.py"');
    const shown = Number(values.print);
    if (!Number.isSafeInteger(shown) || shown < 0) throw new UsageError("--print takes a number");
    const cases: Case[] = [];
    for (const file of files) {
      try {
        cases.push(...readCases(file, values.as));
      } catch (error) {
        notice(`${colour.red("cannot read")} ${plainLine(file)}: ${wordsFor(error)}`);
        return ExitCode.Trouble;
      }
    }
    const { answers, status } = await ask(values.command, cases);
    if (status !== 0 || answers.size === 0) {
      notice(`${colour.red("the command failed")}: ${answers.size} of ${cases.length} cases answered, exit code ${status}`);
      return ExitCode.Trouble;
    }
    const { areas, disagreements } = compare(cases, answers);
    if (format === "json") print(json({ cases: cases.length, answered: answers.size, areas: Object.fromEntries(areas), disagreements }));
    else print(report(cases.length, answers.size, areas, disagreements.slice(0, shown)));
    return disagreements.length === 0 ? ExitCode.Clean : ExitCode.Findings;
  },
};

/**
 * Reads the cases of a recording that have an expected answer. If a case has the answers of several
 * programs, `as` names the program whose answer is expected.
 */
function readCases(file: string, as: string | undefined): Case[] {
  const bytes = readFileSync(file);
  const text = (file.endsWith(".br") ? brotliDecompressSync(bytes) : bytes).toString("utf8");
  const lines = text.split("\n").filter((line) => line !== "");
  const cases = lines.map((line) => {
    const { expect, standard, answers: _answers, agrees: _agrees, ...question } = JSON.parse(line);
    const recorded = standard === undefined ? expect : { findings: standard };
    return { question, expected: as === undefined ? recorded : recorded?.[as] };
  });
  const recorded = cases.filter(({ expected }) => typeof expected === "object" && expected !== null);
  if (recorded.length === 0) throw new Error(as === undefined ? "it has no recorded answers" : `it has no answers of ${as}`);
  return recorded;
}

/**
 * Runs `command` with all cases as its input, one on each line. Returns the answers of the command,
 * keyed by the id of the case. Ignores output lines that are not answers.
 */
async function ask(command: string, cases: readonly Case[]): Promise<{ answers: Map<unknown, Answer>; status: number | null }> {
  const child = spawn(command, { shell: true, stdio: ["pipe", "pipe", "inherit"] });
  const parts: Buffer[] = [];
  child.stdout.on("data", (part: Buffer) => parts.push(part));
  // A command that ends early closes its input. Its exit code and the missing answers show this.
  child.stdin.on("error", () => {});
  child.stdin.end(cases.map(({ question }) => `${JSON.stringify(question)}\n`).join(""));
  const status = await new Promise<number | null>((resolve) => {
    child.on("error", () => resolve(null));
    child.on("close", resolve);
  });
  const answers = new Map<unknown, Answer>();
  for (const line of Buffer.concat(parts).toString("utf8").split("\n")) {
    try {
      const { id, ...answer } = JSON.parse(line);
      if (id !== undefined) answers.set(id, answer);
    } catch {
      // The line is not JSON, so it is a line of the command's own log.
    }
  }
  return { answers, status };
}

function compare(cases: readonly Case[], answers: ReadonlyMap<unknown, Answer>) {
  const implemented = new Set([...answers.values()].flatMap((answer) => Object.keys(answer)));
  const areas = new Map<string, { agree: number; cases: number }>();
  const disagreements: Disagreement[] = [];
  for (const { question, expected } of cases) {
    const answer = answers.get(question.id) ?? {};
    for (const [area, recorded] of Object.entries(expected)) {
      if (!implemented.has(area)) continue;
      const count = areas.get(area) ?? { agree: 0, cases: 0 };
      const got = answer[area];
      const agrees = canonical(got) === canonical(recorded);
      areas.set(area, { agree: count.agree + Number(agrees), cases: count.cases + 1 });
      if (!agrees) disagreements.push({ id: String(question.id), area, expected: recorded, got: got ?? null });
    }
  }
  return { areas, disagreements };
}

/**
 * Returns a value as JSON with sorted keys and without null fields, so that equal values have equal
 * texts.
 */
function canonical(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(canonical).join()}]`;
  if (typeof value !== "object" || value === null) return JSON.stringify(value ?? null);
  const fields = Object.entries(value).filter(([, field]) => field !== null && field !== undefined);
  fields.sort(([a], [b]) => (a < b ? -1 : 1));
  return `{${fields.map(([key, field]) => `${JSON.stringify(key)}:${canonical(field)}`).join()}}`;
}

function report(
  cases: number,
  answered: number,
  areas: ReadonlyMap<string, { agree: number; cases: number }>,
  shown: readonly Disagreement[],
): string {
  const lines = [`${answered} of ${cases} cases answered`];
  for (const [area, { agree, cases }] of areas)
    lines.push(`${String(agree).padStart(6)} of ${String(cases).padStart(6)}  ${plainLine(area)}`);
  const brief = (value: unknown) => plainLine(JSON.stringify(value) ?? "null").slice(0, 400);
  for (const { id, area, expected, got } of shown) {
    lines.push("", `${plainLine(id)}: ${plainLine(area)}`, `  recorded: ${brief(expected)}`, `  answered: ${brief(got)}`);
  }
  return lines.join("\n");
}
