/** Completion of the fields in a skill's files, and help on these fields, from the hosts' tables of fields. */
import type { Completion, CompletionContext, CompletionResult } from "@codemirror/autocomplete";
import { autocompletion, startCompletion } from "@codemirror/autocomplete";
import type { EditorState, Extension } from "@codemirror/state";
import { Prec, StateEffect, StateField } from "@codemirror/state";
import type { Command, Tooltip } from "@codemirror/view";
import { EditorView, hoverTooltip, keymap, showTooltip } from "@codemirror/view";
import type { Field, FieldFile } from "../../skillglass.js";
import type { YamlPlace } from "./frontmatter.js";
import { frontmatter, placeAt } from "./frontmatter.js";

/** A host with the fields that `fields(host)` returns. */
export interface HostFields {
  /** The host's id. */
  readonly host: string;
  /** The host's fields. */
  readonly fields: readonly Field[];
}

/** One host, and a field that this host knows in a skill's files. */
export interface KnownField {
  readonly host: string;
  readonly field: Field;
}

/**
 * The callbacks of completion and help. They return the fields of hosts, the labels of completions,
 * and the cards that explain a key.
 */
export interface FieldSource {
  /**
   * Returns the kind of file that is open in the editor; null if no host has fields for this file.
   */
  file(state: EditorState): FieldFile | null;
  /**
   * Returns the fields of each host. The editor calls this function whenever it needs the fields.
   */
  fields(): readonly HostFields[] | Promise<readonly HostFields[]>;
  /**
   * Returns the id of the host for which the author writes; null if there is no such host.
   * Completion shows the fields of this host first.
   */
  chosen(): string | null;
  /** Creates a card that shows how each host reads a key. The card is shown beside a completion and in a tooltip. */
  card(key: string, known: readonly KnownField[]): HTMLElement;
  /** Returns the labels that are shown beside completions. */
  words(): FieldWords;
}

/** The labels that are shown beside the fields in the list of completions. */
export interface FieldWords {
  /** The label that is shown beside a field that authors must set, such as `required`. */
  readonly required: string;
  /** The label that is shown beside a field that authors should no longer use, such as `deprecated`. */
  readonly deprecated: string;
  /** Returns the label of a field that only the given hosts read, such as `read by codex`. */
  readBy(hosts: readonly string[]): string;
  /** The label of a field that has no effect in any host. */
  readonly kept: string;
}

/**
 * Returns a field's key without the marks `[]`, which mean that the field is a list. Authors write
 * keys without these marks.
 */
export function plainKey({ key }: Field): string {
  return key.replaceAll("[]", "");
}

/** Returns the fields with this key, one for each host that knows the key. */
export function knownField(tables: readonly HostFields[], file: FieldFile, key: string): KnownField[] {
  return tables.flatMap(({ host, fields }) =>
    fields.filter((field) => field.file === file && plainKey(field) === key).map((field) => ({ host, field })),
  );
}

/**
 * Creates two extensions: completion of keys and values, and help on a key. The help opens when the
 * user points at the key or presses F1.
 */
export function fieldSupport(source: FieldSource): { completion: Extension; help: Extension } {
  return { completion: completionOf(source), help: helpOf(source) };
}

interface FieldPlace extends YamlPlace {
  file: FieldFile;
}

function fieldPlaceAt(source: FieldSource, state: EditorState, position: number): FieldPlace | null {
  const file = source.file(state);
  if (file === null) return null;
  const block = file === "frontmatter" ? frontmatter(state.doc) : { first: 1, last: state.doc.lines };
  const place = block && placeAt(state, block, position);
  return place && { ...place, file };
}

// ---- completion ----------------------------------------------------------------------------------------------------

function completionOf(source: FieldSource): Extension {
  const complete = async (context: CompletionContext): Promise<CompletionResult | null> => {
    const place = fieldPlaceAt(source, context.state, context.pos);
    if (!place || (place.text === "" && !context.explicit && place.part === "key")) return null;
    const tables = await source.fields();
    const key = place.path.join(".");
    // An item of a list of maps begins with a key.
    const ofItem = place.part === "value" && knownField(tables, place.file, key).some(({ field }) => field.kind.type === "list");
    const options =
      place.part === "key"
        ? keysBelow(source, tables, place, place.path.slice(0, -1))
        : ofItem
          ? keysBelow(source, tables, place, place.path)
          : valueOptions(source, knownField(tables, place.file, key));
    return options.length > 0 ? { from: place.from, to: place.to, options, validFor: /^[\w-]*$/ } : null;
  };
  return autocompletion({
    override: [complete],
    icons: false,
    optionClass: ({ type }) => (type === "foreign" ? "foreign" : ""),
    tooltipClass: () => "fields",
  });
}

