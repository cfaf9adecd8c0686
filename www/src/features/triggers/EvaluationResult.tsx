import type { EvaluatedRun, EvaluateReport, Rate } from "skillglass/triggers";
import { searchTexts } from "../../i18n/searches.ts";
import { visible } from "../../lib/visible.ts";
import { labelOf } from "../../state/hosts.ts";
import { Portion } from "../../ui/Portion.tsx";

/** The number of runs that are listed at first, and the number that each press of "more" adds. */
const STEP = 200;

/**
 * The result of an evaluation: the rates with confidence intervals, the number of tokens, the
 * failed runs, and all runs.
 */
export function EvaluationResult({ report }: { report: EvaluateReport }) {
  const { model: texts } = searchTexts.value.triggers;
  const { hosts, skills, runs, tokens } = report;
  const failed = runs.filter(({ outcome }) => outcome === "failed");
  return (
    <section>
      <h4>{texts.results}</h4>
      <div class="wide" role="region" aria-label={texts.ratesTable} tabIndex={0}>
        <table class="figures-table" aria-label={texts.ratesTable}>
          <thead>
            <tr>
              <th scope="col">{texts.columns.host}</th>
              <th scope="col">{texts.columns.skill}</th>
              <th scope="col">{texts.columns.should}</th>
              <th scope="col">{texts.columns.shouldNot}</th>
            </tr>
          </thead>
          <tbody>
            {hosts.map((host) => (
              <tr key={`${host.host} ${host.edition}`} class="total">
                <th scope="row" class="of-host">
                  {nameOf(host)}
                </th>
                <td>{texts.allPrompts}</td>
                <td colSpan={2}>
                  <RateText rate={host} />
                </td>
              </tr>
            ))}
            {skills.map((one) => (
              <tr key={`${one.host} ${one.edition} ${one.skill}`}>
                <th scope="row" class="of-host">
                  {nameOf(one)}
                </th>
                <td>{one.skill === null ? texts.none : visible(one.skill)}</td>
                <td>
                  <RateText rate={one.should} />
                </td>
                <td>
                  <RateText rate={one.shouldNot} />
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      </div>
      <p class="help">{texts.tokens(tokens.input, tokens.output)}</p>
      {failed.length > 0 && <Failures failed={failed} />}
      <Runs runs={runs} />
    </section>
  );
}

function nameOf({ host, edition }: { host: string; edition: string }): string {
  return `${labelOf(host)} ${edition}`;
}

function RateText({ rate: { runs, passed, share, low, high } }: { rate: Rate }) {
  const { model: texts } = searchTexts.value.triggers;
  if (share === null) return <>–</>;
  return (
    <>
      <b>{texts.percent(share)}</b> <span class="help">{`${texts.interval(low, high)} · ${texts.rate(passed, runs)}`}</span>
    </>
  );
}

/** The error messages of failed runs with their counts. The most frequent error comes first. */
function Failures({ failed }: { failed: readonly EvaluatedRun[] }) {
  const { model: texts } = searchTexts.value.triggers;
  const counts = new Map<string, number>();
  for (const { error } of failed) counts.set(error ?? "", (counts.get(error ?? "") ?? 0) + 1);
  const sorted = [...counts].sort(([, a], [, b]) => b - a);
  return (
    <div class="problem" role="alert">
      <p>{texts.failures(failed.length)}</p>
      <ul>
        {sorted.slice(0, 10).map(([error, count]) => (
          <li key={error}>
            {count} × {visible(error)}
          </li>
        ))}
      </ul>
    </div>
  );
}

function Runs({ runs }: { runs: readonly EvaluatedRun[] }) {
  const { model: texts } = searchTexts.value.triggers;
  return (
    <details class="runs">
      <summary>{texts.runs(runs.length)}</summary>
      <Portion all={runs} step={STEP}>
        {(shown) => (
          <ul class="prompt-list">
            {shown.map((run, index) => (
              <li key={index} class={run.passed === null ? "open" : run.passed ? "passed" : "failed"}>
                <p class="prompt-text">{visible(run.prompt)}</p>
                <p class="help">
                  {nameOf(run)} · {outcomeOf(run)}
                </p>
              </li>
            ))}
          </ul>
        )}
      </Portion>
    </details>
  );
}

function outcomeOf({ outcome, used, error }: EvaluatedRun): string {
  const { outcome: texts } = searchTexts.value.triggers.model;
  if (outcome === "used") return texts.used(visible(used ?? ""));
  return outcome === "failed" ? `${texts.failed}: ${visible(error ?? "")}` : texts[outcome];
}
