import { signal } from "@preact/signals";
import type { MatchedTerm, SkillTriggers, TriggerFinding, TriggerPlace, TriggerResult, TriggersReport, TriggerWord } from "skillglass";
import { t } from "../../i18n/index.ts";
import { searchTexts } from "../../i18n/searches.ts";
import { visible } from "../../lib/visible.ts";
import { labelOf } from "../../state/hosts.ts";
import { FileLink } from "../../ui/FileLink.tsx";
import { Portion } from "../../ui/Portion.tsx";
import { SkillLink } from "../../ui/SkillLink.tsx";
import { showRequestOf } from "./prompts.ts";

/**
 * The number of prompts that are listed at first, and the number that each press of "more" adds.
 */
const STEP = 100;

const onlyFailed = signal(false);

/**
 * The report on how skills rank for prompts: totals, skills, confused pairs of skills, and each
 * prompt.
 */
export function Result({ report }: { report: TriggersReport }) {
  const { triggers: texts } = searchTexts.value;
  const { host, edition, passed, judged, passedWithWords, results, skills, confusions, findings } = report;
  const open = results.filter((result) => result.passed === null).length;
  const ofFiles = findings.filter(({ prompt }) => prompt === null);
  return (
    <>
      <h3 class="section">
        {texts.report} <span class="edition">{`${labelOf(host)} ${edition}`}</span>
      </h3>
      <p role="status">
        <b>{texts.passed(passed, judged)}</b> {passedWithWords !== passed && texts.withWords(passedWithWords)}{" "}
        {open > 0 && texts.notJudged(open)}
      </p>
      {ofFiles.length > 0 && <FileFindings findings={ofFiles} />}
      {skills.length > 0 && <Skills skills={skills} />}
      {confusions.length > 0 && <Confusions confusions={confusions} />}
      {results.length > 0 && <Prompts results={results} findings={findings} />}
    </>
  );
}

function FileFindings({ findings }: { findings: readonly TriggerFinding[] }) {
  const { triggers: texts } = searchTexts.value;
  return (
    <section>
      <h4>{texts.files}</h4>
      <ul class="prompt-list">
        {findings.map((finding, index) => (
          <li key={index} class="failed">
            <p class="said">
              {visible(finding.message)} <code class="reason-code">{finding.code}</code>
            </p>
            <p class="help">{visible(finding.help)}</p>
            {finding.place && <PlaceLink {...finding.place} />}
          </li>
        ))}
      </ul>
    </section>
  );
}

function PlaceLink({ path, range }: TriggerPlace) {
  return (
    <FileLink path={path} place={range.start}>
      {t.value.figures.line(range.start.line, range.start.column)}
    </FileLink>
  );
}

