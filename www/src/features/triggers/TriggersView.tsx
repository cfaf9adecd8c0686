import { catalog } from "../../engine/client.ts";
import { t } from "../../i18n/index.ts";
import { searchTexts } from "../../i18n/searches.ts";
import { embedding } from "../../lib/embedding.ts";
import { visible } from "../../lib/visible.ts";
import { CommandLine } from "../../ui/CommandLine.tsx";
import { AskModel } from "./AskModel.tsx";
import type { PromptSource } from "./prompts.ts";
import { chooseSkill, own, report, SOURCES, should, shouldNot, skill, source } from "./prompts.ts";
import { RequestPart } from "./RequestPart.tsx";
import { Result } from "./Result.tsx";
import "../../ui/tables.css";
import "./triggers.css";

/**
 * The view that shows which skill each prompt triggers. It compares the words of prompts and
 * skills, shows the host's request, and can ask the visitor's model.
 */
export function TriggersView() {
  const { triggers: texts } = searchTexts.value;
  const found = source.value === "own" && own.value.length === 0 ? null : report.value;
  const prompts = found?.results ?? [];
  const isEmpty = found !== null && prompts.length === 0 && found.findings.length === 0;
  return (
    <>
      <div class="view-bar">
        <label class="prompt-source">
          <span>{texts.source}</span>
          <select value={source.value} onChange={(event) => (source.value = event.currentTarget.value as PromptSource)}>
            {SOURCES.map((one) => (
              <option key={one} value={one}>
                {texts.sources[one]}
              </option>
            ))}
          </select>
        </label>
      </div>
      <div class="scroller padded triggers" role="region" aria-label={t.value.search.choice.triggers} tabIndex={0}>
        <p class="lead">{texts.lead}</p>
        {source.value === "own" && <OwnPrompts />}
        {source.value === "files" && found === null && <p class="empty">{texts.loading}</p>}
        {source.value === "files" && isEmpty && <NoFiles />}
        {found && !isEmpty && <Result report={found} />}
        <RequestPart />
        {!embedding && <AskModel results={prompts} />}
        {source.value === "files" && found && <CommandLine line={`npx skillglass triggers --host ${found.host}@${found.edition}`} />}
      </div>
    </>
  );
}

function NoFiles() {
  const { triggers: texts } = searchTexts.value;
  return (
    <div class="no-prompts">
      <p>{texts.noFiles}</p>
      <pre class="exact">{'[{ "query": "fill in this form", "should_trigger": true }]'}</pre>
      <button type="button" onClick={() => (source.value = "own")}>
        {texts.sources.own}
      </button>
    </div>
  );
}

function OwnPrompts() {
  const { triggers: texts } = searchTexts.value;
  return (
    <fieldset class="own-prompts">
      <legend class="unseen">{texts.sources.own}</legend>
      <label>
        <span>{texts.skill}</span>
        <select value={skill.value ?? ""} onChange={({ currentTarget: { value } }) => chooseSkill(value === "" ? null : value)}>
          <option value="">{texts.noSkill}</option>
          {catalog.value?.skills.map(({ path, name }) => (
            <option key={path} value={path}>
              {visible(name)}
            </option>
          ))}
        </select>
      </label>
      <label>
        <span>{skill.value === null ? texts.shouldNot : texts.should}</span>
        <textarea rows={3} value={should.value} onInput={(event) => (should.value = event.currentTarget.value)} />
      </label>
      {skill.value !== null && (
        <label>
          <span>{texts.shouldNot}</span>
          <textarea rows={2} value={shouldNot.value} onInput={(event) => (shouldNot.value = event.currentTarget.value)} />
        </label>
      )}
      {own.value.length === 0 && <p class="nothing">{texts.noPrompts}</p>}
    </fieldset>
  );
}
