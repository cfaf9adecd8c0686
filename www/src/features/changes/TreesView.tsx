import { signal } from "@preact/signals";
import { useId, useRef } from "preact/hooks";
import type { Diagnostic, HostDiff, TreeDiff } from "skillglass";
import { canPickDirectory } from "skillglass/sources";
import { answer } from "../../engine/client.ts";
import { takeEarlier } from "../../files/open/earlier.ts";
import { importFiles, pickFolder } from "../../files/open/import.ts";
import { t } from "../../i18n/index.ts";
import { embedding, readOnly } from "../../lib/embedding.ts";
import { join } from "../../lib/paths.ts";
import { visible } from "../../lib/visible.ts";
import type { Earlier } from "../../state/earlier.ts";
import { earlier, setEarlier } from "../../state/earlier.ts";
import { files, folders, paths } from "../../state/files.ts";
import { aimed } from "../../state/hosts.ts";
import { MOUNT_POINTS } from "../../state/mount.ts";
import { AimedHosts } from "../../ui/AimedHosts.tsx";
import { CopyButton } from "../../ui/CopyButton.tsx";
import { FileLink } from "../../ui/FileLink.tsx";
import { useFirstLook } from "../../ui/FirstLook.tsx";
import { Marked } from "../support/Marked.tsx";
import { DiffReport, hasChanges } from "./DiffReport.tsx";
import { markdownOfTrees } from "./markdown.ts";

/**
 * A counter. Each increase makes the page compare the trees again. The page increases the counter
 * until the engine has checked all skills.
 */
const look = signal(0);

const trees = answer("trees", () => {
  void look.value;
  return earlier.value ? { earlier: earlier.value.id, hosts: aimed.value } : undefined;
});

/** The view that compares an earlier tree of files with the workspace, in each target host. */
export function TreesView() {
  const { changes: texts } = t.value;
  const before = earlier.value;
  const found = before && trees.value;
  const diff = found?.diff ?? null;
  useFirstLook(found, look);
  return (
    <div class="trees" data-drop="earlier">
      <div class="view-bar">
        <Before />
        {diff && <CopyButton label={texts.copy} hint={texts.copyHint} text={() => markdownOfTrees(diff)} />}
        {before && <AimedHosts />}
      </div>
      {found && found.progress !== null && <progress class="first-look" value={found.progress} aria-label={texts.looking} />}
      <div class="scroller padded changes" role="region" aria-label={texts.comparison.trees} tabIndex={0}>
        {!before && (
          <>
            <p class="lead">{texts.trees.lead}</p>
            {!embedding && <p class="lead">{texts.trees.dropHere}</p>}
          </>
        )}
        {before && !diff && <p class="empty">{texts.loading}</p>}
        {before && diff && <Report diff={diff} />}
      </div>
    </div>
  );
}

/**
 * Shows the name and size of the earlier tree. If no earlier tree is chosen, shows buttons for
 * choosing a tree.
 */
function Before() {
  const { trees: texts } = t.value.changes;
  const folder = useRef<HTMLInputElement>(null);
  const zip = useRef<HTMLInputElement>(null);
  const before = earlier.value;
  if (before) {
    const { label, point, files } = before;
    return (
      <div class="before">
        <p role="status">{visible(texts.before(label ?? texts.workspace, files.size))}</p>
        {label !== null && point !== "/" && (
          <label>
            {texts.at}{" "}
            <select value={point} onChange={(event) => setEarlier({ ...before, point: event.currentTarget.value })}>
              {[...new Set([point, ...MOUNT_POINTS])].map((one) => (
                <option key={one}>{one}</option>
              ))}
            </select>
          </label>
        )}
        <button type="button" class="quiet" aria-label={texts.forgetWhat} onClick={() => setEarlier(null)}>
          {texts.forget}
        </button>
      </div>
    );
  }
  const take = ({ currentTarget }: { currentTarget: HTMLInputElement }) => {
    if (currentTarget.files?.length) void importFiles(currentTarget.files, takeEarlier);
    // The value is cleared, so that choosing the same entry again is also a change.
    currentTarget.value = "";
  };
  return (
    <div class="before">
      {/* A frame of another site gets no picker of folders. */}
      {!embedding && (
        <>
          <button type="button" onClick={() => (canPickDirectory() ? void pickFolder(takeEarlier) : folder.current?.click())}>
            {texts.choose}
          </button>
          <button type="button" onClick={() => zip.current?.click()}>
            {texts.chooseZip}
          </button>
          <input ref={folder} type="file" hidden multiple aria-label={texts.choose} {...{ webkitdirectory: true }} onChange={take} />
          <input ref={zip} type="file" hidden aria-label={texts.chooseZip} accept=".zip,.skill" onChange={take} />
        </>
      )}
      <button type="button" title={texts.nowHint} disabled={readOnly} onClick={takeWorkspace}>
        {texts.now}
      </button>
    </div>
  );
}

/**
 * Takes a copy of the current workspace as the earlier tree, so that later edits can be compared
 * with it.
 */
function takeWorkspace(): void {
  const relative = (path: string) => path.slice(1);
  const taken = Array.from(files, ([path, contents]) => [relative(path), contents] as const);
  setEarlier({ label: null, point: "/", files: new Map(taken), folders: Array.from(folders, relative) });
}

/** Returns true if at least one file of the earlier tree also exists in the workspace. */
function isShared({ point, files: before }: Earlier): boolean {
  for (const path of before.keys()) if (files.has(join(point, path))) return true;
  return false;
}

function Report({ diff: { hosts, findings } }: { diff: TreeDiff }) {
  const { trees: texts } = t.value.changes;
  void paths.value;
  const before = earlier.value;
  const changed = hosts.filter(hasChanges);
  const same = hosts.filter((diff) => !hasChanges(diff)).map(({ label, to }) => `${label} ${to}`);
  return (
    <>
      {before && before.files.size > 0 && !isShared(before) && <p class="problem">{texts.nothingShared}</p>}
      {findings.length > 0 && <Findings findings={findings} />}
      {changed.map((diff) => (
        <HostSection key={`${diff.host} ${diff.to}`} diff={diff} />
      ))}
      <p class="nothing unchanged" role="status">
        {changed.length === 0 ? texts.none : same.length > 0 && texts.noneIn(same)}
      </p>
    </>
  );
}

function HostSection({ diff }: { diff: HostDiff }) {
  const { changes: texts } = t.value;
  const id = useId();
  return (
    <section class="host-changes" aria-labelledby={id}>
      <h3 class="section" id={id}>
        {diff.label} <span class="edition">{diff.to}</span>
      </h3>
      <DiffReport diff={diff} before={texts.before} after={texts.after} />
    </section>
  );
}

/** The safety findings that the workspace has and the earlier tree does not have. */
function Findings({ findings }: { findings: readonly Diagnostic[] }) {
  const { trees: texts } = t.value.changes;
  const { figures } = t.value;
  const id = useId();
  return (
    <section aria-labelledby={id}>
      <h3 class="section" id={id}>
        {texts.unsafe} <span class="count">{figures.count(findings.length)}</span>
      </h3>
      <ul class="unsafe">
        {findings.map(({ path, range, message, help, code }) => (
          <li key={`${path} ${code} ${range.start.byte}`}>
            <p>
              <Marked text={visible(message)} /> <code class="reason-code">{code}</code>
            </p>
            {help !== "" && (
              <p class="help">
                <Marked text={visible(help)} />
              </p>
            )}
            <FileLink path={path} place={range.start}>
              {figures.line(range.start.line, range.start.column)}
            </FileLink>
          </li>
        ))}
      </ul>
    </section>
  );
}
