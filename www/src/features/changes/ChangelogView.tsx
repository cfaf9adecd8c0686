import type { ChangedRow, EditionChanges, HostId, RowState } from "skillglass";
import { answer } from "../../engine/client.ts";
import { t } from "../../i18n/index.ts";
import { readOnly } from "../../lib/embedding.ts";
import { rowAddress } from "../../state/address.ts";
import { openCanIUse } from "../../state/can-i-use.ts";
import { changingHost } from "../../state/comparing.ts";
import { CopyButton } from "../../ui/CopyButton.tsx";
import { Level } from "../support/Level.tsx";
import { Marked } from "../support/Marked.tsx";
import { HostChoice } from "./choices.tsx";
import { openChangeExample } from "./example.ts";
import { markdown } from "./markdown.ts";

const changelog = answer("changelog", () => changingHost.value && { host: changingHost.value.host });

/**
 * The view with the changes in a host's behaviour from edition to edition, the latest edition
 * first.
 */
export function ChangelogView() {
  const { changes: texts } = t.value;
  const log = changelog.value?.host === changingHost.value?.host ? changelog.value : null;
  return (
    <>
      <div class="view-bar">
        <HostChoice />
        {log && <CopyButton label={texts.copy} hint={texts.copyHint} text={() => markdown.changelog(log)} />}
      </div>
      <div class="scroller padded changes" role="region" aria-label={texts.comparison.changelog} tabIndex={0}>
        {log ? (
          <>
            <p class="lead">{texts.changelog.lead}</p>
            {log.editions.toReversed().map((edition) => (
              <Edition key={edition.edition} label={log.label} host={log.host} edition={edition} />
            ))}
          </>
        ) : (
          <p class="empty">{texts.loading}</p>
        )}
      </div>
    </>
  );
}

function Edition({ label, host, edition: { edition, previous, rows } }: { label: string; host: HostId; edition: EditionChanges }) {
  const { changelog: texts } = t.value.changes;
  return (
    <section>
      <h3 class="section">
        {label}{" "}
        <span class="edition">
          {previous} → {edition}
        </span>{" "}
        <span class="count">{texts.rows(rows.length)}</span>
      </h3>
      {rows.map((row) => (
        <Row key={row.id} row={row} host={host} from={previous} to={edition} />
      ))}
    </section>
  );
}

type Editions = Pick<Parameters<typeof openChangeExample>[0], "host" | "from" | "to">;

function Row({ row, ...editions }: { row: ChangedRow } & Editions) {
  const { changelog: texts } = t.value.changes;
  const { id, title, summary, before, after, example } = row;
  const name = title.replaceAll("`", "");
  return (
    <article class="log-row" aria-label={name}>
      <h4>
        <a
          href={rowAddress(id)}
          title={texts.row}
          onClick={(event) => {
            // A click with such a key opens a tab or a window.
            if (event.ctrlKey || event.metaKey || event.shiftKey) return;
            event.preventDefault();
            openCanIUse(id);
          }}
        >
          <Marked text={title} />
        </a>
      </h4>
      <p class="help">
        <Marked text={summary} />
      </p>
      <dl class="moves">
        <Side edition={editions.from} state={before} />
        <Side edition={editions.to} state={after} />
      </dl>
      {example && !readOnly && (
        <button type="button" onClick={() => openChangeExample({ example, title: name, ...editions })}>
          {texts.example}
          <span class="unseen"> {name}</span>
        </button>
      )}
    </article>
  );
}

function Side({ edition, state: { support, note } }: { edition: string; state: RowState }) {
  return (
    <div>
      <dt>
        <span class="edition">{edition}</span> <Level level={support} />
      </dt>
      <dd>
        <Marked text={note} />
      </dd>
    </div>
  );
}