function Skills({ skills }: { skills: readonly SkillTriggers[] }) {
  const { triggers: texts } = searchTexts.value;
  const { columns } = texts;
  return (
    <section>
      <h4>{texts.skills}</h4>
      <div class="wide" role="region" aria-label={texts.skillsTable} tabIndex={0}>
        <table class="figures-table" aria-label={texts.skillsTable}>
          <thead>
            <tr>
              <th scope="col">{columns.skill}</th>
              <th scope="col">{columns.should}</th>
              <th scope="col">{columns.shouldNot}</th>
              <th scope="col">{columns.add}</th>
              <th scope="col">{columns.take}</th>
            </tr>
          </thead>
          <tbody>
            {skills.map((skill) => (
              <tr key={`${skill.path} ${skill.name}`}>
                <th scope="row">
                  <SkillLink name={skill.name} path={skill.path} /> {!skill.offered && <span class="tag off">{texts.notOffered}</span>}
                </th>
                <td class={skill.shouldPassed < skill.should ? "bad" : ""}>{texts.ofPrompts(skill.shouldPassed, skill.should)}</td>
                <td class={skill.shouldNotPassed < skill.shouldNot ? "bad" : ""}>
                  {texts.ofPrompts(skill.shouldNotPassed, skill.shouldNot)}
                </td>
                <td>
                  <Words words={skill.add} />
                </td>
                <td>
                  <Words words={skill.take} />
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    </section>
  );
}

function Words({ words }: { words: readonly TriggerWord[] }) {
  const { triggers: texts } = searchTexts.value;
  return (
    <>
      {words.map(({ term, prompts, others }) => (
        <code key={term} title={texts.add(prompts, others)}>
          {visible(term)}
        </code>
      ))}
    </>
  );
}

function Confusions({ confusions }: Pick<TriggersReport, "confusions">) {
  const { triggers: texts } = searchTexts.value;
  const { confusionColumns: columns } = texts;
  return (
    <section>
      <h4>{texts.confusions}</h4>
      <table class="figures-table" aria-label={texts.confusionsTable}>
        <thead>
          <tr>
            <th scope="col">{columns.expected}</th>
            <th scope="col">{columns.first}</th>
            <th scope="col">{columns.prompts}</th>
          </tr>
        </thead>
        <tbody>
          {confusions.map(({ expected, first, prompts }) => (
            <tr key={`${expected} ${first}`}>
              <th scope="row">{visible(expected)}</th>
              <td>{first === null ? texts.nobody : visible(first)}</td>
              <td>{t.value.figures.count(prompts)}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  );
}

function Prompts({ results, findings }: Pick<TriggersReport, "results" | "findings">) {
  const { triggers: texts } = searchTexts.value;
  const byPrompt = new Map(findings.map((finding) => [finding.prompt, finding]));
  const all = results.map((result, index) => ({ result, index, finding: byPrompt.get(index) }));
  const listed = onlyFailed.value ? all.filter(({ result, finding }) => result.passed === false || finding) : all;
  return (
    <section>
      <div class="prompts-head">
        <h4>
          {texts.prompts} <span class="count">{t.value.figures.count(results.length)}</span>
        </h4>
        <label>
          <input type="checkbox" checked={onlyFailed.value} onChange={(event) => (onlyFailed.value = event.currentTarget.checked)} />{" "}
          {texts.onlyFailed}
        </label>
      </div>
      <Portion all={listed} step={STEP}>
        {(shown) => (
          <ul class="prompt-list" aria-label={texts.prompts}>
            {shown.map(({ result, index, finding }) => (
              <Prompt key={index} result={result} finding={finding} />
            ))}
          </ul>
        )}
      </Portion>
    </section>
  );
}

function Prompt({ result, finding }: { result: TriggerResult; finding: TriggerFinding | undefined }) {
  const { triggers: texts } = searchTexts.value;
  const { prompt, skill, shouldTrigger, rank, passed, place, matched, competitors } = result;
  const verdict = passed === null ? "open" : passed ? "passed" : "failed";
  const sentence =
    skill === null ? texts.noSkillFor : shouldTrigger ? texts.rank(visible(skill), rank) : texts.notThis(visible(skill), rank);
  return (
    <li class={verdict}>
      <div class="prompt-head">
        <p class="prompt-text">{visible(prompt)}</p>
        <span class={`tag ${{ open: "", passed: "allow", failed: "deny" }[verdict]}`}>{texts.verdicts[verdict]}</span>
        <button type="button" class="quiet" aria-label={texts.showRequestOf(visible(prompt))} onClick={() => showRequest(prompt)}>
          {texts.showRequest}
        </button>
      </div>
      {finding ? (
        <>
          <p class="said">
            {visible(finding.message)} <code class="reason-code">{finding.code}</code>
          </p>
          {finding.help !== "" && <p class="help">{visible(finding.help)}</p>}
        </>
      ) : (
        <p>{sentence}</p>
      )}
      {(matched.length > 0 || competitors.length > 0) && (
        <ul class="has" aria-label={texts.competitors}>
          {skill !== null && matched.length > 0 && <Has name={skill} matched={matched} />}
          {competitors.map((one) => (
            <Has key={one.path} name={one.name} matched={one.matched} />
          ))}
        </ul>
      )}
      {place && <PlaceLink {...place} />}
    </li>
  );
}

function Has({ name, matched }: { name: string; matched: readonly MatchedTerm[] }) {
  const { triggers: texts } = searchTexts.value;
  return (
    <li class="help">
      {texts.has(visible(name))}{" "}
      {matched.map(({ term }) => (
        <code key={term}>{visible(term)}</code>
      ))}
    </li>
  );
}

/** Shows the request that the host would send for a prompt, and moves the focus to this request. */
function showRequest(prompt: string): void {
  showRequestOf(prompt);
  document.getElementById("host-request")?.focus();
}
