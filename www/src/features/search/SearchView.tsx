import { signal } from "@preact/signals";
import { useState } from "preact/hooks";
import { answer } from "../../engine/client.ts";
import type { DuplicateRow, FoundSkill } from "../../engine/protocol/search.ts";
import { t } from "../../i18n/index.ts";
import { openFile, prompt } from "../../state/selection.ts";
import "./search.css";
import { visible } from "../../lib/visible.ts";
import { MarkedPieces } from "../../ui/MarkedPieces.tsx";

const LIMIT = 30;
const PAIRS = 200;
/**
 * Another skill counts as a competitor if its score is at least this share of the skill's own
 * score.
 */
const CLOSENESS = 0.25;

const request = signal("");
/**
 * The path of the skill whose competitors are shown; null for none. A competitor is another skill
 * that a search for this skill's name and description finds.
 */
const rivalled = signal<string | null>(null);
const threshold = signal(0.7);

const hits = answer("search", () => (request.value.trim() === "" ? undefined : { request: request.value, limit: LIMIT }));
const rivals = answer("competitors", () => (rivalled.value === null ? undefined : { path: rivalled.value, closeness: CLOSENESS }));
const pairs = answer("duplicates", () => ({ threshold: threshold.value, limit: PAIRS }));

/**
 * The view that searches skills for a request, shows competing skills, and finds nearly equal
 * descriptions.
 */
export function SearchView() {
  const { search: texts } = t.value;
  return (
    <div class="scroller padded search">
      <h3 class="section" id="request-heading">
        {texts.request}
      </h3>
      <p class="lead">{texts.lead}</p>
      <div class="request-box">
        <input
          type="search"
          aria-labelledby="request-heading"
          placeholder={texts.placeholder}
          value={request.value}
          onInput={(event) => (request.value = event.currentTarget.value)}
        />
        <button type="button" onClick={() => (request.value = prompt.peek())}>
          {texts.usePrompt}
        </button>
      </div>
      <Hits />
      <Duplicates />
    </div>
  );
}

function Hits() {
  const { search: texts } = t.value;
  const found = request.value.trim() === "" ? null : hits.value;
  // The element exists before its text, because otherwise the text would not be announced.
  return (
    <>
      <p class="nothing" role="status">
        {found && (found.hits.length === 0 ? texts.nothing : found.more ? texts.best(found.hits.length) : texts.found(found.hits.length))}
      </p>
      {found && (
        <ol class="hits">
          {found.hits.map((hit) => (
            <Hit key={hit.path} hit={hit} />
          ))}
        </ol>
      )}
    </>
  );
}

function Hit({ hit }: { hit: FoundSkill }) {
  const { search: texts } = t.value;
  const open = rivalled.value === hit.path;
  const here = open ? rivals.value : null;
  return (
    <li>
      <Found skill={hit} label={texts.score} />
      <button type="button" class="quiet" aria-expanded={open} onClick={() => (rivalled.value = open ? null : hit.path)}>
        {texts.competitors}
      </button>
      {here && (
        <div class="rivals">
          <p class="help">{here.length === 0 ? texts.noCompetitors(CLOSENESS) : texts.competitorsLead}</p>
          <ol class="hits">
            {here.map((one) => (
              <li key={one.path}>
                <Found skill={one} label={texts.share} />
              </li>
            ))}
          </ol>
        </div>
      )}
    </li>
  );
}

function Found({ skill: { path, name, description, share, terms, inHeadings }, label }: { skill: FoundSkill; label: string }) {
  const { search: texts } = t.value;
  return (
    <>
      <div class="found-head">
        <button type="button" class="link name" title={visible(path)} onClick={() => openFile(path)}>
          <MarkedPieces pieces={name.map(([piece, matched]) => [visible(piece), matched])} />
        </button>
        <meter min={0} max={1} value={Math.min(1, share)} aria-label={label}>
          {texts.percent(share)}
        </meter>
        <span class="figures">{texts.percent(share)}</span>
      </div>
      <p class="description">
        <MarkedPieces pieces={description} />
      </p>
      <p class="help">
        {texts.matches}{" "}
        {terms.map((term) => (
          <code key={term}>{term}</code>
        ))}
        {inHeadings.length > 0 && <> {texts.inHeadings(inHeadings.join(", "))}</>}
      </p>
    </>
  );
}

function Duplicates() {
  const { search: texts } = t.value;
  const [shown, setShown] = useState(threshold.peek());
  const found = pairs.value;
  return (
    <section aria-labelledby="duplicates-heading">
      <h3 class="section" id="duplicates-heading">
        {texts.duplicates}{" "}
        {found && (
          <span class="count">
            {t.value.figures.count(found.total)}
            {found.complete ? "" : "+"}
          </span>
        )}
      </h3>
      <p class="lead">{texts.duplicatesLead}</p>
      <label class="threshold">
        <span>{texts.similarity}</span>
        <input
          type="range"
          min={0.3}
          max={1}
          step={0.05}
          value={shown}
          aria-valuetext={texts.percent(shown)}
          onInput={(event) => {
            setShown(Number(event.currentTarget.value));
            threshold.value = Number(event.currentTarget.value);
          }}
        />
        <output>{texts.percent(shown)}</output>
      </label>
      {found &&
        (found.pairs.length === 0 ? (
          <p class="nothing">{texts.noDuplicates}</p>
        ) : (
          <ul class="pairs">
            {found.pairs.map((pair) => (
              <Pair key={`${pair.left.path} ${pair.right.path}`} pair={pair} />
            ))}
          </ul>
        ))}
      {found && found.total > found.pairs.length && <p class="nothing">{texts.firstPairs(found.pairs.length)}</p>}
    </section>
  );
}

function Pair({ pair: { left, right, similarity } }: { pair: DuplicateRow }) {
  const { search: texts } = t.value;
  return (
    <li>
      <span class="figures">{texts.percent(similarity)}</span>
      <span>
        {[left, right].map(({ path, name }) => (
          <button key={path} type="button" class="link" title={visible(path)} onClick={() => openFile(path)}>
            <b>{visible(name)}</b> <span class="path">{visible(path)}</span>
          </button>
        ))}
      </span>
    </li>
  );
}
