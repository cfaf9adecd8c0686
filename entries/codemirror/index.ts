/**
 * `skillglass/codemirror`: adds diagnostics with their fixes, completion and help to a CodeMirror 6
 * editor. `skillEditor` combines all of these. Use the other exports to show problems in your own
 * HTML elements, to translate the texts, or to apply fixes in your own way.
 */
import type { ChangeSpec, Extension } from "@codemirror/state";
import { Text } from "@codemirror/state";
import type { EditorView } from "@codemirror/view";
import { ViewPlugin } from "@codemirror/view";
import type { Diagnostic, Field, FieldFile, Fix, HostId, LintRequest, WriteReport } from "../../skillglass.js";
import type { HostFields, KnownField } from "./fields.js";
import { fieldSupport } from "./fields.js";
import { positionOf } from "./places.js";
import type { Problem } from "./problems.js";
import { isStale, problemSupport } from "./problems.js";

export type { FieldSource, FieldWords, HostFields, KnownField } from "./fields.js";
export { fieldSupport, knownField, plainKey } from "./fields.js";
export type { Block, YamlPlace } from "./frontmatter.js";
export { frontmatter, placeAt, valueOf } from "./frontmatter.js";
export { positionOf } from "./places.js";
export type { Problem, ProblemSource, ProblemSupport, ProblemWords } from "./problems.js";
export { isStale, problemSupport } from "./problems.js";

/** The part of a workspace that an editor needs. The workspaces of `skillglass` and of `skillglass/worker` have these methods. */
export interface EditorWorkspace {
  /** Writes a file, like `Workspace.write`. */
  write(path: string, contents: string): WriteReport | Promise<WriteReport>;
  /** Returns the diagnostics of skills, like `Workspace.lint`. */
  lint(request: LintRequest): Diagnostic[] | Promise<Diagnostic[]>;
}

/** The edited file, and the options of its editor. */
export interface SkillEditorOptions {
  /** The path of the file in the workspace. Each change of the text is written to this file. */
  readonly path: string;
  /** The workspace that contains the edited file. */
  readonly workspace: EditorWorkspace;
  /** The target hosts, the author's main host first. If there are none, the hosts of `lint` are used, and there is no completion. */
  readonly hosts?: readonly HostId[];
  /**
   * Returns the fields of a host. Pass the function `fields` of `skillglass`. If the workspace is
   * in a worker, pass `workspace.module.fields`. Without this callback, the editor has neither
   * completion nor help.
   */
  fields?(host: HostId): Field[] | Promise<Field[]>;
  /** The time without a change after which the text is checked, in milliseconds; 200 by default. */
  readonly delay?: number;
  /**
   * Makes those changes of a fix that are outside of the edited file: edits of other files, and
   * renames. The editor itself changes the edited file. Without this callback, the editor does not
   * offer fixes with changes outside of the edited file.
   */
  elsewhere?(changes: Pick<Fix, "edits" | "renames">): void;
}

