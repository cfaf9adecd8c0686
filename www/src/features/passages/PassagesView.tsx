import { signal } from "@preact/signals";
import { answer } from "../../engine/client.ts";
import type { PassageRow } from "../../engine/protocol/passages.ts";
import { t } from "../../i18n/index.ts";
import { searchTexts } from "../../i18n/searches.ts";
import { base } from "../../lib/paths.ts";
import { visible } from "../../lib/visible.ts";
import { prompt } from "../../state/selection.ts";
import { CommandLine } from "../../ui/CommandLine.tsx";
import { withText } from "../../ui/command-line.ts";
import { FileLink } from "../../ui/FileLink.tsx";
import { MarkedPieces } from "../../ui/MarkedPieces.tsx";
import "./passages.css";

const LIMITS = [5, 10, 20, 50];

const request = signal("");
const limit = signal(10);
/** The maximum number of tokens of all passages together; null for no limit. */
const maxTokens = signal<number | null>(null);
const skillFiles = signal(false);

const passages = answer("passages", () =>
  request.value.trim() === ""
    ? undefined
    : { request: request.value, limit: limit.value, maxTokens: maxTokens.value, skillFiles: skillFiles.value },
);

/** The view that searches the reference files of skills for the sections that fit a request. */
export function PassagesView() {
  const { passages: texts } = searchTexts.value;
  return (
    <div class="scroller padded passages" role="region" aria-label={t.value.search.choice.passages} tabIndex={0}>
      <h3 class="section" id="passages-request">
        {texts.request}
      </h3>
      <p class="lead">{texts.lead}</p>
      <div class="request-box">
        <input
          type="search"
          aria-labelledby="passages-request"
          placeholder={texts.placeholder}
          value={request.value}
          onInput={(event) => (request.value = event.currentTarget.value)}
        />
        <button type="button" onClick={() => (request.value = prompt.peek())}>
          {t.value.search.usePrompt}
        </button>
      </div>
      <Options />
      <Results />
    </div>
  );
}

function Options() {
  const { passages: texts } = searchTexts.value;
  return (
    <fieldset class="passage-options">
      <legend class="unseen">{texts.options}</legend>
      <label>
        {texts.limit}{" "}
        <select value={limit.value} onChange={(event) => (limit.value = Number(event.currentTarget.value))}>
          {LIMITS.map((one) => (
            <option key={one}>{one}</option>
          ))}
        </select>
      </label>
      <label>
        {texts.maxTokens}{" "}
        <input
          type="number"
          min={1}
          step={100}
          placeholder={texts.unlimited}
          value={maxTokens.value ?? ""}
          onInput={({ currentTarget: { valueAsNumber: tokens } }) => (maxTokens.value = tokens >= 1 ? Math.floor(tokens) : null)}
        />
      </label>
      <label>
        <input type="checkbox" checked={skillFiles.value} onChange={(event) => (skillFiles.value = event.currentTarget.checked)} />{" "}
        {texts.skillFiles}
      </label>
    </fieldset>
  );
}

function Results() {
  const { passages: texts } = searchTexts.value;
  const found = request.value.trim() === "" ? null : passages.value;
  // The element exists before its text, because otherwise the text would not be announced.
  return (
    <>
      <p class="nothing" role="status">
        {found && (found.passages.length === 0 ? texts.nothing : texts.found(found.passages.length, found.tokens))}
        {found && found.tooLong > 0 && ` ${texts.tooLong(found.tooLong)}`}
      </p>
      {found && found.passages.length > 0 && (
        <ol class="hits" aria-label={texts.results}>
          {found.passages.map((passage) => (
            <PassageItem key={`${passage.path} ${passage.range.start.byte}`} passage={passage} />
          ))}
        </ol>
      )}
      {found && found.skipped.length > 0 && (
        <details class="skipped-texts">
          <summary>{texts.skipped(found.skipped.length)}</summary>
          <ul>
            {found.skipped.map(({ path, message }) => (
              <li key={path}>
                <FileLink path={path} />
                <p class="help">{visible(message)}</p>
              </li>
            ))}
          </ul>
        </details>
      )}
      {found && <CommandLine line={commandOf(request.value)} />}
    </>
  );
}

function commandOf(request: string): string {
  const options = [`--limit ${limit.value}`];
  if (maxTokens.value !== null) options.push(`--max-tokens ${maxTokens.value}`);
  if (skillFiles.value) options.push("--skill-files");
  return withText("passages", request.trim(), options);
}

function PassageItem({ passage: { path, headings, range, share, tokens, text, matched } }: { passage: PassageRow }) {
  const { passages: texts } = searchTexts.value;
  // A passage that ends with its last line break ends at the start of the next line.
  const last = range.end.column === 1 && range.end.line > range.start.line ? range.end.line - 1 : range.end.line;
  return (
    <li>
      <div class="found-head">
        <span class="trail">{visible(headings.length > 0 ? headings.join(" › ") : base(path))}</span>
        <meter min={0} max={1} value={share} aria-label={texts.score}>
          {texts.percent(share)}
        </meter>
        <span class="figures">{texts.percent(share)}</span>
      </div>
      <FileLink path={path} place={range.start}>
        {texts.line(range.start.line, last)}
      </FileLink>
      <pre class="passage" tabIndex={0} role="group" aria-label={texts.text(visible(path), range.start.line)}>
        <MarkedPieces pieces={text} />
      </pre>
      <p class="help">
        {texts.tokens(tokens)} · {texts.matches}{" "}
        {matched.map(({ term }) => (
          <code key={term}>{visible(term)}</code>
        ))}
      </p>
    </li>
  );
}