function keysBelow(
  source: FieldSource,
  tables: readonly HostFields[],
  { file, siblings, text }: FieldPlace,
  path: readonly string[],
): Completion[] {
  const prefix = path.length > 0 ? `${path.join(".")}.` : "";
  const names = new Set<string>();
  for (const { fields } of tables) {
    for (const field of fields) {
      const key = plainKey(field);
      if (field.file === file && key.startsWith(prefix) && !key.slice(prefix.length).includes(".")) names.add(key.slice(prefix.length));
    }
  }
  return [...names]
    .filter((name) => name !== "" && (name === text || !siblings.includes(name)))
    .map((name) => keyOption(source, name, knownField(tables, file, prefix + name)));
}

function keyOption(source: FieldSource, name: string, by: KnownField[]): Completion {
  const words = source.words();
  const chosen = source.chosen();
  const own = by.find(({ host }) => host === chosen)?.field;
  const read = by.filter(({ field }) => field.status === "read" || field.status === "deprecated");
  const isRead = own?.status === "read";
  const detail = own?.required
    ? words.required
    : own?.status === "deprecated"
      ? words.deprecated
      : isRead
        ? ""
        : read.length > 0
          ? words.readBy(read.map(({ host }) => host))
          : words.kept;
  return {
    label: name,
    detail,
    type: isRead ? "own" : "foreign",
    boost: isRead ? (own.required ? 3 : 2) : read.length > 0 ? 1 : 0,
    info: () => source.card(name, by),
    apply: (view, _, from, to) => {
      const line = view.state.doc.lineAt(to);
      const behind = /^\s*:/.test(line.text.slice(to - line.from));
      view.dispatch({
        changes: { from, to, insert: behind ? name : `${name}: ` },
        selection: { anchor: from + name.length + (behind ? 0 : 2) },
        userEvent: "input.complete",
      });
      if (!behind && valuesOf(by).length > 0) startCompletion(view);
    },
  };
}

/** Returns the values that a field accepts, each with the hosts that accept the value. */
function valuesOf(by: readonly KnownField[]): { value: string; hosts: string[] }[] {
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

function valueOptions(source: FieldSource, by: readonly KnownField[]): Completion[] {
  const chosen = source.chosen();
  return valuesOf(by).map(({ value, hosts }) => {
    const own = chosen !== null && hosts.includes(chosen);
    return { label: value, detail: own ? "" : source.words().readBy(hosts), type: own ? "own" : "foreign", boost: own ? 1 : 0 };
  });
}

// ---- help ----------------------------------------------------------------------------------------------------------

function helpOf(source: FieldSource): Extension {
  const helpAt = async (view: EditorView, position: number): Promise<Tooltip | null> => {
    const { doc } = view.state;
    const place = fieldPlaceAt(source, view.state, position);
    if (place?.part !== "key") return null;
    const tables = await source.fields();
    if (view.state.doc !== doc) return null;
    const key = place.path.join(".");
    const by = knownField(tables, place.file, key);
    return { pos: place.from, end: place.to, above: true, create: () => ({ dom: source.card(key, by) }) };
  };

  const setHelp = StateEffect.define<Tooltip | null>();

  /**
   * The help that the user opened by keyboard. The help is shown until the text or the selection
   * changes.
   */
  const help = StateField.define<Tooltip | null>({
    create: () => null,
    update(shown, transaction) {
      for (const effect of transaction.effects) if (effect.is(setHelp)) return effect.value;
      return transaction.docChanged || transaction.selection ? null : shown;
    },
    provide: (field) => showTooltip.from(field),
  });

  /** Shows help on the key in the cursor's line. */
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

  return [
    hoverTooltip(helpAt),
    help,
    Prec.high(
      keymap.of([
        { key: "F1", run: showHelp, preventDefault: true },
        { key: "Escape", run: hideHelp },
      ]),
    ),
  ];
}
