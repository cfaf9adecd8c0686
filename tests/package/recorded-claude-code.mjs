// What Claude Code answered, held against what the package gives for the same files. The rules of the comparison are
// those of `examples/conformance/claude_code.rs`, which compares every case; here a sample crosses the boundary.
import { Comparison, inWorkspace } from "./recorded.mjs";

const OPTIONS = { host: "claude-code", edition: "2026-11", cwd: "/repo", home: "/home/me" };

/** A command of the program's that was taken out of the recorded names. */
const OWN_COMMAND = "doctor";

/** The text behind these depends on the program's own commands. */
const OWN_COMMANDS = [" The closest available command is", "Slash commands available in this session:"];

/** A suggestion is one of the program's own commands, too, unless it is a plugin's skill. */
const SUGGESTION = /\. Did you mean [^?]*\?(?! Invoke it by that full name)( .*)?$/s;

/** One real skill alone at `~/.claude/skills/<folder>/SKILL.md`, without a limit of length and with it. */
export function compareRealSkill(Workspace, { folder, text, claude_code: expected }) {
  const comparison = new Comparison();
  const options = { ...OPTIONS, variables: { SLASH_COMMAND_TOOL_CHAR_BUDGET: "100000000" } };
  const skill = { type: "file", path: `/home/me/.claude/skills/${folder}/SKILL.md`, text };
  const settings = { type: "file", path: "/home/me/.claude/settings.json", text: '{"skillListingMaxDescChars": 1000000}' };
  const line = (workspace) => workspace.listing().entries[0]?.line ?? null;
  inWorkspace(Workspace, options, [skill, settings], (workspace) => {
    const [found] = workspace.catalog().skills;
    comparison.answer("commands", "command", expected.command, isTyped(found));
    comparison.answer("announced", "described", expected.described, isAnnounced(found));
    comparison.answer("lines", "line", expected.line, line(workspace));
    inWorkspace(Workspace, options, [skill], (limited) => {
      const cut = line(limited);
      comparison.answer("cut lines", "cut", expected.cut, cut === line(workspace) ? null : cut);
    });
  });
  return comparison;
}

/** A whole workspace: the names and the list, then each step of the model and each turn, in one conversation. */
export function compareConversation(Workspace, recorded) {
  const comparison = new Comparison();
  const { expect } = recorded;
  inWorkspace(Workspace, optionsOf(recorded), treeOf(recorded), (workspace) => {
    const session = workspace.startSession();
    const names = workspace
      .catalog()
      .skills.filter(isTyped)
      .map(({ name }) => name);
    comparison.answer(
      "slash commands",
      "slash_commands",
      expect.slash_commands,
      names.filter((name) => name !== OWN_COMMAND),
    );
    const listing = session.listing();
    comparison.answer("tools", "tool", expect.tool, listing.tool !== null);
    comparison.answer("listings", "listing", listOf(expect.listing), listOf(listing.attachment));
    comparison.answer("roles", "role", expect.listing?.role ?? null, listing.message?.role ?? null);
    for (const [index, step] of (expect.steps ?? []).entries()) {
      if (step.read) read(comparison, session, step, isThere(recorded, step.read), `step ${index} ${step.read}`);
      else call(comparison, session, step, `step ${index} ${JSON.stringify(step.call)}`);
    }
    for (const [index, turn] of (expect.turns ?? []).entries()) {
      typeIn(comparison, session, turn, `turn ${index} ${JSON.stringify(turn.prompt)}`);
    }
    session.free();
  });
  return comparison;
}

/** Prompts typed in the terminal program. */
export function compareTyped(Workspace, recorded) {
  const comparison = new Comparison();
  const { expect } = recorded;
  inWorkspace(Workspace, optionsOf(recorded), treeOf(recorded), (workspace) => {
    const session = workspace.startSession();
    session.listing();
    const messages = [];
    const told = [];
    for (const prompt of expect.inputs) {
      const turn = take(session, prompt);
      const texts = turn.messages.map(({ text }) => text);
      if (turn.invocations.length === 0 && texts.every(isReminder)) messages.push(prompt);
      messages.push(...texts.filter((text) => !isReminder(text)));
      told.push(...texts.filter(isReminder));
    }
    // What tells of a sub-agent that ended in the background has ids and durations in it.
    const compared = expect.messages.filter((text) => typeof text === "string" && !text.startsWith("<task-notification>"));
    comparison.answer("messages", "messages", compared, messages);
    comparison.answer("reminders", "told", (expect.told ?? []).toSorted(), told.toSorted());
    session.free();
  });
  return comparison;
}

