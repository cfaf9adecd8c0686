import { visible } from "../lib/visible.ts";
import { openFile } from "../state/selection.ts";

/** The name of a skill as a link that opens its file. Without a path, the name is plain text. */
export function SkillLink({ name, path }: { name: string; path: string | null }) {
  if (path === null) return <>{visible(name)}</>;
  return (
    <button type="button" class="link" title={visible(path)} onClick={() => openFile(path)}>
      {visible(name)}
    </button>
  );
}
