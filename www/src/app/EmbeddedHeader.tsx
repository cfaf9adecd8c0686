import { useEffect, useState } from "preact/hooks";
import { MAX_UNPACKED, toFragment } from "../files/share/link.ts";
import { changes, gather } from "../files/snapshot/gather.ts";
import { t } from "../i18n/index.ts";
import { ownAddress, readOnly } from "../lib/embedding.ts";
import { Brand } from "./Brand.tsx";

/** The pause in typing, in milliseconds, after which the link is updated. */
const PAUSE = 300;

/** The header inside another page: the name, and a link to the whole page with the same workspace. */
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

/** Returns the fragment of the current workspace; null if it is too large. */
async function fragmentNow(): Promise<string | null> {
  const gathered = await gather(MAX_UNPACKED);
  if (gathered.kind === "too-large") return null;
  const linked = toFragment(gathered.workspace);
  return linked.kind === "link" ? linked.fragment : null;
}