/** Returns the extension with diagnostics, fixes, completion and help for one file. */
export function skillEditor({ path, workspace, hosts = [], fields, delay = 200, elsewhere }: SkillEditorOptions): Extension {
  const isOffered = (fix: Fix) => elsewhere !== undefined || (fix.renames.length === 0 && fix.edits.every((edit) => edit.path === path));
  const apply = (view: EditorView, { edits, renames }: Fix) => {
    applyEdits(view, path, { edits });
    const others = edits.filter((edit) => edit.path !== path);
    if (others.length + renames.length > 0) elsewhere?.({ edits: others, renames });
  };
  const problems = problemSupport({
    words: () => ({ here: "Problems here", none: "No problems", noneHere: "No problems here", severities: SEVERITIES }),
    card: (view, problem) =>
      problemCard(problem, problem.of.fixes.filter(isOffered), (fix) => {
        if (isStale(view, problem)) return;
        problems.close(view);
        apply(view, fix);
      }),
  });

  const look = async (view: EditorView): Promise<void> => {
    const { doc } = view.state;
    await workspace.write(path, view.state.sliceDoc());
    const found = await workspace.lint(hosts.length > 0 ? { hosts: [...hosts] } : {});
    // If the text has changed in the meantime, the changed text gets its own check.
    if (view.state.doc === doc) {
      problems.mark(
        view,
        found.filter((one) => one.path === path),
      );
    }
  };
  const looking = ViewPlugin.define((view) => {
    let timer: ReturnType<typeof setTimeout> | undefined;
    let isOver = false;
    const soon = (after: number) => {
      clearTimeout(timer);
      timer = setTimeout(() => {
        look(view).catch((error: unknown) => {
          // If the view is gone or the workspace was closed, there is nothing to show.
          if (!isOver) console.error(error);
        });
      }, after);
    };
    soon(0);
    return {
      update: ({ docChanged }) => docChanged && soon(delay),
      destroy() {
        isOver = true;
        clearTimeout(timer);
      },
    };
  });

  const parts: Extension[] = [problems.extension, looking];
  if (fields && hosts.length > 0) {
    const file = fieldFile(path);
    let tables: Promise<HostFields[]> | undefined;
    const { completion, help } = fieldSupport({
      file: () => file,
      fields: () => (tables ??= Promise.all(hosts.map(async (host) => ({ host, fields: await fields(host) })))),
      chosen: () => hosts[0]!,
      card: fieldCard,
      words: () => ({
        required: "required",
        deprecated: "deprecated",
        readBy: (names) => `read by ${names.join(", ")}`,
        kept: "kept, not acted on",
      }),
    });
    parts.push(completion, help);
  }
  return parts;
}

/** Makes the changes of a fix in this file, as one step of the editor's history. */
export function applyEdits(view: EditorView, path: string, { edits }: Pick<Fix, "edits">): void {
  const { doc } = view.state;
  const changes = edits
    .filter((edit) => edit.path === path)
    .map(
      ({ range, text }): ChangeSpec => ({
        from: positionOf(doc, range.start),
        to: positionOf(doc, range.end),
        insert: Text.of(text.split(/\r\n?|\n/)),
      }),
    );
  view.dispatch({ changes, userEvent: "input.fix", scrollIntoView: true });
  view.focus();
}

const SEVERITIES = { error: "Error", warning: "Warning", info: "Information", hint: "Hint" } as const;

/** Returns the kind of file at a path; null if no host has fields for this file. */
function fieldFile(path: string): FieldFile | null {
  if (/(^|\/)agents\/openai\.ya?ml$/.test(path)) return "agents/openai.yaml";
  return /\.md$/i.test(path) ? "frontmatter" : null;
}

function element(tag: string, className: string, text: string): HTMLElement {
  const one = document.createElement(tag);
  one.className = className;
  one.textContent = text;
  return one;
}

function problemCard({ of }: Problem, fixes: readonly Fix[], onFix: (fix: Fix) => void): HTMLElement {
  const card = document.createElement("div");
  card.append(element("div", "skillglass-message", of.message));
  if (of.help !== "") card.append(element("div", "skillglass-help", of.help));
  const hosts = of.hosts.map(({ host }) => host).join(", ");
  card.append(element("div", "skillglass-rule", hosts === "" ? of.code : `${of.code} · ${hosts}`));
  for (const fix of fixes) {
    const button = element("button", "cm-diagnosticAction", fix.safe ? fix.title : `${fix.title} (review it)`);
    button.setAttribute("type", "button");
    button.addEventListener("click", () => onFix(fix));
    card.append(button);
  }
  return card;
}

function fieldCard(key: string, known: readonly KnownField[]): HTMLElement {
  const card = element("div", "skillglass-field", "");
  card.append(element("code", "skillglass-key", key));
  for (const { host, field } of known) card.append(element("div", "skillglass-host", `${host}: ${field.summary}`));
  return card;
}
