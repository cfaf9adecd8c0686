import { removeEntry } from "./tree/verbs.ts";
import { current, files, paths } from "../state/store.ts";
import { t } from "../i18n/index.ts";
import { BringIn } from "./FileActions.tsx";
import { FileTree } from "./tree/FileTree.tsx";

export function FilesPane() {
  void paths.value;
  const { files: texts, figures } = t.value;
  return (
    <nav id="files" class="pane files" aria-labelledby="files-heading" tabIndex={-1}>
      <div class="pane-head">
        <h2 id="files-heading">{texts.heading} <span class="count">{figures.count(files.size)}</span></h2>
        <button
          type="button"
          class="quiet"
          disabled={current.value === null}
          title={current.value === null ? texts.removeNothing : texts.removeWhat(current.value)}
          onClick={() => current.value !== null && removeEntry(current.value)}
        >
          {texts.remove}
        </button>
      </div>
      <BringIn />
      <FileTree />
    </nav>
  );
}
