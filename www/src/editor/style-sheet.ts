/**
 * This module inserts the styles of CodeMirror into an empty style element, one rule after another.
 * The page's Content Security Policy forbids style elements with text.
 */
import { StyleModule } from "style-mod";

/** The style modules that are in the page's style sheet, by increasing precedence. */
const mounted: StyleModule[] = [];
let sheet: CSSStyleSheet | null = null;

/**
 * Makes CodeMirror insert its styles into the style sheet of this module. This function must run
 * before the first editor is created.
 */
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

/**
 * Adds an empty style sheet before the page's own style sheets, so that the page's styles override
 * the editor's.
 */
function emptySheet(): CSSStyleSheet {
  const element = document.createElement("style");
  document.head.prepend(element);
  return element.sheet!;
}
