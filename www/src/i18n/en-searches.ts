/**
 * The English texts of the views "Passages", "Triggers" and "Logs". `zh-searches.ts` has the
 * Chinese texts.
 */
import type { ExpectedState, ListSource, RequestFormat, UsageOutcome, UsageSymptomKind } from "skillglass";
import { grouped as count, counted, percent } from "../../../command/print/plain.ts";

/**
 * The names of the API formats in which hosts send requests to their models. The names are the same
 * in all languages.
 */
export const formats: Record<RequestFormat, string> = {
  "anthropic-messages": "Anthropic Messages",
  "openai-responses": "OpenAI Responses",
  "openai-chat": "OpenAI Chat Completions",
  gemini: "Gemini",
};

const outcomes: Record<UsageOutcome, string> = {
  chosen: "chosen by the model",
  named: "named by the user",
  failed: "failed",
  lost: "text lost at a compaction",
  cut: "offered with a cut description",
  offered: "offered and not used",
  "not-found": "not in the list",
};

const expected: Record<ExpectedState, string> = {
  listed: "listed",
  cut: "listed, cut",
  omitted: "left out of the list",
  hidden: "hidden from the model",
  "not-loaded": "not loaded",
};

const symptoms: Record<UsageSymptomKind, string> = {
  failing: "fails",
  "not-found": "not in the list",
  cut: "cut",
  lost: "lost",
  "only-by-name": "only by name",
  never: "never used",
};

const lists: Record<ListSource, string> = {
  log: "The log has the list that the model saw.",
  emulator: "The log has no list: that of the emulated host counts.",
  none: "No list is known.",
};

