import type { ComponentChildren } from "preact";
import type { Place } from "skillglass";
import { visible } from "../lib/visible.ts";
import { files } from "../state/files.ts";
import { openFile } from "../state/selection.ts";

/** A path that opens its file. The path of a folder, a link or a server's prompt is only shown. */
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
