/**
 * This module opens the first workspace of the page: the workspace of a link if there is one, else
 * the saved workspace, else the sample.
 */
import { effect } from "@preact/signals";
import type { Edition, HostId } from "skillglass";
import type { KeptWorkspace } from "../files/keep/keep.ts";
import { isSafe, keepAs, keepUp, recallWorkspace } from "../files/keep/keep.ts";
import { fromFragment } from "../files/share/link.ts";
import type { Embedding } from "../lib/embedding.ts";
import { embedding } from "../lib/embedding.ts";
import { notice } from "../state/notice.ts";
import { options, replaceOptions } from "../state/options.ts";
import { origin } from "../state/origin.ts";
import { view } from "../state/selection.ts";
import type { Workspace } from "../state/workspace.ts";
import { replace, resetToSample, snapshot } from "../state/workspace.ts";

export async function begin(): Promise<void> {
  if (embedding) return beginEmbedded(embedding);
  const link = linked();
  if (link) openLink(link, () => void ownBack());
  else await restore();
  keepUp();
  addEventListener("hashchange", () => void openAnother());
  // Once the workspace is changed, the address no longer describes it.
  effect(() => {
    if (origin.value !== "link" && location.hash.startsWith("#w")) dropFragment();
  });
}

/**
 * Returns the workspace that the page's address contains; null if there is no workspace in the
 * address, or if the link is broken. A notice reports a broken link.
 */
function linked(): Workspace | null {
  const read = fromFragment(location.hash);
  if (read === null) return null;
  if (read.kind === "workspace") return read.workspace;
  const { why } = read;
  notice.value = { text: ({ share }) => share.broken[why], refused: [] };
  dropFragment();
  return null;
}

function openLink(workspace: Workspace, undo: () => void): void {
  keepAs("link");
  void replace(workspace, "link", {
    text: ({ share }) => share.fromLink(workspace.files.size),
    undo,
    undoLabel: ({ share }) => share.ownBack,
  });
}

/**
 * Opens the workspace that the link in the page's address contains, after the visitor has changed
 * the address. If unsaved files of the current workspace would be lost, first asks the visitor.
 */
async function openAnother(): Promise<void> {
  const workspace = linked();
  if (!workspace) return;
  if (await isSafe()) return openLink(workspace, () => void ownBack());
  dropFragment();
  notice.value = {
    text: ({ share }) => share.linkWaits(workspace.files.size),
    refused: [],
    undo: () => openLink(workspace, backTo(snapshot(true))),
    undoLabel: ({ share }) => share.openLink,
  };
}

/**
 * Returns a function that restores the visitor's own workspace after a link has replaced it. The
 * function calls `former`, which restores the files from memory, because the browser's storage does
 * not have these files.
 */
function backTo(former: () => void): () => void {
  return () => {
    keepAs("own");
    former();
  };
}

/** Starts the page in a frame. Nothing is saved and no saved workspace is shown, because a frame is part of another page. */
function beginEmbedded(chosen: Embedding): void {
  const openLinked = () => {
    const link = linked();
    if (link) void replace({ ...link, ...chosenOver(link, chosen) }, "link", null);
    return link !== null;
  };
  if (!openLinked()) {
    const over = chosenOver({ options: options.peek(), view: view.peek() }, chosen);
    view.value = over.view;
    void replaceOptions(over.options);
  }
  addEventListener("hashchange", openLinked);
}

/**
 * Returns the options and the view of a workspace. If the embedding page has chosen a host, an
 * edition or a view, this choice replaces the workspace's own. Unknown values are not checked here,
 * because the view and the engine report them.
 */
function chosenOver({ options, view }: Pick<Workspace, "options" | "view">, chosen: Embedding): Pick<Workspace, "options" | "view"> {
  const host = chosen.host === null ? {} : { host: chosen.host as HostId, edition: chosen.edition as Edition | null };
  return { options: { ...options, ...host }, view: chosen.view ?? view };
}

async function restore(): Promise<void> {
  const broken = notice.value;
  const workspace = await recallWorkspace();
  if (!workspace) return;
  restored(workspace);
  // The visitor should know that a link could not be opened.
  if (broken) notice.value = broken;
}

async function ownBack(): Promise<void> {
  keepAs("own");
  const workspace = await recallWorkspace();
  if (workspace) restored(workspace);
  else resetToSample();
}

/** Restores a saved workspace. Does not wait for the engine, which may still be loading. */
function restored(workspace: KeptWorkspace): void {
  const { files, copied, waiting } = workspace;
  void replace(workspace, null, {
    text: ({ share }) =>
      copied
        ? share.copied(files.size)
        : waiting > 0
          ? `${share.restored(files.size)} ${share.waiting(waiting)}`
          : share.restored(files.size),
    undo: resetToSample,
    undoLabel: ({ share }) => share.startOver,
  });
}

function dropFragment(): void {
  const url = new URL(location.href);
  url.hash = "";
  try {
    history.replaceState(history.state, "", url);
  } catch {
    // A sandboxed frame may not change its address.
  }
}
