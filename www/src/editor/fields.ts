/** The fields of a skill's files as the hosts know them: completed while they are written, and described on request. */
import type { Completion, CompletionContext, CompletionResult } from "@codemirror/autocomplete";
import { autocompletion, startCompletion } from "@codemirror/autocomplete";
import type { EditorState, Extension } from "@codemirror/state";
import { Prec, StateEffect, StateField } from "@codemirror/state";
import type { Command, Tooltip } from "@codemirror/view";
import { EditorView, hoverTooltip, keymap, showTooltip } from "@codemirror/view";
import { h, render } from "preact";
import type { Field } from "skillglass";
import { fieldsFileOf } from "../engine/shared/host-knowledge.ts";
import { t } from "../i18n/index.ts";
import { labelNow } from "../state/hosts.ts";
import { options } from "../state/options.ts";
import { FieldCard } from "./FieldCard.tsx";
import { filePath } from "./facets.ts";
import type { Block, YamlPlace } from "./frontmatter.ts";
import { frontmatter, placeAt } from "./frontmatter.ts";
import type { KnownField } from "./host-fields.ts";
import { fieldsArrived, hostFields, known, plainKey } from "./host-fields.ts";

// ---- where fields are ----------------------------------------------------------------------------------------------

interface FieldPlace extends YamlPlace {
  file: Field["file"];
}

function fieldPlaceAt(state: EditorState, position: number): FieldPlace | null {
  const file = fieldsFileOf(state.facet(filePath));
  if (file === null) return null;
  const block: Block | null = file === "frontmatter" ? frontmatter(state.doc) : { first: 1, last: state.doc.lines };
  const place = block && placeAt(state, block, position);
  return place && { ...place, file };
}

// ---- completion ----------------------------------------------------------------------------------------------------

async function complete(context: CompletionContext): Promise<CompletionResult | null> {
  const place = fieldPlaceAt(context.state, context.pos);
  if (!place || (place.text === "" && !context.explicit && place.part === "key")) return null;
  await fieldsArrived();
  const key = place.path.join(".");
  // An item of a list of maps begins with a key.
  const ofItem = place.part === "value" && known(place.file, key).some(({ field }) => field.kind.type === "list");
  const options =
    place.part === "key" ? keysBelow(place, place.path.slice(0, -1)) : ofItem ? keysBelow(place, place.path) : valuesOf(place.file, key);
  return options.length > 0 ? { from: place.from, to: place.to, options, validFor: /^[\w-]*$/ } : null;
}

function keysBelow({ file, siblings, text }: FieldPlace, path: readonly string[]): Completion[] {
  const prefix = path.length > 0 ? `${path.join(".")}.` : "";
  const names = new Set<string>();
  for (const { fields } of hostFields.peek()) {
    for (const field of fields) {
      const key = plainKey(field);
      if (field.file === file && key.startsWith(prefix) && !key.slice(prefix.length).includes(".")) names.add(key.slice(prefix.length));
    }
  }
  return [...names]
    .filter((name) => name !== "" && (name === text || !siblings.includes(name)))
    .map((name) => keyOption(name, known(file, prefix + name)));
}

function keyOption(name: string, by: KnownField[]): Completion {
  const texts = t.peek().editor;
  const chosen = options.peek().host;
  const own = by.find(({ host }) => host === chosen)?.field;
  const read = by.filter(({ field }) => field.status === "read" || field.status === "deprecated");
  const isRead = own?.status === "read";
  const detail = own?.required
    ? texts.required
    : own?.status === "deprecated"
      ? texts.deprecated
      : isRead
        ? ""
        : read.length > 0
          ? texts.readBy(read.map(({ host }) => labelNow(host)).join(", "))
          : texts.kept;
  return {
    label: name,
    detail,
    type: isRead ? "own" : "foreign",
    boost: isRead ? (own.required ? 3 : 2) : read.length > 0 ? 1 : 0,
    info: () => cardOf(name, by),
    apply: (view, _, from, to) => {
      const line = view.state.doc.lineAt(to);
      const behind = /^\s*:/.test(line.text.slice(to - line.from));
      view.dispatch({
        changes: { from, to, insert: behind ? name : `${name}: ` },
        selection: { anchor: from + name.length + (behind ? 0 : 2) },
        userEvent: "input.complete",
      });
      if (!behind && valuesOfFields(by).length > 0) startCompletion(view);
    },
  };
}

