import { useEffect, useState } from "preact/hooks";
import { MAX_UNPACKED, toFragment } from "../files/share/link.ts";
import { changes, gather } from "../files/snapshot/gather.ts";
import { t } from "../i18n/index.ts";
import { ownAddress, readOnly } from "../lib/embedding.ts";
import { Brand } from "./Brand.tsx";

/**
 * The pause after a change of the workspace, in milliseconds, before the link to the whole page is
 * updated.
 */
const PAUSE = 300;

/**
 * The header of a page that is embedded in another page. The header has the title "Skillglass", and
 * a link that opens the same workspace in a page of its own.
 */
export function EmbeddedHeader() {
  const { page } = t.value;
  const [fragment, setFragment] = useState(location.hash);
  const change = changes.value;
  useEffect(() => {
    const timer = setTimeout(() => void fragmentNow().then((made) => made !== null && setFragment(made)), PAUSE);
    return () => clearTimeout(timer);
  }, [change]);
  return (
    <header class="top embedded">
      <Brand />
      {readOnly && <span class="tag">{page.readOnly}</span>}
      <a class="open-own" href={ownAddress(location.href) + fragment} target="_blank" rel="noopener noreferrer">
        {page.openOwn}
      </a>
    </header>
  );
}

/**
 * Returns the URL fragment that contains the current workspace; null if the workspace is too large
 * for a link.
 */
async function fragmentNow(): Promise<string | null> {
  const gathered = await gather(MAX_UNPACKED);
  if (gathered.kind === "too-large") return null;
  const linked = toFragment(gathered.workspace);
  return linked.kind === "link" ? linked.fragment : null;
}
