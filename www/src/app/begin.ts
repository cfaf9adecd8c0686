/** The first workspace of the page: that of a link, else the kept one, else the sample. */
import { effect } from "@preact/signals";
import type { KeptWorkspace } from "../files/keep/keep.ts";
import { keepAs, keepUp, recallWorkspace } from "../files/keep/keep.ts";
import { fromFragment } from "../files/share/link.ts";
import { notice } from "../state/notice.ts";
import { origin } from "../state/origin.ts";
import { replace, resetToSample } from "../state/workspace.ts";

export async function begin(): Promise<void> {
  if (!openLink()) await restore();
  keepUp();
  addEventListener("hashchange", () => void openLink());
  // Once it is changed, the address is no longer what is shown.
  effect(() => {
    if (origin.value !== "link" && location.hash.startsWith("#w")) dropFragment();
  });
}

/** Opens the workspace in the page's address; false if there is none, or none that can be read. */
function openLink(): boolean {
  const read = fromFragment(location.hash);
  if (read === null) return false;
  if (read.kind === "broken") {
    const { why } = read;
    notice.value = { text: ({ share }) => share.broken[why], refused: [] };
    dropFragment();
    return false;
  }
  const { workspace } = read;
  keepAs("link");
  void replace(workspace, "link", {
    text: ({ share }) => share.fromLink(workspace.files.size),
    undo: () => void ownBack(),
    undoLabel: ({ share }) => share.ownBack,
  });
  return true;
}

async function restore(): Promise<void> {
  const broken = notice.value;
  const workspace = await recallWorkspace();
  if (!workspace) return;
  restored(workspace);
  // The visitor wants to know of a link that could not be opened.
  if (broken) notice.value = broken;
}

async function ownBack(): Promise<void> {
  keepAs("own");
  const workspace = await recallWorkspace();
  if (workspace) restored(workspace);
  else resetToSample();
}

/** Not to be waited for: at the beginning the engine takes nothing yet. */
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
  history.replaceState(history.state, "", url);
}
