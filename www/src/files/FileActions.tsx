import { signal } from "@preact/signals";
import { useRef } from "preact/hooks";
import { importFiles, hasFolderPicker, pickFolder } from "./open/import.ts";
import { pasteFromClipboard } from "./open/paste.ts";
import { t } from "../i18n/index.ts";
import { Gallery } from "./gallery/Gallery.tsx";
import { NewFile } from "./NewFile.tsx";
import { SaveToDisk } from "./disk/SaveToDisk.tsx";
import { disks } from "../state/disks.ts";
import { resetToSample } from "../state/workspace.ts";

type Opened = "new-file" | "gallery" | "disk" | null;
/** The dialog that is open. */
const opened = signal<Opened>(null);
const close = () => (opened.value = null);

/** The ways in, and the way back to the disk. */
export function FileActions() {
  const folder = useRef<HTMLInputElement>(null);
  const zip = useRef<HTMLInputElement>(null);
  const { files, open } = t.value;
  return (
    <>
      <div class="actions">
        <button type="button" onClick={() => (hasFolderPicker() ? void pickFolder() : folder.current?.click())}>{files.openFolder}</button>
        <button type="button" onClick={() => zip.current?.click()}>{files.openZip}</button>
        <button type="button" title={open.pasteHint} onClick={() => void pasteFromClipboard().then((done) => done || (opened.value = "new-file"))}>{open.paste}</button>
        <button type="button" title={files.newFileHint} onClick={() => (opened.value = "new-file")}>{files.newFile}</button>
        <button type="button" title={open.examplesHint} onClick={() => (opened.value = "gallery")}>{open.examples}</button>
        <button type="button" title={files.resetHint} onClick={resetToSample}>{files.reset}</button>
        {disks.value.length > 0 && <button type="button" class="wide" title={open.toDiskHint} onClick={() => (opened.value = "disk")}>{open.toDisk}</button>}
        <input ref={folder} type="file" hidden multiple aria-label={files.openFolder} {...{ webkitdirectory: true }} onChange={take} />
        <input ref={zip} type="file" hidden aria-label={files.openZip} accept=".zip,.skill" onChange={take} />
      </div>
      {opened.value === "new-file" && <NewFile close={close} />}
      {opened.value === "gallery" && <Gallery close={close} />}
      {opened.value === "disk" && <SaveToDisk close={close} />}
    </>
  );
}

function take({ currentTarget }: { currentTarget: HTMLInputElement }): void {
  if (currentTarget.files?.length) void importFiles(currentTarget.files);
  // Choosing the same thing again must count as a change.
  currentTarget.value = "";
}
