import { t } from "../i18n/index.ts";
import { readOnly } from "../lib/embedding.ts";
import { options } from "../state/options.ts";
import { applySafeFixes } from "./fixes.ts";
import { descriptionLimits } from "./host-fields.ts";
import { tally } from "./open-problems.ts";
import { nextProblem } from "./problems.ts";
import { cursor, figures } from "./status.ts";
import { viewOf } from "./view.ts";

/** The line below the editor: the problems, the position of the cursor, and the size of the text. */
export function EditorStatus({ path }: { path: string }) {
  return (
    <div class="editor-status">
      <Found path={path} />
      <Counts path={path} />
    </div>
  );
}

function Found({ path }: { path: string }) {
  const texts = t.value.editor;
  const { of, all, safe, known } = tally.value;
  if (!known) return <span class="found" />;
  if (all === 0) return <span class="found none">{texts.noProblems}</span>;
  return (
    <span class="found">
      <button
        type="button"
        class="quiet"
        title={texts.nextProblemHint}
        onClick={() => {
          const view = viewOf(path);
          if (view) nextProblem(view);
        }}
      >
        {texts.found(of)}
      </button>
      {safe > 0 && !readOnly && (
        <button type="button" class="quiet mend" title={texts.mendHint} onClick={() => void applySafeFixes(path)}>
          {texts.mend(safe)}
        </button>
      )}
    </span>
  );
}

function Counts({ path }: { path: string }) {
  const { editor: texts } = t.value;
  const { line, column, selected } = cursor.value;
  // The fields are read for any file, so that the first name can already be completed.
  void descriptionLimits.value;
  const counted = figures.value?.path === path ? figures.value : null;
  return (
    <dl class="editor-counts">
      {counted?.description != null && <Description length={counted.description} />}
      <div title={texts.cursor}>
        <dt class="unseen">{texts.cursor}</dt>
        <dd>
          {texts.at(line, column)}
          {selected > 0 && ` (${texts.selected(selected)})`}
        </dd>
      </div>
      {counted && (
        <div>
          <dt class="unseen">{texts.size}</dt>
          <dd>{texts.characters(counted.characters)}</dd>
        </div>
      )}
      {counted && (
        <div title={texts.tokensHint}>
          <dt class="unseen">{texts.estimate}</dt>
          <dd>{texts.tokens(counted.tokens)}</dd>
        </div>
      )}
    </dl>
  );
}

/** The length of the skill's description, compared with the limits of the hosts. */
function Description({ length }: { length: number }) {
  const { editor: texts, figures: numbers } = t.value;
  const { host } = options.value;
  const limits = descriptionLimits.value;
  const own = limits.find((one) => one.host === host);
  const over = limits.filter(({ characters }) => length > characters);
  const all = limits.map(({ label, characters, over }) => `${label}: ${numbers.count(characters)}, ${texts.over[over]}`).join("\n");
  return (
    <div class={over.some((one) => one.host === host) ? "over own" : over.length > 0 ? "over" : ""} title={all}>
      <dt>{texts.description}</dt>
      <dd>
        {own ? texts.ofLimit(length, own.characters) : numbers.count(length)}
        {over.length > 0 && <> {texts.tooLongFor(over.map(({ label }) => label).join(", "))}</>}
      </dd>
    </div>
  );
}
