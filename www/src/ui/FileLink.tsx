import type { ComponentChildren } from "preact";
import type { Place } from "skillglass";
import { visible } from "../lib/visible.ts";
import { files } from "../state/files.ts";
import { openFile } from "../state/selection.ts";

/**
 * A path as a link that opens the file. If the workspace has no file at the path, the path is plain
 * text.
 */
export function FileLink({ path, place, children }: { path: string; place?: Place | null; children?: ComponentChildren }) {
  const text = (
    <>
      {visible(path)}
      {children && <> · {children}</>}
    </>
  );
  if (!files.has(path)) return <p class="path">{text}</p>;
  return (
    <p class="path">
      <button type="button" class="link" onClick={() => openFile(path, place)}>
        {text}
      </button>
    </p>
  );
}
