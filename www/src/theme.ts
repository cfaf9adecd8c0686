/** Light, dark, or as the system says; the choice is all that the page remembers. */
import { effect, signal } from "@preact/signals";

export type Theme = "system" | "light" | "dark";

const KEY = "skillglass.theme";

export const theme = signal<Theme>(stored());

/** Keeps the document in step with the choice. */
export function applyTheme(): void {
  effect(() => {
    const root = document.documentElement;
    if (theme.value === "system") delete root.dataset.theme;
    else root.dataset.theme = theme.value;
    try {
      localStorage.setItem(KEY, theme.value);
    } catch {
      // Storage can be forbidden; the choice then lasts as long as the page.
    }
  });
}

function stored(): Theme {
  try {
    const value = localStorage.getItem(KEY);
    return value === "light" || value === "dark" ? value : "system";
  } catch {
    return "system";
  }
}
