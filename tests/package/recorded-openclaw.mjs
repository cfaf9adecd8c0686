// What OpenClaw answered, held against what the package gives for the same files. The rules of the comparison are those of
// `examples/conformance/openclaw.rs`.
import { dirname } from "node:path/posix";

import { byBytes, Comparison, inWorkspace } from "./recorded.mjs";

const OPTIONS = { host: "openclaw", edition: "2026-11" };

/** What a skill that asks for nothing needs. */
const NO_NEEDS = { always: false, requires: { bins: [], anyBins: [], env: [], config: [], os: [] } };

/** What was passed over with a word of the program's begins so. */
const SAID = ["Skipping ", "Skill precedence", "root "];

/** One real skill alone in the workspace of a bare machine. */
export function compareRealSkill(Workspace, { folder, text, openclaw }) {
  const comparison = new Comparison();
  const options = { ...OPTIONS, cwd: "/w/ws", home: "/home/u", openclaw: { workspace: "/w/ws" } };
  const tree = [{ type: "file", path: `/w/ws/skills/${folder}/SKILL.md`, text }];
  inWorkspace(Workspace, options, tree, (workspace) => {
    const { skills, errors } = workspace.catalog();
    const got = skills.length > 0 ? whole(skills[0]) : { error: errors.length > 0 ? masked(errors[0].message) : null };
    for (const [field, value] of Object.entries(openclaw)) comparison.answer("fields", field, value, got[field] ?? null);
  });
  return comparison;
}

/** A whole workspace: the report, the list, the commands, what is typed and what the program warns of. */
export function compareWorkspace(Workspace, recorded) {
  const comparison = new Comparison();
  const { expect, texts = [] } = recorded;
  const tree = treeOf(recorded);
  inWorkspace(Workspace, optionsOf(recorded), tree, (workspace) => {
    const catalog = workspace.catalog();
    const sourceOf = (skill) => catalog.roots.findLast(({ path }) => path === skill.root)?.origin ?? null;
    const reports = catalog.skills.map((skill) => ({ ...reported(skill), source: sourceOf(skill) }));
    comparison.answer("reports", "skills", expect.skills, reports);
    const { message, entries } = workspace.listing();
    // The program's list stands behind words on other things.
    const block = /Retry-After\.\n([\s\S]*)/.exec(message?.text ?? "")?.[1] ?? null;
    comparison.answer("listings", "listing", expect.listing?.replace(/^\n+/, "") || null, block);
    const listed = entries.filter(({ line }) => line !== null).map(({ name }) => name);
    comparison.answer("listed names", "listed", expect.listed, listed);
    const commands = catalog.skills.map((skill) => command(skill, sourceOf(skill))).filter((one) => one !== null);
    comparison.answer("commands", "commands", expect.commands, commands);
    const explicit = texts.map((text) => typed(workspace, catalog.skills, text));
    comparison.answer("typed texts", "explicit", expect.explicit, explicit);
    comparison.answer("warnings", "warnings", expect.warnings.toSorted(byBytes), warnings(catalog, recorded.home ?? ""));
  });
  if (!expect.turn) return comparison;
  inWorkspace(Workspace, { ...optionsOf(recorded), contextWindow: recorded.context_window }, tree, (workspace) => {
    comparison.answer("sections", "section", expect.turn.section, workspace.listing().message?.text ?? null);
    comparison.answer("messages", "message", expect.turn.message, bodyOf(workspace.turn(texts[0]), texts[0]));
  });
  return comparison;
}

function optionsOf({ cwd, home, env, path, bundled, os, tree }) {
  const paths = (isMeant) => tree.filter(isMeant).map((entry) => entry.path);
  const binaries = paths(({ executable }) => executable === true);
  const hardlinked = paths(({ type, executable }) => type === "hardlink" && executable !== true);
  return { ...OPTIONS, cwd, home, variables: { ...env, PATH: path ?? "" }, openclaw: { bundled, os, binaries, hardlinked } };
}

