import { useRef, useState } from "preact/hooks";
import { bringFiles } from "../open/bring.ts";
import { current, files, paths, resetToSample } from "../store.ts";
import { t } from "../texts/index.ts";
import { removeEntry } from "../editor/treeVerbs.ts";
import { FileTree } from "./FileTree.tsx";
import { NewFile } from "./NewFile.tsx";

export function FilesPane() {
  const [creating, setCreating] = useState(false);
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
      <div class="actions">
        <Picker label={texts.openFolder} folder />
        <Picker label={texts.openZip} accept=".zip,.skill" />
        <button type="button" title={texts.newFileHint} onClick={() => setCreating(true)}>{texts.newFile}</button>
        <button type="button" title={texts.resetHint} onClick={resetToSample}>{texts.reset}</button>
      </div>
      <FileTree />
      {creating && <NewFile close={() => setCreating(false)} />}
    </nav>
  );
}

function Picker({ label, accept, folder }: { label: string; accept?: string; folder?: boolean }) {
  const input = useRef<HTMLInputElement>(null);
  return (
    <>
      <button type="button" onClick={() => input.current?.click()}>{label}</button>
      <input
        ref={input}
        type="file"
        hidden
        multiple={folder}
        aria-label={label}
        {...(accept && { accept })}
        {...(folder && { webkitdirectory: true })}
        onChange={(event) => {
          const { files } = event.currentTarget;
          if (files?.length) void bringFiles(files);
          // Choosing the same thing again must count as a change.
          event.currentTarget.value = "";
        }}
      />
    </>
  );
}