/** The words that a field may be, by the host of the page or by any. */
function valuesOfFields(by: readonly KnownField[]): { value: string; hosts: string[] }[] {
  const hosts = new Map<string, string[]>();
  for (const {
    host,
    field: { kind, status },
  } of by) {
    if (status === "ignored") continue;
    const values = kind.type === "boolean" ? ["true", "false"] : kind.type === "hooks" ? [] : "values" in kind ? kind.values : [];
    for (const value of values) hosts.set(value, [...(hosts.get(value) ?? []), host]);
  }
  return [...hosts].map(([value, hosts]) => ({ value, hosts }));
}

function valuesOf(file: Field["file"], key: string): Completion[] {
  const chosen = options.peek().host;
  return valuesOfFields(known(file, key)).map(({ value, hosts }) => ({
    label: value,
    detail: hosts.includes(chosen) ? "" : t.peek().editor.readBy(hosts.map(labelNow).join(", ")),
    type: hosts.includes(chosen) ? "own" : "foreign",
    boost: hosts.includes(chosen) ? 1 : 0,
  }));
}

export const fieldCompletion: Extension = autocompletion({
  override: [complete],
  icons: false,
  optionClass: ({ type }) => (type === "foreign" ? "foreign" : ""),
  tooltipClass: () => "fields",
});

// ---- help ----------------------------------------------------------------------------------------------------------

function cardOf(key: string, by: readonly KnownField[]): HTMLElement {
  const place = document.createElement("div");
  place.className = "field-card";
  render(h(FieldCard, { name: key, by, chosen: options.peek().host, texts: t.peek() }), place);
  return place;
}

async function helpAt(view: EditorView, position: number): Promise<Tooltip | null> {
  const { doc } = view.state;
  const place = fieldPlaceAt(view.state, position);
  if (place?.part !== "key") return null;
  await fieldsArrived();
  if (view.state.doc !== doc) return null;
  const key = place.path.join(".");
  const by = known(place.file, key);
  return { pos: place.from, end: place.to, above: true, create: () => ({ dom: cardOf(key, by) }) };
}

const setHelp = StateEffect.define<Tooltip | null>();

/** The help that was asked for by keyboard: until the text or the selection changes. */
const help = StateField.define<Tooltip | null>({
  create: () => null,
  update(shown, transaction) {
    for (const effect of transaction.effects) if (effect.is(setHelp)) return effect.value;
    return transaction.docChanged || transaction.selection ? null : shown;
  },
  provide: (field) => showTooltip.from(field),
});

/** Describes the key of the cursor's line. */
const showHelp: Command = (view) => {
  const line = view.state.doc.lineAt(view.state.selection.main.head);
  const { selection } = view.state;
  void helpAt(view, line.from + /^\s*(?:- +)?/.exec(line.text)![0].length).then((tooltip) => {
    if (!tooltip || !view.state.selection.eq(selection)) return;
    view.dispatch({ effects: [setHelp.of(tooltip), EditorView.announce.of(tooltip.create(view).dom.textContent ?? "")] });
  });
  return true;
};

const hideHelp: Command = (view) => {
  if (view.state.field(help) === null) return false;
  view.dispatch({ effects: setHelp.of(null) });
  return true;
};

export const fieldHelp: Extension = [
  hoverTooltip(helpAt),
  help,
  Prec.high(
    keymap.of([
      { key: "F1", run: showHelp, preventDefault: true },
      { key: "Escape", run: hideHelp },
    ]),
  ),
];
