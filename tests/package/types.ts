// Compiled by types.test.mjs in a fresh project, never run: what must compile does, and each line below a
// `@ts-expect-error` must not.
import type { Log } from "sarif";
import type {
  Answers,
  Applied,
  ArchiveFormat,
  BudgetMeans,
  BudgetPlan,
  Catalog,
  Changelog,
  CodexServerInstallation,
  CompareStage,
  ContextChanges,
  changelog,
  Diagnostic,
  DiagnosticCode,
  diffTrees,
  Edition,
  Field,
  FileContents,
  Fix,
  Fixed,
  FixRequest,
  Fork,
  HealthReport,
  Hook,
  HookAnswer,
  HookRun,
  HostDiff,
  HostEditions,
  HostId,
  HostRequest,
  Invocation,
  InvocationOutcome,
  InvocationRequest,
  InvokedSkill,
  Level,
  LintConfig,
  LintRequest,
  Listing,
  LockReason,
  LockState,
  LocksReport,
  McpCall,
  McpReport,
  Mention,
  Message,
  Obstacle,
  ObstacleReason,
  Outcome,
  Permission,
  Place,
  Range,
  RefusedReason,
  RegisteredHook,
  RequestOutput,
  Rule,
  rules,
  Scope,
  Severity,
  Since,
  SiteNeed,
  SiteReport,
  Skill,
  SkillCall,
  SourceProblem,
  Support,
  SupportCell,
  SupportLevel,
  Touch,
  TreeDiff,
  TriggersReport,
  Turn,
  TurnInput,
  TurnRequest,
  WorkspaceOptions,
  WriteReport,
} from "skillglass";
import init, {
  ArgumentError,
  applyFixes,
  fields,
  hosts,
  initSync,
  lint,
  Session,
  schema,
  support,
  toLsp,
  toSarif,
  Workspace,
} from "skillglass";
import type { LspDocumentChange } from "skillglass/lsp";
import type { SarifLog } from "skillglass/sarif";

import type { CodeAction as LspCodeAction, Diagnostic as LspDiagnostic } from "vscode-languageserver-types";

type PublishDiagnosticsParams = { uri: string; diagnostics: LspDiagnostic[] };
type Same<A, B> = (<T>() => T extends A ? 1 : 2) extends <T>() => T extends B ? 1 : 2 ? true : false;
function same<A, B>(..._: Same<A, B> extends true ? [] : [never]): void {}

declare const bytes: Uint8Array<ArrayBuffer>;
await init();
await init({ module_or_path: bytes });
await init({ module_or_path: fetch("/skillglass_bg.wasm") });
initSync({ module: bytes });

const options: WorkspaceOptions = {
  host: "codex",
  edition: "2026-05",
  cwd: "/repo",
  home: null,
  codex: { home: null },
  contextWindow: null,
};
const workspace = new Workspace(options);
new Workspace({ cwd: "/repo" });
// @ts-expect-error cwd is missing
new Workspace({ home: "/home/me" });
// @ts-expect-error cwd is a string
new Workspace({ cwd: 3 });
// @ts-expect-error the option is contextWindow
new Workspace({ cwd: "/repo", contextwindow: 1 });

same<FileContents, string | Uint8Array | null>();
same<ReturnType<Workspace["write"]>, WriteReport>();
same<ReturnType<Workspace["writeAll"]>, WriteReport>();
same<ReturnType<Workspace["mkdir"]>, WriteReport>();
same<ReturnType<Workspace["symlink"]>, WriteReport>();
same<ReturnType<Workspace["remove"]>, number>();
same<ReturnType<Workspace["plan"]>, string[]>();
same<ReturnType<Workspace["catalog"]>, Catalog>();
same<ReturnType<Workspace["listing"]>, Listing>();
same<ReturnType<Workspace["turn"]>, Turn>();
same<Workspace["revision"], number>();

