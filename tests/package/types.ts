// Compiled by types.test.mjs in a fresh project, never run: what must compile does, and each line below a
// `@ts-expect-error` must not.
import init, { initSync, Workspace } from "skillglass";
import type {
  Catalog, FileContents, Listing, Mention, Message, Outcome, Place, Range, RefusedReason, Scope, Skill, Turn, TurnInput,
  TurnRequest, WorkspaceOptions, WriteReport,
} from "skillglass";

type Same<A, B> = (<T>() => T extends A ? 1 : 2) extends <T>() => T extends B ? 1 : 2 ? true : false;
function same<A, B>(..._: Same<A, B> extends true ? [] : [never]): void {}

declare const bytes: Uint8Array<ArrayBuffer>;
await init();
await init({ module_or_path: bytes });
await init({ module_or_path: fetch("/skillglass_bg.wasm") });
initSync({ module: bytes });

const options: WorkspaceOptions = { host: "codex", edition: "2026-05", cwd: "/repo", home: null, codex: { home: null }, contextWindow: null };
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

const inputs: TurnInput[] = [{ type: "text", text: "Use $pdf" }, { type: "skill", name: "pdf", path: "/a" }];
const request: TurnRequest = { inputs, connectors: { calendar: 1 } };
workspace.turn(request);
workspace.turn({ inputs });
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

workspace.free();
using disposed = new Workspace({ cwd: "/repo" });
disposed.catalog();
export {};
