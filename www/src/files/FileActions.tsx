import { signal } from "@preact/signals";
import { useRef } from "preact/hooks";
import { canPickDirectory } from "skillglass/sources";
import { t } from "../i18n/index.ts";
import { embedding } from "../lib/embedding.ts";
import { disks } from "../state/disks.ts";
import { resetToSample } from "../state/workspace.ts";
import { SaveToDisk } from "./disk/SaveToDisk.tsx";
import { Gallery } from "./gallery/Gallery.tsx";
import { NewFile } from "./NewFile.tsx";
import { importFiles, pickFolder } from "./open/import.ts";
import { pasteFromClipboard } from "./open/paste.ts";

type OpenDialog = "new-file" | "gallery" | "disk" | null;
/** The dialog that is open; null for none. */
const dialog = signal<OpenDialog>(null);
const close = () => (dialog.value = null);

/**
 * The buttons that import files into the workspace, and the button that writes changed files back
 * to the disk.
 */
export function FileActions() {
  const folder = useRef<HTMLInputElement>(null);
  const zip = useRef<HTMLInputElement>(null);
  const { files, open } = t.value;
  // A frame in another site gets neither the picker of folders nor the clipboard, so it shows only its own workspace.
  if (embedding)
    return (
      <>
        <div class="actions">
          <NewFileButton />
        </div>
        {dialog.value === "new-file" && <NewFile close={close} />}
      </>
    );
  return (
    <>
      <div class="actions">
        <button type="button" onClick={() => (canPickDirectory() ? void pickFolder() : folder.current?.click())}>
          {files.openFolder}
        </button>
        <button type="button" onClick={() => zip.current?.click()}>
          {files.openZip}
        </button>
        <button
          type="button"
          title={open.pasteHint}
          onClick={() => void pasteFromClipboard().then((done) => done || (dialog.value = "new-file"))}
        >
          {open.paste}
        </button>
        <NewFileButton />
        <button type="button" title={open.examplesHint} onClick={() => (dialog.value = "gallery")}>
          {open.examples}
        </button>
        <button type="button" title={files.resetHint} onClick={resetToSample}>
          {files.reset}
        </button>
        {disks.value.length > 0 && (
          <button type="button" class="wide" title={open.toDiskHint} onClick={() => (dialog.value = "disk")}>
            {open.toDisk}
          </button>
        )}
        <input ref={folder} type="file" hidden multiple aria-label={files.openFolder} {...{ webkitdirectory: true }} onChange={take} />
        <input ref={zip} type="file" hidden aria-label={files.openZip} accept=".zip,.skill" onChange={take} />
      </div>
      {dialog.value === "new-file" && <NewFile close={close} />}
      {dialog.value === "gallery" && <Gallery close={close} />}
      {dialog.value === "disk" && <SaveToDisk close={close} />}
    </>
  );
}

function NewFileButton() {
  const { files } = t.value;
  return (
    <button type="button" title={files.newFileHint} onClick={() => (dialog.value = "new-file")}>
      {files.newFile}
    </button>
  );
}

function take({ currentTarget }: { currentTarget: HTMLInputElement }): void {
  if (currentTarget.files?.length) void importFiles(currentTarget.files);
  // The value is cleared, so that choosing the same entry again is also a change.
  currentTarget.value = "";
}
