/** This module replaces the workspace by an example. */
import { OPTIONS } from "../../state/defaults.ts";
import { replace } from "../../state/workspace.ts";
import type { Example } from "./example.ts";

export function openExample({ id, files, current, options, prompt, view }: Example): Promise<void> {
  const next = {
    files: new Map(files()),
    folders: [],
    current,
    options: { ...OPTIONS, ...options },
    connectors: [],
    prompt: prompt ?? "",
    view: view ?? "skills",
  };
  return replace(next, "example", { text: ({ gallery }) => gallery.opened(gallery.examples[id].title) });
}
