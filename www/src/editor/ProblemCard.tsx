import type { EditorView } from "@codemirror/view";
import { hosts } from "../engine/client.ts";
import { applyFix, ignore, isStale } from "./fixes.ts";
import { closeCard } from "./problems.ts";
import type { Problem } from "./problems.ts";
import { explain } from "../state/explained.ts";
import { openFile, options } from "../state/store.ts";
import type { Texts } from "../i18n/index.ts";
import { Filled } from "../ui/Filled.tsx";

/**
 * What is wrong at a place, for whom, and what mends it. Rendered once into a tooltip, which goes without a word: so it takes the
 * texts and subscribes to nothing.
 */
export function ProblemCard({ view, problem, texts: { editor: texts } }: { view: EditorView; problem: Problem; texts: Texts }) {
  const { of } = problem;
  const act = (verb: () => void) => () => {
    if (isStale(view, problem)) return;
    closeCard(view);
    verb();
  };
  return (
    <div class="problem-card">
      <p><strong class="said">{of.message}</strong> <code class="code-of-rule">{of.code}</code></p>
      {of.help !== "" && <p class="help">{of.help}</p>}
      {of.hosts.length > 0 && <p class="concerns"><Filled text={of.severity === "error" ? texts.dropsIt : texts.concerns} hosts={<Hosts problem={problem} />} /></p>}
      {of.related.map((one, index) => (
        <p key={index} class="help">
          <button type="button" class="link" onClick={() => openFile(one.path, one.range.start)}>{one.message || one.path}</button>
        </p>
      ))}
      <div class="verbs">
        {of.fixes.map((fix, index) => (
          <button key={index} type="button" class={index === 0 ? "primary" : ""} onClick={act(() => applyFix(view, fix))}>
            {fix.title}{!fix.safe && <span class="unsafe"> {texts.unsafe}</span>}
          </button>
        ))}
        {of.severity !== "error" && <button type="button" class="quiet" onClick={act(() => ignore(view, problem))}>{texts.ignore}</button>}
        <button type="button" class="quiet" onClick={() => explain({ kind: "problem", diagnostic: of })}>{texts.why}</button>
      </div>
    </div>
  );
}

/** The host of the page first, and loud. */
function Hosts({ problem }: { problem: Problem }) {
  const chosen = options.peek().host;
  const label = (host: string) => hosts.peek().find((one) => one.host === host)?.label ?? host;
  const concerned = problem.of.hosts.toSorted((a, b) => Number(b.host === chosen) - Number(a.host === chosen));
  return (
    <>
      {concerned.map(({ host, editions }, index) => (
        <span key={host}>
          {index > 0 && ", "}
          {host === chosen ? <b class="chosen-host">{label(host)}</b> : label(host)} <span class="editions">{editions.join(", ")}</span>
        </span>
      ))}
    </>
  );
}
