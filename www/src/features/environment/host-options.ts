/**
 * This module describes the options that only one host has, so that the page can show a field for
 * each. An option with its default value is left unset.
 */
import type { HostId } from "skillglass";
import type { Texts } from "../../i18n/index.ts";
import { isRecord, isTexts } from "../../lib/json.ts";
import type { HostOptions } from "../../state/host-options.ts";

type Camel<Name extends string> = Name extends `${infer First}-${infer Rest}` ? `${First}${Capitalize<Camel<Rest>>}` : Name;
/**
 * The name of a host's field in the workspace's options, such as `claudeCode`. The field contains
 * the options that only this host has.
 */
type Group = Camel<HostId>;
type Own<G extends Group> = NonNullable<HostOptions[G]>;
/** The names of a host's own options whose value has the type `V`. */
type Key<G extends Group, V> = { [K in keyof Own<G> & string]-?: [V] extends [NonNullable<Own<G>[K]>] ? K : never }[keyof Own<G> & string];
type Named = keyof Texts["host"]["own"];

interface Common {
  group: Group;
  key: string;
  /**
   * The key of the option's label in the page's texts, or the option's flag on the host's command
   * line.
   */
  named: Named | `-${string}`;
}

export type HostOption = Common &
  (
    | { kind: "switch"; usual: boolean }
    | { kind: "choice"; values: readonly string[] }
    | { kind: "text" | "lines" | "pairs" | "switches"; placeholder: string }
  );

const onOff = <G extends Group>(group: G, key: Key<G, boolean>, named: Common["named"], usual = false): HostOption => ({
  kind: "switch",
  group,
  key,
  named,
  usual,
});
/** Describes an option with a fixed set of values. The first value is the default. */
const choice = <G extends Group, V extends string>(group: G, key: Key<G, V>, named: Common["named"], ...values: V[]): HostOption => ({
  kind: "choice",
  group,
  key,
  named,
  values,
});
const text = <G extends Group>(group: G, key: Key<G, string>, named: Common["named"], placeholder: string): HostOption => ({
  kind: "text",
  group,
  key,
  named,
  placeholder,
});
const lines = <G extends Group>(group: G, key: Key<G, string[]>, named: Common["named"], placeholder: string): HostOption => ({
  kind: "lines",
  group,
  key,
  named,
  placeholder,
});
/**
 * Describes an option that is a list of pairs. The field has one pair on each line: a name, a space
 * and a value.
 */
const pairs = <G extends Group>(
  group: G,
  key: Key<G, Record<string, string>>,
  named: Common["named"],
  placeholder: string,
): HostOption => ({ kind: "pairs", group, key, named, placeholder });

/**
 * Describes an option that switches names on or off. The visitor writes one name on each line. A
 * name is off if its line ends with `off`, and otherwise on.
 */
const switches = <G extends Group>(
  group: G,
  key: Key<G, Record<string, boolean>>,
  named: Common["named"],
  placeholder: string,
): HostOption => ({ kind: "switches", group, key, named, placeholder });

/**
 * The options that belong to only one host, by the id of the host. A host that is not in this table
 * has no such options on the page.
 */