workspace.write("/a", "text");
workspace.write("/a", bytes);
workspace.write("/a", null);
// @ts-expect-error contents are text, bytes or null
workspace.write("/a", 5);
// @ts-expect-error contents are missing
workspace.write("/a");
workspace.writeAll({ "/a": "text", "/b": null });
workspace.writeAll(new Map<string, FileContents>([["/a", bytes]]));
// @ts-expect-error contents are text, bytes or null
workspace.writeAll({ "/a": 5 });
// @ts-expect-error the revision is read only
workspace.revision = 3;

const inputs: TurnInput[] = [
  { type: "text", text: "Use $pdf" },
  { type: "skill", name: "pdf", path: "/a" },
];
const request: TurnRequest = { inputs, connectors: { calendar: 1 } };
workspace.turn(request);
workspace.turn({ inputs });
workspace.turn("Use $pdf");
workspace.turn({ inputs, client: { variables: ["TOKEN"] } });
workspace.turn({ inputs, client: { variables: { TOKEN: "x", OTHER: null } } });
// @ts-expect-error a variable's value is text
workspace.turn({ inputs, client: { variables: { TOKEN: 3 } } });
workspace.turn({
  inputs: [
    { type: "image", path: "/a.png" },
    { type: "mention", name: "pdf", path: "/a" },
  ],
});
// @ts-expect-error inputs are missing
workspace.turn({});
// @ts-expect-error there is no input of this type
workspace.turn({ inputs: [{ type: "image", text: "" }] });

same<Skill["scope"], Scope>();
same<Scope, "repo" | "user" | "system" | "admin" | "plugin" | "mcp">();
same<Skill["shortDescription"], string | null>();
same<Listing["message"], Message | null>();
same<Message["role"], "developer" | "user" | "system" | "tool">();
same<Mention["range"], Range | null>();
same<Range["start"], Place>();
same<Place, { offset: number; byte: number; line: number; column: number }>();
same<WriteReport["refused"][number]["reason"], RefusedReason>();

function reason(outcome: Outcome): string {
  // @ts-expect-error only a skipped mention has a reason
  outcome.reason;
  return outcome.status === "skipped" ? outcome.reason : outcome.path;
}
for (const mention of workspace.turn(request).mentions) reason(mention.outcome);

same<ReturnType<typeof hosts>, HostEditions[]>();
same<
  HostEditions,
  { host: HostId; label: string; editions: Edition[]; default: Edition; usual: boolean; skillsFrom: "folders" | "program" | "uploads" }
>();
same<
  HostId,
  | "codex"
  | "claude-code"
  | "opencode"
  | "copilot-cli"
  | "gemini-cli"
  | "openclaw"
  | "pi"
  | "cline"
  | "kilo"
  | "qwen-code"
  | "deep-agents"
  | "openai-agents"
  | "agent-framework"
  | "google-adk"
  | "strands-agents"
  | "agno"
  | "claude-ai"
  | "standard"
  | "vscode"
>();
workspace.compare({ hosts: hosts().map(({ host, default: edition }) => ({ host, edition })) });
// @ts-expect-error the member is edition
workspace.compare({ hosts: [{ host: "codex", editon: "2026-02" }] });
new Workspace({ cwd: "/repo", host: "codex@2026-02" });
// @ts-expect-error there is no such host
new Workspace({ cwd: "/repo", host: "vi" });
workspace.setOptions({ host: "opencode", contextWindow: null });
// @ts-expect-error the option is contextWindow
workspace.setOptions({ contextwindow: 1 });
workspace.plan({ hosts: ["codex"] });
workspace.plan({ for: "lint" });
same<ReturnType<Workspace["skill"]>, Skill | null>();
same<Catalog["host"], HostId>();
same<Diagnostic["code"], DiagnosticCode>();
same<Rule["code"], DiagnosticCode>();
export const known: DiagnosticCode = "no-frontmatter";
// @ts-expect-error there is no such rule
export const unknown: DiagnosticCode = "no-frontmater";
same<Obstacle["reason"], ObstacleReason>();
// @ts-expect-error there is no such reason
export const noReason: ObstacleReason = "bad-luck";
same<CompareStage, "discover" | "parse" | "load" | "list" | "user" | "model">();
workspace.codex.listSkills({ cwds: ["/repo"] });
// @ts-expect-error only Codex has lists for clients
workspace.listSkills({});
workspace.write("/a", "", { strict: true });
// @ts-expect-error the option is strict
workspace.write("/a", "", { stricter: true });

