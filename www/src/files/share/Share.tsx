import { useEffect, useState } from "preact/hooks";
import { marks } from "../../engine/catalog.ts";
import { ask, catalog } from "../../engine/client.ts";
import { t } from "../../i18n/index.ts";
import { embeddedAddress } from "../../lib/embedding.ts";
import { aimed, nameOf } from "../../state/hosts.ts";
import { options } from "../../state/options.ts";
import { CopyButton } from "../../ui/CopyButton.tsx";
import { Dialog } from "../../ui/Dialog.tsx";
import { keeping, kept, MAX_KEPT, setKeeping } from "../keep/keep.ts";
import { pack } from "../open/pack.ts";
import { withProgress } from "../open/progress.ts";
import { MAX_BYTES } from "../open/sources.ts";
import { toBundle } from "../snapshot/bundle.ts";
import { changes, gather } from "../snapshot/gather.ts";
import type { Linked } from "./link.ts";
import { MAX_FRAGMENT, MAX_UNPACKED, toFragment } from "./link.ts";
import { MOST, report } from "./report.ts";
import "./share.css";

/** The button that opens the dialog for sharing and exporting the workspace. */
export function ShareButton() {
  const [open, setOpen] = useState(false);
  return (
    <>
      <button type="button" onClick={() => setOpen(true)}>
        {t.value.share.open}
      </button>
      {open && <Share close={() => setOpen(false)} />}
    </>
  );
}

function Share({ close }: { close: () => void }) {
  const { share } = t.value;
  return (
    <Dialog heading={share.heading} class="share" close={close} closeLabel={share.close}>
      <LinkPart />
      <ZipPart />
      <ReportPart />
      <KeepPart />
    </Dialog>
  );
}

type Made = (Linked & { unreadable: number }) | { kind: "too-much"; bytes: number };

function LinkPart() {
  const { share, figures } = t.value;
  const [made, setMade] = useState<Made | null>(null);
  const change = changes.value;
  useEffect(() => {
    let stale = false;
    void makeLink().then((made) => !stale && setMade(made));
    return () => void (stale = true);
  }, [change]);
  const address = made?.kind === "link" ? new URL(made.fragment, location.href).href : null;
  return (
    <section>
      <h3>{share.link}</h3>
      <p class="help">{share.linkHelp}</p>
      {made === null && <p class="nothing">{share.working}</p>}
      {made?.kind === "too-large" && (
        <p class="problem" role="status">
          {share.linkTooLarge(made.characters, MAX_FRAGMENT)}
        </p>
      )}
      {made?.kind === "too-much" && (
        <p class="problem" role="status">
          {share.linkTooMuch(figures.size(made.bytes), figures.size(MAX_UNPACKED))}
        </p>
      )}
      {made && "unreadable" in made && made.unreadable > 0 && <p class="problem">{share.unreadable(made.unreadable)}</p>}
      {address && (
        <div class="copy">
          <input type="text" readOnly aria-label={share.linkAddress} value={address} onFocus={(event) => event.currentTarget.select()} />
          <CopyButton label={share.copyLink} class="primary" text={() => address} />
        </div>
      )}
      {address && (
        <div class="elsewhere">
          <p class="help">{share.elsewhereHelp}</p>
          <CopyButton label={share.copyFrame} hint={share.copyFrameHint} text={() => frameOf(address)} />
          <CopyButton label={share.copyBadge} hint={share.copyBadgeHint} text={() => `[![${share.badge}](skillglass.svg)](${address})`} />
        </div>
      )}
    </section>
  );
}

/**
 * Returns the HTML of an iframe that shows the link's workspace. In a link, only `&` must be
 * escaped for HTML.
 */
function frameOf(link: string): string {
  const address = embeddedAddress(link, "read").replaceAll("&", "&amp;");
  // The frame may run scripts and use its own storage, but it cannot navigate the page around it.
  const sandbox = "allow-scripts allow-same-origin allow-popups allow-popups-to-escape-sandbox";
  return `<iframe src="${address}" title="Skillglass" width="100%" height="480" loading="lazy" sandbox="${sandbox}" allow="clipboard-write"></iframe>`;
}

async function makeLink(): Promise<Made> {
  const gathered = await gather(MAX_UNPACKED);
  return gathered.kind === "too-large"
    ? { kind: "too-much", bytes: gathered.bytes }
    : { ...toFragment(gathered.workspace), unreadable: gathered.unreadable };
}

function ZipPart() {
  const { share, figures, open } = t.value;
  const [problem, setProblem] = useState("");
  const download = async () => {
    const gathered = await gather(MAX_BYTES);
    if (gathered.kind === "too-large") return setProblem(open.tooManyBytes(figures.size(gathered.bytes), MAX_BYTES));
    const zip = await withProgress(share.packing, (task) => pack(toBundle(gathered.workspace), task));
    if (zip) save(zip, "skillglass.zip");
    setProblem(gathered.unreadable > 0 ? share.unreadable(gathered.unreadable) : "");
  };
  return (
    <section>
      <h3>{share.zip}</h3>
      <p class="help">{share.zipHelp}</p>
      <button type="button" onClick={() => void download().catch((error: unknown) => setProblem(String(error)))}>
        {share.downloadZip}
      </button>
      <p class="problem" role="status">
        {problem}
      </p>
    </section>
  );
}

function ReportPart() {
  const { share } = t.value;
  return (
    <section>
      <h3>{share.report}</h3>
      <p class="help">{share.reportHelp}</p>
      <CopyButton label={share.copyReport} text={makeReport} />
    </section>
  );
}

async function makeReport(): Promise<string | undefined> {
  const texts = t.peek();
  const hosts = aimed.peek();
  const [listing = null, problems = null] = await Promise.all([
    ask("listing", null, "report"),
    ask("worstProblems", { hosts, words: texts.problems.severity, most: MOST }),
  ]);
  const found = catalog.peek();
  return found
    ? report({
        label: nameOf({ host: found.host }),
        options: options.peek(),
        catalog: found,
        marks: marks.peek(),
        listing,
        problems,
        aimed: hosts.map(nameOf),
        t: texts,
      })
    : undefined;
}

function KeepPart() {
  const { share, figures } = t.value;
  const state = kept.value;
  return (
    <section>
      <h3>{share.keep}</h3>
      <label class="choice">
        <input
          type="checkbox"
          checked={keeping.value}
          aria-describedby="keep-help"
          onChange={(event) => setKeeping(event.currentTarget.checked)}
        />
        {share.keepChoice}
      </label>
      <p id="keep-help" class="help">
        {share.keepHelp(figures.size(MAX_KEPT))}
      </p>
      <p role="status" class={state.state === "too-large" || state.state === "refused" ? "problem" : "help"}>
        {state.state === "pending" && share.keptSoon}
        {state.state === "kept" && share.kept}
        {state.state === "link" && share.keptLater}
        {state.state === "refused" && share.notKept}
        {state.state === "too-large" && share.keptTooLarge(figures.size(state.bytes), figures.size(MAX_KEPT))}
      </p>
    </section>
  );
}

function save(bytes: Uint8Array, name: string): void {
  const url = URL.createObjectURL(new Blob([bytes as Uint8Array<ArrayBuffer>], { type: "application/zip" }));
  const link = document.createElement("a");
  link.href = url;
  link.download = name;
  link.click();
  // The browser uses the address when it begins to save, which happens after this task.
  setTimeout(() => URL.revokeObjectURL(url), 60_000);
}
