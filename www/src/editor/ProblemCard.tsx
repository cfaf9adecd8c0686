import type { Fix } from "skillglass";
import type { Problem } from "skillglass/codemirror";
import type { Texts } from "../i18n/index.ts";
import { readOnly } from "../lib/embedding.ts";
import { first } from "../lib/first.ts";
import { explain } from "../state/explained.ts";
import { labelNow } from "../state/hosts.ts";
import { options } from "../state/options.ts";
import { openFile } from "../state/selection.ts";
import { Filled } from "../ui/Filled.tsx";

/** The maximum number of places in a problem's `related` list that are shown as links. */
const MOST_RELATED = 3;

interface Props {
  problem: Problem;
  onFix(fix: Fix): void;
  onIgnore(): void;
  texts: Texts;
}

/**
 * A card about a problem in the text: its message, its hosts, and its fixes. The card is rendered
 * once into a tooltip, and no event reports when the tooltip is removed. So the card gets its texts
 * as arguments and subscribes to no signal.
 */
export function ProblemCard({ problem, onFix, onIgnore, texts: { editor: texts, problems } }: Props) {
  const { of } = problem;
  const { shown, more } = first(of.related, MOST_RELATED);
  return (
    <div class="problem-card">
      <p>
        <strong class="said">{of.message}</strong> <code class="code-of-rule">{of.code}</code>
      </p>
      {of.help !== "" && <p class="help">{of.help}</p>}
      {of.hosts.length > 0 && (
        <p class="concerns">
          <Filled text={of.severity === "error" ? texts.dropsIt : texts.concerns} hosts={<Hosts problem={problem} />} />
        </p>
      )}
      {shown.map((one, index) => (
        <p key={index} class="help">
          <button type="button" class="link" onClick={() => openFile(one.path, one.range.start)}>
            {one.message || one.path}
          </button>
        </p>
      ))}
      {more > 0 && <p class="help">{problems.morePlaces(more)}</p>}
      <div class="verbs">
        {(readOnly ? [] : of.fixes).map((fix, index) => (
          <button key={index} type="button" class={index === 0 ? "primary" : ""} onClick={() => onFix(fix)}>
            {fix.title}
            {!fix.safe && <span class="unsafe"> {texts.unsafe}</span>}
          </button>
        ))}
        {of.severity !== "error" && !readOnly && (
          <button type="button" class="quiet" onClick={onIgnore}>
            {texts.ignore}
          </button>
        )}
        <button type="button" class="quiet" onClick={() => explain({ kind: "problem", diagnostic: of })}>
          {texts.why}
        </button>
      </div>
    </div>
  );
}

/** The hosts that report a problem. The host that is chosen on the page comes first, in bold. */
function Hosts({ problem }: { problem: Problem }) {
  const chosen = options.peek().host;
  const concerned = problem.of.hosts.toSorted((a, b) => Number(b.host === chosen) - Number(a.host === chosen));
  return (
    <>
      {concerned.map(({ host, editions }, index) => (
        <span key={host}>
          {index > 0 && ", "}
          {host === chosen ? <b class="chosen-host">{labelNow(host)}</b> : labelNow(host)}{" "}
          <span class="editions">{editions.join(", ")}</span>
        </span>
      ))}
    </>
  );
}
