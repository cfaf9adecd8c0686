/**
 * This module defines the appearance of the editor, which is made with CodeMirror. The editor uses
 * the page's own colours, so ui/base.css defines the light and the dark theme.
 */
import { HighlightStyle, syntaxHighlighting } from "@codemirror/language";
import type { Extension } from "@codemirror/state";
import { EditorView } from "@codemirror/view";
import { tags } from "@lezer/highlight";
import { ownStyles } from "./style-sheet.ts";

const look = EditorView.theme({
  "&": { color: "var(--text)", backgroundColor: "transparent", height: "100%", fontSize: "13px" },
  "&.cm-focused": { outline: "none" },
  ".cm-scroller": { fontFamily: "var(--mono)", lineHeight: "1.6" },
  ".cm-content": { caretColor: "var(--text)", padding: "10px 0" },
  ".cm-line": { padding: "0 14px 0 6px" },
  ".cm-cursor, .cm-dropCursor": { borderLeftColor: "var(--text)" },
  "&.cm-focused > .cm-scroller > .cm-selectionLayer .cm-selectionBackground, .cm-selectionBackground": {
    backgroundColor: "var(--selection)",
  },
  ".cm-gutters": { backgroundColor: "transparent", color: "var(--faint)", border: "none" },
  ".cm-lineNumbers .cm-gutterElement": { padding: "0 8px 0 12px", minWidth: "38px" },
  ".cm-activeLine": { backgroundColor: "var(--line)" },
  ".cm-activeLineGutter": { backgroundColor: "transparent", color: "var(--text)" },
  ".cm-placeholder": { color: "var(--faint)" },
  ".cm-specialChar": { color: "var(--error)" },
  ".cm-tooltip": {
    backgroundColor: "var(--raised)",
    color: "var(--text)",
    border: "1px solid var(--border)",
    borderRadius: "6px",
    overflow: "hidden",
  },
  // The description is shown beside the list, outside of its box.
  ".cm-tooltip.cm-tooltip-autocomplete": { overflow: "visible" },
  ".cm-tooltip.cm-tooltip-autocomplete > ul": {
    fontFamily: "var(--mono)",
    fontSize: "12.5px",
    maxHeight: "14em",
    maxWidth: "min(560px, 90vw)",
  },
  ".cm-tooltip.cm-tooltip-autocomplete > ul > li": { padding: "3px 10px" },
  ".cm-tooltip.cm-tooltip-autocomplete > ul > li[aria-selected]": { backgroundColor: "var(--accent-soft)", color: "var(--text)" },
  ".cm-completionMatchedText": { textDecoration: "none", fontWeight: "650" },
  ".cm-completionDetail": { color: "var(--muted)", fontStyle: "normal", marginLeft: "1em" },
  ".cm-tooltip.cm-completionInfo": { padding: "6px 10px", maxWidth: "min(320px, 90vw)", fontSize: "13px" },
  ".cm-completionIcon": { display: "none" },
  ".cm-tooltip-autocomplete li.foreign": { color: "var(--muted)" },
  ".cm-panels": { backgroundColor: "var(--sunken)", color: "var(--text)", fontFamily: "var(--sans)", fontSize: "13px" },
  ".cm-panels.cm-panels-top": { borderBottom: "1px solid var(--border)" },
  ".cm-panel.cm-search": { padding: "6px 34px 6px 8px", display: "flex", flexWrap: "wrap", gap: "5px", alignItems: "center" },
  ".cm-panel.cm-search br": { flexBasis: "100%", height: "0", content: "''" },
  ".cm-panel.cm-search input, .cm-panel.cm-search button, .cm-panel.cm-search label": { margin: "0", fontSize: "12.5px" },
  ".cm-textfield": {
    backgroundColor: "var(--raised)",
    border: "1px solid var(--border-strong)",
    borderRadius: "5px",
    color: "var(--text)",
    height: "26px",
    padding: "0 8px",
  },
  ".cm-button": {
    backgroundImage: "none",
    backgroundColor: "var(--raised)",
    border: "1px solid var(--border)",
    borderRadius: "5px",
    height: "26px",
    padding: "0 8px",
    color: "var(--text)",
  },
  ".cm-panel.cm-search [name=close]": { top: "6px", right: "8px", width: "24px", height: "24px", padding: "0", color: "var(--muted)" },
  ".cm-searchMatch": { backgroundColor: "var(--warning-soft)", outline: "1px solid var(--warning)" },
  ".cm-searchMatch-selected": { backgroundColor: "var(--selection)" },
  ".cm-lintRange": {
    backgroundImage: "none",
    paddingBottom: "0",
    textDecorationLine: "underline",
    textDecorationStyle: "wavy",
    textDecorationThickness: "1.3px",
    textUnderlineOffset: "3.5px",
    textDecorationSkipInk: "none",
  },
  ".cm-lintRange-error": { textDecorationColor: "var(--error)" },
  ".cm-lintRange-warning": { textDecorationColor: "var(--warning)" },
  ".cm-lintRange-info, .cm-lintRange-hint": { textDecorationColor: "var(--accent)", textDecorationStyle: "dotted" },
  ".cm-lintPoint:after": { borderBottomColor: "var(--error)" },
  ".cm-gutter-lint .cm-gutterElement": { padding: "5px 0 0 3px" },
  // As in the tree, each severity has its own shape, so that colour is not the only difference.
  ".cm-lint-marker": { width: "10px", height: "10px", content: "none", display: "block" },
  ".cm-lint-marker-error": { content: "none", backgroundColor: "var(--error)", clipPath: "polygon(50% 0, 100% 100%, 0 100%)" },
  ".cm-lint-marker-warning": { content: "none", backgroundColor: "var(--warning)", clipPath: "polygon(50% 0, 100% 50%, 50% 100%, 0 50%)" },
  ".cm-lint-marker-info, .cm-lint-marker-hint": { content: "none", border: "2px solid var(--accent)", borderRadius: "50%" },
  ".cm-diagnostic": { padding: "8px 12px", maxWidth: "56ch", fontFamily: "var(--sans)", fontSize: "13px", whiteSpace: "pre-wrap" },
  ".cm-diagnostic-error": { borderLeft: "3px solid var(--error)" },
  ".cm-diagnostic-warning": { borderLeft: "3px solid var(--warning)" },
  ".cm-diagnostic-info, .cm-diagnostic-hint": { borderLeft: "3px solid var(--accent)" },
});

const colours = HighlightStyle.define([
  { tag: tags.heading, fontWeight: "650" },
  { tag: tags.strong, fontWeight: "650" },
  { tag: tags.emphasis, fontStyle: "italic" },
  { tag: [tags.link, tags.url], color: "var(--code-link)" },
  { tag: [tags.monospace], color: "var(--code-string)" },
  { tag: [tags.definition(tags.propertyName), tags.propertyName, tags.keyword, tags.tagName], color: "var(--code-key)" },
  { tag: [tags.bool, tags.null, tags.number, tags.atom], color: "var(--code-value)" },
  { tag: tags.string, color: "var(--code-string)" },
  { tag: [tags.comment, tags.meta, tags.processingInstruction, tags.contentSeparator, tags.quote], color: "var(--muted)" },
]);

ownStyles();

export const appearance: Extension = [look, syntaxHighlighting(colours)];