export const searches = {
  /** The texts of the search for sections in reference files. */
  passages: {
    request: "Request",
    lead: "The sections of the texts beside skills that fit a request, best first. No host does this: its model opens a whole file.",
    placeholder: "What a reference should answer",
    options: "Options",
    limit: "Passages",
    maxTokens: "Tokens at most",
    unlimited: "no limit",
    skillFiles: "Also the skills’ own files",
    results: "Passages, best first",
    found: (n: number, tokens: number) => `${counted(n, "passage")}, about ${counted(tokens, "token")} together`,
    nothing: "No text beside a skill has a word of it.",
    tooLong: (n: number) => `${counted(n, "better passage")} did not fit into the tokens.`,
    score: "Score as a share of the best one’s",
    percent,
    tokens: (n: number) => `about ${counted(n, "token")}`,
    text: (path: string, line: number) => `Text of ${path}, line ${line}`,
    line: (from: number, to: number) => (from === to ? `line ${from}` : `lines ${from} to ${to}`),
    matches: "Matches",
    skipped: (n: number) => `${counted(n, "text")} ${n === 1 ? "is" : "are"} not ranked`,
  },

  /** The texts of the view "Triggers", which shows for each prompt the skill that is triggered. */
  triggers: {
    lead: "Whether the right skill is first for each prompt, by the words that the host’s list shows. No host ranks like this: its model chooses. A prompt that fails here may still work.",
    source: "Prompts",
    sources: { files: "Files in the folders evals", own: "Write prompts here" },
    skill: "Skill",
    noSkill: "No skill should be chosen",
    should: "Prompts that should trigger it, one a line",
    shouldNot: "Prompts that should not, one a line",
    noFiles:
      "No skill has a file of prompts. Put such a list into the file eval_queries.json in the folder evals of a skill, or write prompts here.",
    noPrompts: "Write a prompt above.",
    loading: "The engine ranks…",
    report: "Result",
    passed: (passed: number, judged: number) => `${count(passed)} of ${counted(judged, "prompt")} ${passed === 1 ? "passes" : "pass"}.`,
    withWords: (n: number) => `${count(n)} would pass with the words below.`,
    notJudged: (n: number) => `${counted(n, "prompt")} cannot be judged by a ranking.`,
    files: "Files of prompts",
    skills: "Skills and words",
    skillsTable: "Skills with their prompts and words",
    ofPrompts: (passed: number, all: number) => (all === 0 ? "–" : `${count(passed)} of ${count(all)}`),
    columns: { skill: "Skill", should: "First", shouldNot: "Rightly not first", add: "Words to add", take: "Words to remove" },
    add: (prompts: number, others: number) =>
      `In ${counted(prompts, "failed prompt")}; ${count(others)} other ${others === 1 ? "skill has" : "skills have"} the word`,
    notOffered: "not offered",
    confusions: "Confusions",
    confusionsTable: "The skill that should be first, and the one that is",
    confusionColumns: { expected: "Should be first", first: "Is first", prompts: "Prompts" },
    nobody: "none",
    prompts: "Prompts",
    onlyFailed: "Only those that fail",
    verdicts: { passed: "passes", failed: "fails", open: "not judged" },
    rank: (skill: string, rank: number | null) => (rank === null ? `No word fits ${skill}.` : `${skill} ranks ${count(rank)}.`),
    noSkillFor: "No skill should be chosen.",
    notThis: (skill: string, rank: number | null) => `${skill} should not be chosen${rank === null ? "" : `; it ranks ${count(rank)}`}.`,
    competitors: "Skills with words of it",
    has: (name: string) => `${name} has`,
    showRequest: "Request",
    showRequestOf: (prompt: string) => `Request for “${prompt}”`,
    /** The texts about the request that a host sends to its model. */
    request: {
      heading: "The host’s request",
      lead: "What the host would send to its model for a prompt, in the parts that skills make. A placeholder is in the place of the rest of its system prompt. Nothing is sent.",
      prompt: "Prompt",
      format: "Interface",
      usual: "The host’s usual one",
      formats,
      title: (host: string, format: RequestFormat) => `${host}: ${formats[format]}`,
      text: "Body of the request",
      breaks: "Lines break after each \\n for reading. Copy has the exact JSON.",
      standIn: (tool: string) =>
        `The host has no tool for skills: its model reads the file. The tool ${tool} is a stand-in for the host’s tools for files.`,
      notRecorded: "The schema of the tool’s inputs was made from their names.",
    },
    /** The texts about the evaluation with the visitor's model. */
    model: {
      heading: "Ask a model",
      lead: "Sends each prompt in the request of each host to a model of yours, and counts which skill it uses. The requests have the names and descriptions of the skills. They and the key are sent to the address that you name, and nowhere else. The key stays in this tab’s memory: it is not saved, and no link has it.",
      open: "Ask a model…",
      insecure: "This page was loaded without encryption. Open it by https or on your own machine to enter a key.",
      format: "Interface",
      address: "Address with the version",
      addressHint: "Such as {example}. Its server must allow requests from pages (CORS).",
      wrongAddress:
        "The address must begin with https:// or http://. It cannot have a user, a query or a fragment, and its host cannot have a * or be an IPv6 address.",
      name: "Model",
      noName: "Name the model, as its interface does.",
      key: "Key",
      keyHint: "Empty if the server needs none",
      repeat: "Repetitions of each request",
      seconds: "Seconds for one request",
      hosts: "Hosts",
      thisHost: (host: string) => `Only ${host}`,
      compared: (n: number) => `The ${count(n)} that you compare`,
      requests: (n: number, origin: string) => `${counted(n, "request")} to ${origin}`,
      noPrompts: "There are no prompts to send.",
      send: "Send",
      again: "Send the missing requests",
      stop: "Stop",
      progress: (done: number, total: number) => `${count(done)} of ${count(total)} answered`,
      preparing: "The requests are prepared…",
      stopped: (done: number, total: number) => `Stopped after ${count(done)} of ${counted(total, "request")}.`,
      complete: (n: number) => (n === 1 ? "The request is finished." : `All ${count(n)} requests are finished.`),
      failedToRun: (why: string) => `The evaluation did not run: ${why}`,
      results: "Which skill the model used",
      ratesTable: "Rates with 95 % confidence intervals",
      columns: { skill: "Skill", host: "Host", should: "Used when it should", shouldNot: "Not used when it should not" },
      allPrompts: "All prompts",
      none: "none",
      rate: (passed: number, runs: number) => `${count(passed)} of ${count(runs)}`,
      interval: (low: number, high: number) => `${Math.round(low * 100)}–${percent(high)}`,
      percent,
      tokens: (input: number, output: number) => `${counted(input, "token")} in requests, ${counted(output, "token")} in answers`,
      failures: (n: number) => `${counted(n, "request")} without a usable answer`,
      runs: (n: number) => `All ${counted(n, "run")}`,
      outcome: { used: (skill: string) => `used ${skill}`, none: "used no skill", unknown: "named an unknown skill", failed: "failed" },
    },
  },

  /** The texts about the use of skills in session logs. */
  logs: {
    heading: "Logs of sessions",
    lead: "How skills do in the sessions of Claude Code, Codex, opencode, pi and Qwen Code. No host has this. The logs are read in this tab; nothing is sent or saved, and only names of skills, times and counts are shown.",
    dropHere:
      "Drop logs here, or choose them. They are in ~/.claude/projects, ~/.codex/sessions, ~/.pi/agent/sessions and ~/.qwen/projects; for opencode, save the output of opencode export.",
    choose: "Choose logs…",
    chooseFolder: "Choose a folder…",
    again: "Read again",
    againHint: "With the workspace as it is now",
    forget: "Forget the logs",
    embedded: "A frame reads no logs. Open the page on its own.",
    loading: "The engine reads the logs…",
    failed: (why: string) => `The logs could not be read: ${why}`,
    summary: (logs: number, skills: number) => `${counted(logs, "log")}, ${counted(skills, "skill")}`,
    skills: "Skills, the first to fix first",
    noSkills: "No skill of the workspace or of the logs.",
    columns: {
      skill: "Skill",
      offered: "Offered",
      chosen: "Chosen",
      named: "By name",
      failed: "Failed",
      cut: "Cut",
      notFound: "Not found",
      lost: "Lost",
      last: "Last use",
    },
    symptoms,
    inNoLog: (n: number) => `${counted(n, "skill")} of the workspace ${n === 1 ? "is" : "are"} in no log.`,
    score: (score: number) => `Score ${count(Math.round(score))}`,
    notInTree: "not in the workspace",
    logs: "Logs",
    unknown: "unknown format",
    turns: (n: number) => counted(n, "turn"),
    lists,
    problems: (n: number) => `${counted(n, "line")} could not be read`,
    line: (n: number) => `line ${count(n)}`,
    showTurns: "Turns",
    turnsOf: (log: string) => `Turns of ${log}`,
    all: "Also skills that were not used",
    turnsTable: (log: string) => `What happened to skills in ${log}`,
    turnColumns: { turn: "Turn", skill: "Skill", outcome: "In the session", expected: "In the emulated host" },
    noTurns: "No skill was used.",
    outcomes,
    expected,
    nothingExpected: "–",
  },
};

export type Searches = typeof searches;
