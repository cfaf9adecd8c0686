/**
 * This module has the colour theme of the page: light, dark, or the setting of the operating
 * system.
 */
import { effect, signal } from "@preact/signals";
import { embedding } from "../lib/embedding.ts";
import { recall, remember } from "../lib/remembered.ts";

export type Theme = "system" | "light" | "dark";

const KEY = "skillglass.theme";

export const theme = signal<Theme>(stored());

/**
 * Applies the chosen colour theme to the document, now and whenever the visitor chooses another
 * theme.
 */
export function applyTheme(): void {
  effect(() => {
    const root = document.documentElement;
    if (theme.value === "system") delete root.dataset.theme;
    else root.dataset.theme = theme.value;
    remember(KEY, theme.value);
  });
}

function stored(): Theme {
  const value = embedding?.theme ?? recall(KEY);
  return value === "light" || value === "dark" ? value : "system";
}
