/** How CodeMirror looks: the page's own colours, so that both themes come from style.css. */
import { HighlightStyle, syntaxHighlighting } from "@codemirror/language";
import type { Extension } from "@codemirror/state";
import { EditorView } from "@codemirror/view";
import { tags } from "@lezer/highlight";

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
  ".cm-tooltip": { backgroundColor: "var(--raised)", color: "var(--text)", border: "1px solid var(--border)", borderRadius: "6px", overflow: "hidden" },
  // The description stands beside the list, outside its box.
  ".cm-tooltip.cm-tooltip-autocomplete": { overflow: "visible" },
  ".cm-tooltip.cm-tooltip-autocomplete > ul": { fontFamily: "var(--mono)", fontSize: "12.5px", maxHeight: "14em", maxWidth: "min(560px, 90vw)" },
  ".cm-tooltip.cm-tooltip-autocomplete > ul > li": { padding: "3px 10px" },
  ".cm-tooltip.cm-tooltip-autocomplete > ul > li[aria-selected]": { backgroundColor: "var(--accent-soft)", color: "var(--text)" },
  ".cm-completionMatchedText": { textDecoration: "none", fontWeight: "650" },
  ".cm-completionDetail": { color: "var(--muted)", fontStyle: "normal", marginLeft: "1em" },
  ".cm-tooltip.cm-completionInfo": { padding: "6px 10px", maxWidth: "min(320px, 90vw)", fontSize: "13px" },
  ".cm-diagnostic": { padding: "8px 12px", maxWidth: "56ch", fontFamily: "var(--sans)", fontSize: "13px", whiteSpace: "pre-wrap" },
  ".cm-diagnostic-error": { borderLeft: "3px solid var(--error)" },
});

const colours = HighlightStyle.define([
  { tag: tags.heading, fontWeight: "650" },
  { tag: tags.strong, fontWeight: "650" },
  { tag: tags.emphasis, fontStyle: "italic" },
  { tag: [tags.link, tags.url], color: "var(--code-link)" },
  { tag: [tags.monospace, tags.literal], color: "var(--code-string)" },
  { tag: [tags.definition(tags.propertyName), tags.propertyName, tags.keyword, tags.tagName], color: "var(--code-key)" },
  { tag: tags.string, color: "var(--code-string)" },
  { tag: [tags.comment, tags.meta, tags.processingInstruction, tags.contentSeparator, tags.quote], color: "var(--muted)" },
]);

/** The policy of the built page allows only style elements that bear this nonce. */
export const appearance: Extension = [look, syntaxHighlighting(colours), EditorView.cspNonce.of(__STYLE_NONCE__)];