/** Whether the package can be asked: a case with other commands than `echo` and `printf` of plain words needs a shell. */
export function needsShell({ tree, expect }) {
  const texts = tree.map(({ text }) => text ?? "").join("\n") + JSON.stringify(expect.turns ?? expect.inputs ?? "");
  return [...texts.matchAll(/!`([^`]*)`|```!([\s\S]*?)```/g)].some(([, inline, block]) => !PLAIN.test((inline ?? block).trim()));
}

const PLAIN = /^(?:echo|printf) [\w ./=-]+$/;

const isReminder = (text) => text.startsWith("<system-reminder>");

const isTyped = (skill) => Boolean(skill?.enabled && skill.active && skill.userInvocable);

/** The model may choose it, and it says itself what for. */
function isAnnounced(skill) {
  if (!isTyped(skill)) return false;
  const { frontmatter, descriptionSource, kind } = skill;
  const says = descriptionSource === "frontmatter" || (frontmatter?.whenToUse ?? null) !== null;
  return says && (frontmatter?.disableModelInvocation === true || kind === "skill");
}

function optionsOf({ cwd, home, env, model, context_window, usage, plugins, mode, session_id }) {
  const claudeCode = { headless: mode !== "interactive", usage: usage ?? {}, sessionId: session_id };
  if (model) Object.assign(claudeCode, { model, effort: model === "claude-opus-5-5" ? "medium" : "high" });
  const variables = { ...env, CLAUDE_CODE_DISABLE_BUNDLED_SKILLS: "1" };
  return { ...OPTIONS, cwd, home, contextWindow: context_window, variables, plugins: plugins ?? [], claudeCode };
}

const treeOf = ({ tree, git }) => (git ? [...tree, { type: "file", path: `${git}/.git/HEAD`, text: "ref: refs/heads/main\n" }] : tree);

const listOf = (listing) => ({ names: listing?.names ?? null, content: listing?.content ?? null });

/** Whether a file can be read; a link may lead to any. */
const isThere = ({ tree }, file) => tree.some(({ type, path }) => type === "symlink" || path === file);

function read(comparison, session, step, isRead, what) {
  const { attachments } = session.touch([step.read]);
  // After a read that failed the program asks for the list one step later.
  if (isRead) comparison.answer("steps' listings", what, listOf(step.listing), listOf(session.listing().attachment));
  const got = attachments.map(({ directory, names, displayPath }) => ({ skillDir: directory, skillNames: names.toSorted(), displayPath }));
  const expected = (step.discovered ?? []).map((one) => ({ ...one, skillNames: one.skillNames.toSorted() }));
  comparison.answer("discovered directories", what, expected, got);
}

function call(comparison, session, step, what) {
  const request = { skill: step.call.skill, args: step.call.args ?? null };
  let invocation = session.invoke(request);
  if (invocation.outcome.status === "waits") invocation = session.invoke({ ...request, outputs: outputs([invocation]) });
  const { outcome, messages, fork, attached } = invocation;
  const gaveUp = ["refused", "failed", "asks", "waits"].includes(outcome.status);
  comparison.answer("calls' outcomes", what, step.is_error, gaveUp);
  // The sub-agent of each recorded fork answered so.
  const result = fork
    ? session.finishFork(fork.id, "Done.").text
    : (messages.find(({ role }) => role === "tool")?.text ?? outcome.message ?? null);
  comparison.answer("calls' results", what, shortened(step.result), shortened(result));
  const said = messages.filter(({ role }) => role !== "tool").map(({ text }) => text);
  comparison.answer("calls' messages", what, step.messages ?? [], said);
  session.touch(attached);
  session.listing();
}

function typeIn(comparison, session, expected, what) {
  const turn = take(session, expected.prompt);
  const outcomes = turn.invocations.map(({ outcome }) => outcome);
  const failure = outcomes.find(({ status }) => status === "refused" || status === "failed")?.message ?? null;
  const asked = { asked_model: expected.asked_model, says: shortened(expected.says) };
  comparison.answer("turns that run or not", what, asked, { asked_model: failure === null, says: shortened(failure) });
  const isRemark = ({ text }) => text.startsWith("<system-reminder>\nThe user's message starts with");
  const remark = turn.messages.find(isRemark)?.text.trim() ?? null;
  comparison.answer("notes on unknown commands", what, shortened(expected.unknown)?.trim() ?? null, shortened(remark));
  const messages = turn.messages.filter((message) => !isRemark(message)).map(({ text }) => text);
  if (turn.invocations.length === 0) messages.unshift(expected.prompt);
  const isOwn = expected.prompt.split(/\s+/)[0] === `/${OWN_COMMAND}`;
  if (!(isOwn && turn.invocations.length === 0)) comparison.answer("turns' messages", what, expected.messages, messages);
  comparison.answer("attached files", what, expected.attached ?? [], turn.attached);
  session.touch(turn.attached);
  session.listing();
}

function take(session, prompt) {
  const turn = session.turn(prompt);
  if (!turn.invocations.some(({ outcome }) => outcome.status === "waits")) return turn;
  return session.turn({ inputs: [{ type: "text", text: prompt }], outputs: outputs(turn.invocations) });
}

/** What the commands of the recorded skills print. */
function outputs(invocations) {
  const requests = invocations.flatMap((invocation) => invocation.requests);
  const allowed = requests.filter(({ type, verdict }) => type === "command" && verdict === "allow");
  return Object.fromEntries(
    allowed.map(({ id, command }) => {
      const [program, ...words] = command.trim().split(/ +/);
      return [id, { text: program === "echo" ? `${words.join(" ")}\n` : words.join("") }];
    }),
  );
}

/** A text without what depends on the program's own commands. */
function shortened(text) {
  if (typeof text !== "string") return text ?? null;
  const ends = OWN_COMMANDS.map((mark) => text.indexOf(mark)).filter((at) => at >= 0);
  const own = text.slice(0, Math.min(text.length, ...ends)).replace(/(<\/tool_use_error>)+$/, "");
  return own.replace(SUGGESTION, (_, behind) => (behind ? `.${behind}` : "")).trim();
}
