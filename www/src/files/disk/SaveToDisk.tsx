import { useEffect, useState } from "preact/hooks";
import { t } from "../../i18n/index.ts";
import type { DiskMount } from "../../state/disks.ts";
import { disks, disksChanged } from "../../state/disks.ts";
import { files } from "../../state/files.ts";
import { Dialog } from "../../ui/Dialog.tsx";
import type { Difference } from "./write-back.ts";
import { differences, mayRead, mayWrite, writeBack } from "./write-back.ts";
import "./disk.css";

/**
 * The dialog that compares the workspace with the folders on disk from which files were imported.
 * For each folder, it lists the files that differ. The visitor chooses the files to write to the
 * disk.
 */
export function SaveToDisk({ close }: { close: () => void }) {
  const { disk } = t.value;
  return (
    <Dialog heading={disk.heading} class="to-disk" close={close} closeLabel={disk.close}>
      {disks.value.map((mount) => (
        <Folder key={mount.disk} mount={mount} />
      ))}
    </Dialog>
  );
}

function Folder({ mount }: { mount: DiskMount }) {
  const { disk } = t.value;
  const [found, setFound] = useState<Difference[] | null>(null);
  const [chosen, setChosen] = useState<ReadonlySet<string>>(new Set());
  const [said, setSaid] = useState("");
  const [locked, setLocked] = useState(false);

  const compare = async () => {
    const all = await differences(mount, files);
    setFound(all);
    // A write that would destroy something is not chosen by default.
    setChosen(new Set(all.filter(({ conflict }) => conflict === null).map(({ path }) => path)));
  };
  /**
   * Compares the folder with the workspace, if the page may read the folder. After a page reload,
   * the browser asks the visitor first.
   */
  const open = async () => {
    setSaid("");
    const may = (await mayRead(mount)) || (await mayWrite(mount));
    setLocked(!may);
    if (may) await compare();
  };
  const tryOpen = () => void open().catch((error: unknown) => setSaid(error instanceof Error ? error.message : String(error)));
  useEffect(tryOpen, [mount]);

  const save = async () => {
    if (!(await mayWrite(mount))) return setSaid(disk.denied);
    let saved = 0;
    let held = 0;
    const failures: string[] = [];
    for (const difference of found!.filter(({ path }) => chosen.has(path))) {
      try {
        if ((await writeBack(mount, difference)) === "written") saved++;
        else held++;
      } catch (error) {
        failures.push(disk.failed(difference.path, error instanceof Error ? error.message : String(error)));
      }
    }
    disksChanged();
    await compare();
    setSaid([disk.saved(saved, mount.disk.root.name), ...(held > 0 ? [disk.held(held)] : []), ...failures].join(" "));
  };

  const choose = (path: string, on: boolean) => {
    const next = new Set(chosen);
    if (on) next.add(path);
    else next.delete(path);
    setChosen(next);
  };

  if (locked) {
    return (
      <section>
        <p class="lead">{disk.locked(mount.disk.root.name)}</p>
        <p role="status">{said}</p>
        <div class="buttons">
          <button type="button" class="primary" onClick={tryOpen}>
            {disk.unlock}
          </button>
        </div>
      </section>
    );
  }
  return (
    <section>
      <p class="lead">
        {disk.lead(mount.disk.root.name)} {disk.deleted}
      </p>
      {found === null && <p class="nothing">{disk.comparing}</p>}
      {found?.length === 0 && <p class="nothing">{disk.none}</p>}
      <ul>
        {found?.map(({ path, onDisk, kind, conflict }) => (
          <li key={path}>
            <label>
              <input type="checkbox" checked={chosen.has(path)} onChange={(event) => choose(path, event.currentTarget.checked)} />
              <code>{onDisk}</code>
              <span class="tag">{kind === "new" ? disk.created : disk.changed}</span>
            </label>
            {conflict && <p class="problem">{disk.conflicts[conflict]}</p>}
          </li>
        ))}
      </ul>
      <p role="status">{said}</p>
      <div class="buttons">
        <button type="button" class="primary" disabled={chosen.size === 0} onClick={() => void save()}>
          {disk.save(chosen.size)}
        </button>
      </div>
    </section>
  );
}
