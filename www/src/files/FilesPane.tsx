import { t } from "../i18n/index.ts";
import { readOnly } from "../lib/embedding.ts";
import { files, paths } from "../state/files.ts";
import { current } from "../state/selection.ts";
import { FileActions } from "./FileActions.tsx";
import { FileTree } from "./tree/FileTree.tsx";
import { removeEntry } from "./tree/verbs.ts";
import "./files.css";

export function FilesPane() {
  void paths.value;
  const { files: texts, figures } = t.value;
  return (
    <nav id="files" class="pane files" aria-labelledby="files-heading" tabIndex={-1}>
      <div class="pane-head">
        <h2 id="files-heading">
          {texts.heading} <span class="count">{figures.count(files.size)}</span>
        </h2>
        {!readOnly && (
          <button
            type="button"
            class="quiet"
            disabled={current.value === null}
            title={current.value === null ? texts.removeNothing : texts.removeWhat(current.value)}
            onClick={() => current.value !== null && removeEntry(current.value)}
          >
            {texts.remove}
          </button>
        )}
      </div>
      {!readOnly && <FileActions />}
      <FileTree />
    </nav>
  );
}
