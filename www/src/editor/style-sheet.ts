/**
 * The styles of CodeMirror, which are inserted rule by rule into one empty style element, because the page's policy forbids style elements
 * with text.
 */
import { StyleModule } from "style-mod";

/** The style modules in the order of precedence, the weakest first. */
const mounted: StyleModule[] = [];
let sheet: CSSStyleSheet | null = null;

/** Makes CodeMirror mount its styles in this sheet. Call this function before the first editor is created. */
export function ownStyles(): void {
  StyleModule.mount = (_root, modules) => mount(Array.isArray(modules) ? modules : [modules as StyleModule]);
}

function mount(modules: readonly StyleModule[]): void {
  // Sheets that are already present stay in place, if they are in order.
  let at = 0;
  let changed = false;
  for (const one of modules) {
    const found = mounted.indexOf(one);
    if (found >= at) {
      at = found + 1;
      continue;
    }
    if (found >= 0) {
      mounted.splice(found, 1);
      at--;
    }
    mounted.splice(at++, 0, one);
    changed = true;
  }
  if (changed) rewrite();
}

function rewrite(): void {
  sheet ??= emptySheet();
  while (sheet.cssRules.length > 0) sheet.deleteRule(0);
  for (const one of mounted) {
    // Rules for other browsers cannot be inserted. The parser removes them.
    const parsed = new CSSStyleSheet();
    parsed.replaceSync(one.getRules());
    for (const rule of parsed.cssRules) sheet.insertRule(rule.cssText, sheet.cssRules.length);
  }
}

/** Returns an empty sheet before the page's own styles, so that these can override it. */
function emptySheet(): CSSStyleSheet {
  const element = document.createElement("style");
  document.head.prepend(element);
  return element.sheet!;
}