function argumentOf(error: unknown): string | null {
  return error instanceof ArgumentError ? error.argument : null;
}
argumentOf(null);
new Workspace({ cwd: "/repo", host: "claude-code", claudeCode: { autoMode: true, bundled: [{ directory: "/b", aliases: [] }] } });
// @ts-expect-error the option is autoMode
new Workspace({ cwd: "/repo", claudeCode: { automode: true } });

const session = workspace.startSession({ variables: { TOKEN: "x" } });
// @ts-expect-error a session is started on a workspace
new Session();
same<ReturnType<Workspace["invoke"]>, Invocation>();
same<ReturnType<Session["invoke"]>, Invocation>();
same<ReturnType<Session["catalog"]>, Catalog>();
same<ReturnType<Session["listing"]>, Listing>();
same<ReturnType<Session["touch"]>, Touch>();
same<ReturnType<Session["finishFork"]>, Message>();
same<ReturnType<Session["failFork"]>, Message>();
same<ReturnType<Session["answer"]>, Answers>();
same<Answers["refused"][number]["reason"], "not-asked" | "no-value" | "not-an-option">();
same<Answers["install"], CodexServerInstallation | null>();
same<ReturnType<Session["endAgent"]>, void>();
same<ReturnType<Session["compact"]>, Message[]>();
same<ReturnType<Session["invoked"]>, InvokedSkill[]>();
same<ReturnType<Session["changes"]>, ContextChanges[]>();
same<ReturnType<Session["usage"]>, Record<string, number>>();
same<ReturnType<Session["hooks"]>, RegisteredHook[]>();
same<ReturnType<Session["hookSucceeded"]>, boolean>();
same<ReturnType<Session["hookRun"]>, HookRun>();
same<ReturnType<Session["hookAnswer"]>, HookAnswer>();
same<HookAnswer["decision"], "allow" | "deny" | "ask" | "defer" | "block" | null>();
same<HookAnswer["outcome"], "success" | "blocked" | "failed" | "timed-out">();

const call: SkillCall = { skill: "fix" };
workspace.invoke(call);
session.invoke({ ...call, args: "7", agent: "agent-1", id: "toolu_1", approved: true, outputs: { "0.0": { text: "" } } });
// @ts-expect-error the skill is missing
session.invoke({});
// @ts-expect-error an output is an object with the text
session.turn({ inputs, outputs: { "0.0": "text" } });
session.listing();
session.listing(null);
session.listing("agent-1");
session.listing({ agent: "agent-1", order: ["pdf"] });
// @ts-expect-error an order is a list of names
session.listing({ order: "pdf" });
// @ts-expect-error an agent is named by a string
session.compact(3);
session.touch(["/repo/a.rs"]);
// @ts-expect-error paths are a list
session.touch("/repo/a.rs");
session.changes("agent-1");
session.hooks();
session.hooks("PreToolUse", "Bash");
// @ts-expect-error a hook is named by its number
session.hookSucceeded("1");
session.hookRun(1, { event: "PreToolUse", sessionId: "s1", tool: "Bash", input: { command: "ls" } });
// @ts-expect-error the event is missing
session.hookRun(1, { sessionId: "s1" });
session.hookAnswer(1, { event: "Stop" }, { exitCode: 2, stderr: "no" });
same<Invocation["fork"], Fork | null>();
same<Invocation["permission"], Permission | null>();
same<Permission["verdict"], "allow" | "ask" | "deny">();
same<RegisteredHook["hook"], Hook>();
same<RequestOutput["text"], string>();
same<ContextChanges["until"], "next-user-message" | "skill-ends">();
same<ContextChanges["skill"], string>();
same<Turn["typedText"], "sent" | "not-sent" | "replaced">();
same<ReturnType<Session["permission"]>["basis"], "rules" | "sandbox" | "asks-user" | "no-permissions" | "unknown">();

