/**
 * This module opens the example of a row in a host's changelog: its small tree becomes the
 * workspace, and the two editions are compared.
 */
import type { ChangeExample, Edition, HostId } from "skillglass";
import { ask } from "../../engine/client.ts";
import { isSkillFile } from "../../lib/paths.ts";
import { openEditions } from "../../state/comparing.ts";
import { files } from "../../state/files.ts";
import { current } from "../../state/selection.ts";
import { replace } from "../../state/workspace.ts";
import { optionsOf } from "./example-options.ts";

interface Shown {
  example: ChangeExample;
  /** The title of the row in the changelog from which the example is opened. */
  title: string;
  host: HostId;
  from: Edition;
  to: Edition;
}

export function openChangeExample({ example, title, host, from, to }: Shown): void {
  const tree = new Map(Object.entries(example.files));
  const next = {
    files: tree,
    folders: [],
    current: [...tree.keys()].find(isSkillFile) ?? null,
    options: optionsOf(example.options, host, to),
    connectors: [],
    prompt: "",
    view: "compare",
  };
  const opened = replace(next, "example", { text: ({ changes }) => changes.changelog.opened(title) });
  openEditions(host, from, to);
  void showChanged(opened, host, from, to);
}

/**
 * Opens the first skill that differs between the two editions, unless the visitor has opened
 * another file in the meantime.
 */
async function showChanged(opened: Promise<void>, host: HostId, from: Edition, to: Edition): Promise<void> {
  const before = current.peek();
  const diff = await ask("editions", { from: { host, edition: from }, to: { host, edition: to } }, "example").catch(() => undefined);
  await opened;
  const path = diff?.skills[0]?.path;
  if (path !== undefined && files.has(path) && current.peek() === before) current.value = path;
}
