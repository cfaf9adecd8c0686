/** The tiny tree of a changed row as the workspace, with the two editions side by side. */
import type { ChangeExample, Edition, HostId, WorkspaceOptions } from "skillglass";
import { isSkillFile } from "../../lib/paths.ts";
import { openEditions } from "../../state/comparing.ts";
import { OPTIONS } from "../../state/defaults.ts";
import type { HostOptions } from "../../state/host-options.ts";
import { replace } from "../../state/workspace.ts";

interface Shown {
  example: ChangeExample;
  /** The title of the row. */
  title: string;
  host: HostId;
  from: Edition;
  to: Edition;
}

export function openChangeExample({ example, title, host, from, to }: Shown): void {
  const files = new Map(Object.entries(example.files));
  const next = {
    files,
    folders: [],
    current: [...files.keys()].find(isSkillFile) ?? null,
    options: optionsOf(example.options, host, to),
    connectors: [],
    prompt: "",
    view: "compare",
  };
  void replace(next, "example", { text: ({ changes }) => changes.changelog.opened(title) });
  openEditions(host, from, to);
}

/** Returns the options of an example for this page: those that it sets, and the page's own for the others. */
export function optionsOf(options: WorkspaceOptions, host: HostId, edition: Edition): HostOptions {
  const set = Object.fromEntries(Object.entries(options).filter(([, value]) => value !== null && value !== undefined));
  return { ...OPTIONS, ...set, host, edition };
}