session.permission({ tool: "Bash", input: { command: "ls" }, skill: { path: "/repo/.claude/skills/a/SKILL.md", by: "user" } });
// @ts-expect-error the origin of the invocation is missing
session.permission({ tool: "Bash", input: { command: "ls" }, skill: { path: "/repo/.claude/skills/a/SKILL.md" } });

function refusal(outcome: InvocationOutcome): string {
  // @ts-expect-error only a refused or failed invocation has a message
  outcome.message;
  return outcome.status === "refused" || outcome.status === "failed" ? outcome.message : outcome.status;
}
function commandOf(request: InvocationRequest): string {
  return request.type === "command" ? request.command : request.prompt;
}
const invocation = session.invoke(call);
refusal(invocation.outcome);
invocation.requests.map(commandOf);
session.free();

same<ReturnType<Workspace["lint"]>, Diagnostic[]>();
same<ReturnType<typeof lint>, Diagnostic[]>();
same<ReturnType<Workspace["fix"]>, Fixed>();
same<ReturnType<typeof applyFixes>, Applied>();
same<ReturnType<typeof rules>, Rule[]>();
same<ReturnType<typeof fields>, Field[]>();
same<ReturnType<typeof support>, Support>();
same<SupportLevel, "works" | "partly" | "ignored" | "breaks">();
same<SupportCell["since"], Edition | null>();
same<ReturnType<Workspace["diff"]>, HostDiff>();
same<ReturnType<Workspace["since"]>, Since>();
same<ReturnType<Workspace["locks"]>, LocksReport>();
same<LocksReport["locks"][number]["entries"][number]["state"], LockState>();
same<LocksReport["locks"][number]["entries"][number]["reason"], LockReason | null>();
same<ReturnType<typeof changelog>, Changelog>();
same<ReturnType<Workspace["budgetPlan"]>, BudgetPlan>();
same<ReturnType<Workspace["budgetFiles"]>, Record<string, string>>();
same<BudgetMeans, "shorten" | "name-only" | "conditional" | "hide" | "off">();
same<ReturnType<Workspace["health"]>, HealthReport>();
same<ReturnType<Workspace["triggers"]>, TriggersReport>();
same<ReturnType<Workspace["requests"]>, HostRequest>();
workspace.triggers({ prompts: [{ prompt: "a", skill: "pdf", shouldTrigger: false }], files: [], host: "codex" });
workspace.requests("a", { host: "codex", format: "openai-chat" });
workspace.budgetPlan({ host: "codex", window: 200_000, prefer: ["hide"], keep: [], least: 100, paths: {} });
workspace.health({ today: "2026-11-26", newest: { express: "5.1.0" }, models: {} });
// @ts-expect-error the day is missing
workspace.health({});
same<ReturnType<typeof diffTrees>, TreeDiff>();
workspace.diff({ from: "codex@2026-02" });
// @ts-expect-error there is no such edition
workspace.diff({ from: "codex@2026" });
support(["codex@2026-05", { host: "pi" }]);
// @ts-expect-error there is no such host
support(["codexx"]);
same<ReturnType<typeof schema>, Record<string, unknown> | null>();
schema("configuration");
schema("agents/openai.yaml", "codex@2026-05");
// @ts-expect-error the host is given with its edition
schema("agents/openai.yaml", "codex", "2026-05");
// @ts-expect-error the host is given with its edition
fields("codex", "2026-05");
// @ts-expect-error there is no such kind
schema("body", "codex");
same<Severity, "error" | "warning" | "info" | "hint">();
same<Level, Severity | "off">();
same<Diagnostic["fixes"], Fix[]>();
same<Fixed["files"], Record<string, string>>();

