import type { HostEdition, HostTurn, Mention } from "skillglass";
import type { Answer } from "../answer.ts";
import {
  FORMAT_OPTIONS,
  INSTALLED_HELP,
  INSTALLED_OPTIONS,
  PROJECT_HELP,
  PROJECT_OPTIONS,
  readArguments,
  readAsInstalled,
  readFormat,
} from "../arguments.ts";
import type { Command } from "../command.ts";
import { ExitCode, UsageError } from "../exit.ts";
import { colour } from "../print/colour.ts";
import { labelOf, titleOf } from "../print/hosts.ts";
import { json } from "../print/json.ts";
import { print } from "../print/notice.ts";
import { counted, listed, plain, plainLine, wrapped } from "../print/text.ts";
import type { Project } from "../tree/load.ts";
import { installedNote, sentenceIn, shownIn, withProject } from "./open.ts";

const OPTIONS = { ...PROJECT_OPTIONS, ...INSTALLED_OPTIONS, messages: { type: "boolean" }, ...FORMAT_OPTIONS } as const;

const HELP = `Usage: skillglass turn TEXT [options]

Reports for each host which skills a typed message names, which of them the host puts into the conversation, and why a name
selects nothing. No model is asked.

Options:
  --messages             Prints the messages that the host puts into the conversation
  --format FORMAT        text, json (text)
  --json                 Short for --format json
${INSTALLED_HELP}
${PROJECT_HELP}

Exit codes: 0 always, 2 for wrong use, or when something could not be read.

Examples:
  skillglass turn 'Use $pdf on report.pdf' --host codex
  skillglass turn '/pdf report.pdf' --messages
`;

export const turn: Command = {
  help: HELP,
  async run(args) {
    const { values, positionals } = readArguments(args, OPTIONS);
    const format = readFormat(values, ["text", "json"]);
    const text = positionals.join(" ");
    if (text === "") throw new UsageError("say what is typed, in quotes: skillglass turn 'Use $pdf on this'");
    return withProject(values, { asInstalled: readAsInstalled(values) }, (project) => {
      const answer = turnsIn(project, text, values.messages === true);
      print(format === "json" ? json(answer.document()) : answer.text());
      return answer.code;
    });
  },
};

/** Reports how each host reacts to a message that a user types. */
export function turnsIn(project: Project, text: string, showsMessages: boolean): Answer {
  const origins = new Map<string, string>();
  const turns = project.hosts.flatMap((host) => {
    const answers = project.through(host).turns(text, [host]);
    for (const { outcome } of answers.flatMap(({ turn }) => turn.mentions))
      if (outcome.status === "selected") origins.set(outcome.path, project.originOf(outcome.path));
    return answers;
  });
  const asked: Asked = { project, text, showsMessages, own: (path) => origins.get(path) ?? path };
  return {
    code: ExitCode.Clean,
    document: () => turns.map((one) => ({ ...one, asInstalled: project.isAsInstalled })),
    text: () => installedNote(project) + turns.map((one) => described(asked, one)).join("\n\n"),
  };
}

interface Asked {
  readonly project: Project;
  /** The message that the user types. */
  readonly text: string;
  readonly showsMessages: boolean;
  /**
   * Returns the path of the original file for a skill that is shown as installed. Returns any other
   * path unchanged.
   */
  readonly own: (path: string) => string;
}

function described(asked: Asked, { host, edition, turn }: HostTurn): string {
  const { project, text, showsMessages } = asked;
  const lines = [colour.bold(titleOf({ host, edition }))];
  for (const mention of turn.mentions) lines.push(named(asked, mention));
  for (const invocation of turn.invocations) {
    const { outcome } = invocation;
    if (outcome.status === "injected") continue;
    const why = "message" in outcome ? `: ${sentenceIn(project, outcome.message)}. ${sentenceIn(project, outcome.help)}` : "";
    lines.push(indented(`${colour.yellow("–")} ${plainLine(invocation.name)} ${outcome.status}${why}`));
  }
  const isNoted = turn.selected.length === 0 && turn.messages.length > 0;
  if (turn.mentions.length === 0)
    lines.push(indented(colour.dim(`${isNoted ? "runs" : "names"} no skill${howNamed(project, text, { host, edition })}`)));
  for (const { questions } of turn.questions)
    for (const { question } of questions) lines.push(indented(`${colour.yellow("?")} ${sentenceIn(project, question)}`));
  for (const warning of turn.warnings) lines.push(indented(`${colour.yellow("it warns:")} ${sentenceIn(project, warning)}`));
  const characters = turn.messages.reduce((sum, { text }) => sum + [...text].length, 0);
  const messages = `${counted(turn.messages.length, "message")}, ${counted(characters, "character")}`;
  // If no skill is chosen, the message is a remark of the host, for example that the text contains the name of a skill.
  if (isNoted) lines.push(indented(colour.dim(`adds a remark for the model and no skill: ${messages} (--messages prints it)`)));
  else if (turn.messages.length > 0) lines.push(indented(colour.dim(`puts in ${messages}`)));
  if (showsMessages) for (const { role, text } of turn.messages) lines.push(colour.dim(`  ── ${role}`), plain(text));
  return lines.join("\n");
}

/**
 * Returns a hint if the message names a skill with the prefix of another host, such as `$pdf`, but
 * `host` requires another form, such as `/pdf`. The hint gives the required form. Otherwise returns
 * an empty text.
 */
function howNamed(project: Project, text: string, host: HostEdition): string {
  const words = new Set(text.split(/\s+/).map((word) => word.replace(/[.,;:!?)\]"']+$/, "")));
  const workspace = project.through(host);
  const meant = workspace.catalog().skills.filter(({ name }) => ["$", "/", "@"].some((sigil) => words.has(sigil + name)));
  if (meant.length === 0) return "";
  const { skills } = workspace.compare({ hosts: [host], skills: meant.map(({ path }) => path) });
  const typed = skills.flatMap(({ cells }) => cells[0]?.user?.trim() || []);
  const hints = typed.map((user) => `\`${plainLine(user)}\`${user.startsWith("/") ? " at the start of the message" : ""}`);
  return hints.length > 0 ? `: ${labelOf(host.host)} takes ${listed(hints)}` : "";
}

function named({ project, own }: Asked, { name, outcome }: Mention): string {
  if (outcome.status === "selected")
    return indented(`${colour.green("✔")} ${plainLine(name)} → ${plainLine(shownIn(project, own(outcome.path)))}`);
  return indented(`${colour.yellow("–")} ${plainLine(name)}: ${sentenceIn(project, outcome.message)} ${colour.dim(`[${outcome.reason}]`)}`);
}

function indented(text: string): string {
  return wrapped("  ", text, "    ");
}
