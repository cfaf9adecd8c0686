/** The theme: light, dark, or the system's. */
import { effect, signal } from "@preact/signals";
import { embedding } from "../lib/embedding.ts";
import { recall, remember } from "../lib/remembered.ts";

export type Theme = "system" | "light" | "dark";

const KEY = "skillglass.theme";

export const theme = signal<Theme>(stored());

/** Applies each change of the theme to the document. */
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