/** A second name of a file is a file with its text. */
function treeOf({ tree }) {
  return tree.map((entry) => {
    if (entry.type === "hardlink") return { ...entry, text: tree.find(({ path }) => path === entry.target).text };
    // The recorded text is what UTF-8 makes of the bytes.
    return entry.base64 === undefined ? entry : { ...entry, text: null };
  });
}

const needsOf = ({ frontmatter }) => frontmatter?.needs ?? NO_NEEDS;

/** A skill as the program reports it. */
function reported(skill) {
  const { eligibility, frontmatter } = skill;
  const needs = needsOf(skill);
  const isTyped = frontmatter?.userInvocable !== false;
  const isOffered = eligibility.eligible && !eligibility.blockedByAgent;
  const ofItsOwn = ["primaryEnv", "emoji", "homepage"].filter((field) => (needs[field] ?? null) !== null);
  return {
    name: skill.name,
    description: skill.description,
    filePath: skill.discoveredPath,
    baseDir: dirname(skill.discoveredPath),
    skillKey: eligibility.key,
    always: needs.always,
    disabled: eligibility.disabled,
    blockedByAllowlist: eligibility.blockedByAllowlist,
    blockedByAgentFilter: eligibility.blockedByAgent,
    eligible: eligibility.eligible,
    modelVisible: isOffered && frontmatter?.disableModelInvocation !== true,
    userInvocable: isTyped,
    commandVisible: isOffered && isTyped,
    requirements: needs.requires,
    missing: eligibility.missing,
    install: eligibility.install,
    ...Object.fromEntries(ofItsOwn.map((field) => [field, needs[field]])),
  };
}

/** The report with the command that the skill is called by. */
function whole(skill) {
  const { command, displayName } = skill.eligibility;
  return { ...reported(skill), command, displayName };
}

/** The command that a skill is called by; null when it has none. */
function command(skill, source) {
  const { command: name, displayName } = skill.eligibility;
  if (name === null) return null;
  const { callsTool, tool } = needsOf(skill);
  const isBundled = source === "openclaw-bundled" || source === "openclaw-custodian";
  const dispatch = callsTool && (tool ?? null) !== null ? { dispatch: { kind: "tool", toolName: tool, argMode: "raw" } } : {};
  return {
    name,
    displayName,
    skillFile: skill.path,
    skillName: skill.name,
    description: skill.description,
    modelVisible: skill.modelInvocable,
    skillSource: isBundled ? "bundled" : "workspace",
    ...dispatch,
  };
}

const bodyOf = ({ messages }, text) => messages[0]?.text ?? text;

function typed(workspace, skills, text) {
  const turn = workspace.turn(text);
  const commandOf = ({ path }) => skills.find((skill) => skill.path === path)?.eligibility.command ?? null;
  const answer = { body: bodyOf(turn, text), skills: turn.selected.map(commandOf) };
  return turn.warnings.length > 0 ? { ...answer, error: turn.warnings[0] } : answer;
}

function warnings({ errors, leftOut }, home) {
  const compact = (path) => (path.startsWith(`${home}/`) ? `~${path.slice(home.length)}` : path);
  const skipped = errors.map(({ path, message }) => `[skills] Skipping invalid skill: file=${compact(path)} error=${masked(message)}`);
  const passedOver = leftOut.map(({ message }) => message).filter((message) => SAID.some((words) => message.startsWith(words)));
  return [...skipped, ...passedOver.map((message) => `[skills] ${message}`)].toSorted(byBytes);
}

/** The program's log hides the word behind what looks like a secret's name. */
function masked(words) {
  const code = ["_KEY: ", "_TOKEN: "].find((mark) => words.includes(mark));
  if (code === undefined) return words;
  const behind = words.indexOf(code) + code.length;
  const blank = words.indexOf(" ", behind);
  return `${words.slice(0, behind)}*** ${blank < 0 ? "" : words.slice(blank + 1)}`;
}
