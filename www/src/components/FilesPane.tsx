import { useRef, useState } from "preact/hooks";
import { bringFiles } from "../open/bring.ts";
import { current, files, paths, remove, resetToSample } from "../store.ts";
import { count } from "../text.ts";
import { FileTree } from "./FileTree.tsx";
import { NewFile } from "./NewFile.tsx";

export function FilesPane() {
  const [creating, setCreating] = useState(false);
  void paths.value;
  return (
    <nav id="files" class="pane files" aria-labelledby="files-heading" tabIndex={-1}>
      <div class="pane-head">
        <h2 id="files-heading">Files <span class="count">{count(files.size)}</span></h2>
        <button
          type="button"
          class="quiet"
          disabled={current.value === null}
          title={current.value === null ? "Open a file to delete it" : `Delete ${current.value}`}
          onClick={() => current.value !== null && remove(current.value)}
        >
          Delete file
        </button>
      </div>
      <div class="actions">
        <Picker label="Open folder…" folder />
        <Picker label="Open zip…" accept=".zip,.skill" />
        <button type="button" title="Write a new file, or paste a SKILL.md" onClick={() => setCreating(true)}>New file…</button>
        <button type="button" title="Put the sample workspace back" onClick={resetToSample}>Reset</button>
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