const asked: LintRequest = { hosts: [{ host: "codex", edition: "2026-05" }], rules: { "no-frontmatter": "off" }, ignore: ["a/**"] };
const found = workspace.lint(asked);
workspace.lint();
// @ts-expect-error there is no such level
workspace.lint({ rules: { "no-frontmatter": "loud" } });
workspace.lint({ hosts: ["codex", "claude-code@2026-08", { host: "opencode" }] });
// @ts-expect-error there is no such host
workspace.lint({ hosts: ["vi"] });
// @ts-expect-error Codex has no such edition
workspace.lint({ hosts: ["codex@2026-08"] });
// @ts-expect-error there is no such rule
workspace.lint({ rules: { "no-frontmater": "off" } });
const mend: FixRequest = { ...asked, codes: ["no-frontmatter"], unsafeFixes: true };
workspace.fix(mend);
// @ts-expect-error the setting is unsafeFixes
workspace.fix({ unsafe: true });
lint({ "SKILL.md": "text", "b.md": null }, asked);
lint(new Map<string, FileContents>([["/a", bytes]]));
applyFixes(
  { "/a": "text" },
  found.flatMap(({ fixes }) => fixes),
);
export const config: LintConfig = { hosts: ["codex", { host: "opencode" }], rules: { "no-frontmatter": "hint" } };

// What is converted is what the formats' own types say.
same<ReturnType<typeof toSarif>, SarifLog>();
const log: Log = toSarif(found, { roots: { "/repo": "file:///repo" }, docsBase: null });
log.runs[0]?.results?.map(({ level }) => level);
for (const { uri, diagnostics, codeActions } of toLsp(found)) {
  const published: PublishDiagnosticsParams = { uri, diagnostics };
  const actions: LspCodeAction[] = codeActions;
  published.diagnostics.concat(actions.flatMap((action) => action.diagnostics ?? []));
}
export const uriOf = (change: LspDocumentChange): string => ("kind" in change ? change.newUri : change.textDocument.uri);

// A call goes to the server as it is.
const site = workspace.takeSite({ url: "https://x.org", install: { source: "/s", project: "/r" } }, new Map([["https://x.org/", bytes]]));
same<typeof site, SiteReport>();
same<SiteNeed, { type: "fetch"; url: string; sameOrigin: boolean } | { type: "unpack"; url: string; format: ArchiveFormat }>();
same<ArchiveFormat, "zip" | "tar.gz">();
workspace.takeSite({ url: "", install: { source: "/s", project: "/r" } }, {}, { a: [{ path: "x", type: "file", contents: "" }], b: null });
// @ts-expect-error a file has contents
workspace.takeSite({ url: "", install: { source: "/s", project: "/r" } }, {}, { a: [{ path: "x", type: "file" }] });
const mcp = workspace.takeMcpSkills({ install: { source: "/s", project: "/r" } }, []);
same<typeof mcp, McpReport>();
same<
  McpCall,
  | { method: "skills/list"; params: { cursor?: string } }
  | { method: "skills/get"; params: { uri: string } }
  | { method: "resources/read"; params: { uri: string } }
>();
workspace.takeMcpSkills({ uris: ["skill://a/SKILL.md"], install: { source: "/s", project: "/r" } }, [{ call: mcp.needs[0]!, answer: {} }]);
same<SourceProblem["drops"], "index" | "skill" | "file" | "nothing">();
// @ts-expect-error there is no such code
export const noCode: SourceProblem["code"] = "bad-luck";

workspace.free();
using disposed = new Workspace({ cwd: "/repo" });
disposed.catalog();