export const HOST_OPTIONS: Readonly<Record<string, readonly HostOption[]>> = {
  codex: [
    onOff("codex", "explainsSkills", "explainsSkills"),
    text("codex", "home", "codexHome", "/home/me/.codex"),
    choice("codex", "product", "product", "codex", "chatgpt", "atlas"),
    lines("codex", "extraUserRoots", "extraUserRoots", "/srv/skills"),
  ],
  "claude-code": [
    onOff("claudeCode", "bare", "--bare"),
    onOff("claudeCode", "safeMode", "--safe-mode"),
    onOff("claudeCode", "disableSlashCommands", "--disable-slash-commands"),
    onOff("claudeCode", "headless", "-p"),
    onOff("claudeCode", "trusted", "trusted", true),
    lines("claudeCode", "addDirectories", "--add-dir", "/srv/shared"),
  ],
  opencode: [
    text("opencode", "worktree", "worktree", "/repo"),
    text("opencode", "agent", "agent", "build"),
    pairs("opencode", "fetched", "fetched", "https://example.com/skills/ /fetched"),
  ],
  "copilot-cli": [
    onOff("copilotCli", "headless", "-p"),
    onOff("copilotCli", "trusted", "trusted", true),
    onOff("copilotCli", "skillList", "skillList"),
    lines("copilotCli", "added", "added", "/srv/skills"),
    lines("copilotCli", "pluginDirs", "pluginDirs", "/srv/plugins/forms"),
  ],
  vscode: [
    onOff("vscode", "readsFiles", "readsFiles", true),
    onOff("vscode", "parentRepositories", "parentRepositories"),
    text("vscode", "skillTool", "skillTool", "skill"),
    switches("vscode", "skillsLocations", "skillsLocations", ".claude/skills off"),
  ],
  "gemini-cli": [
    onOff("geminiCli", "headless", "-p"),
    onOff("geminiCli", "trusted", "trusted", true),
    onOff("geminiCli", "adminSkillsEnabled", "adminAllows", true),
    choice("geminiCli", "approvalMode", "approvalMode", "default", "auto-edit", "yolo"),
    text("geminiCli", "model", "model", "gemini-2.5-pro"),
    text("geminiCli", "builtIn", "builtIn", "/srv/built-in"),
    lines("geminiCli", "extensions", "extensions", "none"),
  ],
  openclaw: [
    choice("openclaw", "os", "os", "linux", "darwin", "win32"),
    text("openclaw", "agent", "agent", "main"),
    text("openclaw", "workspace", "workspace", "/home/me/.openclaw/workspace"),
    text("openclaw", "sessionFolder", "sessionFolder", "/repo"),
    text("openclaw", "bundled", "builtIn", "/srv/bundled"),
    lines("openclaw", "binaries", "binaries", "jq"),
    lines("openclaw", "hardlinked", "hardlinked", "/home/me/.agents/skills/linked/SKILL.md"),
  ],
  pi: [
    onOff("pi", "noSkills", "--no-skills"),
    onOff("pi", "trusted", "trusted", true),
    lines("pi", "skillPaths", "--skill", "/srv/skills"),
  ],
  cline: [onOff("cline", "yolo", "--yolo")],
  "google-adk": [lines("googleAdk", "sources", "sources", "/repo/skills"), onOff("googleAdk", "loadAll", "loadAll")],
  "strands-agents": [lines("strandsAgents", "sources", "sources", "/repo/skills"), onOff("strandsAgents", "strict", "strict")],
  agno: [lines("agno", "sources", "sources", "/repo/skills"), onOff("agno", "validate", "validate", true)],
  kilo: [text("kilo", "builtIn", "builtIn", "/srv/built-in")],
  "deep-agents": [
    lines("deepAgents", "sources", "sources", "/repo/skills"),
    onOff("deepAgents", "realPaths", "realPaths"),
    lines("deepAgents", "pinnedSkills", "pinnedSkills", "pdf"),
  ],
  "openai-agents": [text("openaiAgents", "source", "source", "/repo/skills"), onOff("openaiAgents", "eager", "eager")],
  "agent-framework": [lines("agentFramework", "sources", "sources", "/repo/skills")],
  "qwen-code": [
    onOff("qwenCode", "trusted", "trusted", true),
    onOff("qwenCode", "yolo", "--yolo"),
    onOff("qwenCode", "bare", "--bare"),
    text("qwenCode", "bundled", "builtIn", "/srv/bundled"),
    text("qwenCode", "sessionId", "sessionId", "7"),
  ],
  "claude-ai": [lines("claudeAi", "skillRoots", "skillRoots", "/srv/skills")],
  standard: [
    onOff("standard", "claudeSkills", "claudeSkills"),
    onOff("standard", "trustsProject", "trusted", true),
    onOff("standard", "listsLocations", "listsLocations", true),
    text("standard", "clientFolder", "clientFolder", ".acme"),
    choice("standard", "activation", "activation", "tool", "file"),
  ],
};

function valueOf(options: HostOptions, { group, key }: HostOption): unknown {
  const own: unknown = options[group];
  return isRecord(own) ? own[key] : undefined;
}

/** Returns how many of the chosen host's own options are set. */
export function countSet(options: HostOptions): number {
  return (HOST_OPTIONS[options.host] ?? []).filter((option) => valueOf(options, option) != null).length;
}

export function isOn(options: HostOptions, option: HostOption & { kind: "switch" }): boolean {
  const value = valueOf(options, option);
  return typeof value === "boolean" ? value : option.usual;
}

export function textOf(options: HostOptions, option: HostOption): string {
  const value = valueOf(options, option);
  return typeof value === "string" ? value : "";
}

export function linesOf(options: HostOptions, option: HostOption): string[] {
  const value = valueOf(options, option);
  if (option.kind === "switches")
    return isRecord(value) ? Object.entries(value).map(([name, on]) => (on === false ? `${name} off` : name)) : [];
  if (isRecord(value)) return Object.entries(value).map(([name, stands]) => `${name} ${String(stands)}`);
  return isTexts(value) ? value : [];
}

/**
 * Parses lines with one name each. The value of a name is false if its line ends with `off`, else
 * true.
 */
export function switchesOf(lines: readonly string[]): Record<string, boolean> {
  return Object.fromEntries(lines.map((line) => [line.replace(/\s+(on|off)$/, ""), !/\soff$/.test(line)]));
}

/**
 * Returns the host's group of options, such as `codex`, after one option was set to `value`. If
 * `value` is null, the option is reset to its default.
 */
export function withOption(
  options: HostOptions,
  { group, key }: HostOption,
  value: boolean | string | string[] | Record<string, string | boolean> | null,
): Partial<HostOptions> {
  const { [key]: _, ...rest } = { ...options[group] } as Record<string, unknown>;
  return { [group]: value === null ? rest : { ...rest, [key]: value } };
}
