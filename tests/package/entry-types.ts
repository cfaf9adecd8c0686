// Compiled by types.test.mjs in a fresh project, never run: the entries beside the module.
import type { EditorView } from "@codemirror/view";
import type { Catalog, Diagnostic, Turn, Workspace } from "skillglass";
import init, * as whole from "skillglass";
import { fields } from "skillglass";
import type { ProblemSupport } from "skillglass/codemirror";
import { problemSupport, skillEditor } from "skillglass/codemirror";
import * as inside from "skillglass/inline";
import initInline, { Workspace as Inline } from "skillglass/inline";
import type { EntryFault, Following, LiveFolder, SourceTree } from "skillglass/sources";
import { follow, fromArchive, fromDrop, fromRepository, liveFolder, mount, takeMcpSkills, takeSite } from "skillglass/sources";
import { fromDirectory, liveDirectory } from "skillglass/sources/node";
import type { EvaluateReport } from "skillglass/triggers";
import { evaluate, modelAt } from "skillglass/triggers";
import type { WorkerState, WorkerWorkspace } from "skillglass/worker";
import { ArgumentError, openWorkspace } from "skillglass/worker";
import { serve } from "skillglass/worker/serve";

await init();
await initInline();

// The same types, wherever the module is.
const inline: Workspace = new Inline({ host: "codex", cwd: "/repo" });
export const catalog: Catalog = inline.catalog();

// Each method as a promise, with one more argument.
using remote: WorkerWorkspace = openWorkspace({ host: "codex@2026-02", cwd: "/repo" }, { worker: () => new Worker("worker.js") });
export const turn: Promise<Turn> = remote.turn("Use $pdf", { latest: true, signal: AbortSignal.timeout(10) });
export const found: Promise<Diagnostic[]> = remote.lint({ hosts: ["pi"] }, { onProgress: ({ done, total }) => done / total });
export const listed: Promise<Catalog> = remote.catalog();
export const state: WorkerState = remote.state;
void remote.write("/a", "text", { strict: true }, {});
void remote.module.fields("codex").then((all) => all.map(({ key }) => key));
void remote.startSession().then((session) => session.turn("Use $pdf").then(() => session.free()));
// @ts-expect-error there is no such host
void remote.lint({ hosts: ["vi"] });
// @ts-expect-error the setting is latest
void remote.turn("Use $pdf", { last: true });
// @ts-expect-error it is freed by close()
remote.free();
remote.catalog().catch((error: unknown) => error instanceof ArgumentError && error.argument.length);

const asked = { prompts: [{ prompt: "fill in a form", skill: "pdf" }], hosts: ["codex"] };
const ask = modelAt({ baseUrl: "https://example.org/v1", model: "m" });
export const evaluated: Promise<EvaluateReport> = evaluate({ ...asked, workspace: inline, ask });
export const evaluatedThere: Promise<EvaluateReport> = evaluate({ ...asked, workspace: remote, ask, cache: new Map() });
// @ts-expect-error a host is a text
void evaluate({ ...asked, workspace: inline, ask, hosts: [1] });

serve(inside);
serve(whole);

const tree: SourceTree = await fromArchive(new Uint8Array(), { limits: { entries: 10 }, strip: true });
await mount(inline, tree, { at: "/repo", hosts: ["codex", "claude-code"] });
await mount(remote, await fromDirectory("skills"), { at: "/repo" });
await fromRepository({ owner: "me", repository: "skills", fetch: (address, settings) => fetch(address, settings) });
export const dropped = (event: DragEvent): Promise<SourceTree> | null => event.dataTransfer && fromDrop(event.dataTransfer);
const install = { source: "/site", project: "/repo" };
export const offered: string[] = (await takeSite(inline, { url: "https://example.org", install })).install.skills.map(({ name }) => name);
export const first: Promise<Uint8Array> | undefined = (await takeSite(inline, { url: "https://example.org", install })).tree.files
  .get("a/SKILL.md")
  ?.read();
export const later = await takeSite(remote, { url: "https://example.org", install });
await takeMcpSkills(remote, { install }, async ({ method, params }) => ({ method, params }));
export const picked = (handle: FileSystemDirectoryHandle): LiveFolder => liveFolder(handle);
using followed: Following = await follow(remote, liveDirectory("skills"), { at: "/repo", onChange: ({ modified }) => modified.length });
await follow(inline, { read: picked(await navigator.storage.getDirectory()).read }, { at: "/repo", for: "lint" });
await followed.take([
  { type: "moved", path: "b", from: "a" },
  { type: "unknown", path: "" },
]);
// @ts-expect-error a move has the path before
await followed.take([{ type: "moved", path: "b" }]);
// @ts-expect-error there is no such fault
export const fault: EntryFault = "too-small";

const support: ProblemSupport = problemSupport({
  card: () => document.createElement("div"),
  words: () => ({ here: "", none: "", noneHere: "", severities: { error: "", warning: "", info: "", hint: "" } }),
});
export const mark = (view: EditorView, diagnostics: Diagnostic[]): void => support.mark(view, diagnostics);
export const editors = [
  skillEditor({ path: "/repo/SKILL.md", workspace: inline, hosts: ["codex"], fields }),
  skillEditor({ path: "/repo/SKILL.md", workspace: remote, hosts: ["codex"], fields: (host) => remote.module.fields(host) }),
];
