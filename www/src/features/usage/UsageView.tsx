import { effect, signal } from "@preact/signals";
import { useRef } from "preact/hooks";
import type { SkillUsage, UsageTurn } from "skillglass";
import { canPickDirectory } from "skillglass/sources";
import { ask, failure } from "../../engine/client.ts";
import type { LogRow, UsageAnswer } from "../../engine/protocol/usage.ts";
import { importFiles, pickFolder } from "../../files/open/import.ts";
import { takeLogs } from "../../files/open/logs.ts";
import { t } from "../../i18n/index.ts";
import { searchTexts } from "../../i18n/searches.ts";
import { embedding } from "../../lib/embedding.ts";
import { visible } from "../../lib/visible.ts";
import { labelOf } from "../../state/hosts.ts";
import type { SessionLog } from "../../state/logs.ts";
import { forgetLogs, sessionLogs } from "../../state/logs.ts";
import { CommandLine } from "../../ui/CommandLine.tsx";
import { Portion } from "../../ui/Portion.tsx";
import { SkillLink } from "../../ui/SkillLink.tsx";
import "../../ui/tables.css";
import "./usage.css";

/**
 * The number of skills, logs or turns that are listed at first, and the number that each press of
 * "more" adds.
 */
const STEP = 200;

type Reading<T> = { kind: "none" } | { kind: "reading" } | { kind: "failed"; why: string } | { kind: "read"; answer: T };

/**
 * The report on all opened logs. It is computed when logs are opened and not after each edit,
 * because reading megabytes takes seconds.
 */
const report = signal<Reading<UsageAnswer>>({ kind: "none" });
/** The name of the open log; null if no log is open. `turns` has the turns of this log. */
const openLog = signal<string | null>(null);
const turns = signal<Reading<UsageTurn[]>>({ kind: "none" });
const isAll = signal(false);

effect(() => {
  void sessionLogs.value;
  void read();
});

/**
 * Reads all logs that the visitor imported, and computes the report for the current workspace.
 * Hides the turns of the log that the visitor opened, because these turns may be out of date.
 */
async function read(): Promise<void> {
  openLog.value = null;
  const { id, logs } = sessionLogs.peek();
  if (logs.length === 0) {
    report.value = { kind: "none" };
    return;
  }
  report.value = { kind: "reading" };
  const reading = await readingOf(() => ask("usage", { logs }));
  // Other logs may have been taken meanwhile.
  if (id === sessionLogs.peek().id && reading) report.value = reading;
}

async function readTurns(log: SessionLog, all: boolean): Promise<void> {
  turns.value = { kind: "reading" };
  const reading = await readingOf(() => ask("usageTurns", { log, all }));
  if (reading && openLog.peek() === log.name) turns.value = reading;
}

/**
 * Calls `ask`, which sends a request to the worker, and returns the answer or the error. Returns
 * null if a newer request has replaced this request.
 */
async function readingOf<T>(ask: () => Promise<T | undefined>): Promise<Reading<T> | null> {
  try {
    const answer = await ask();
    if (answer !== undefined) return { kind: "read", answer };
    const why = failure.peek();
    return why === null ? null : { kind: "failed", why };
  } catch (error) {
    return { kind: "failed", why: error instanceof Error ? error.message : String(error) };
  }
}

/** The view that shows how skills were used in the session logs that the visitor opens. */
export function UsageView() {
  const { logs: texts } = searchTexts.value;
  const state = report.value;
  return (
    <div class="with-choices" data-drop={embedding ? undefined : "logs"}>
      {!embedding && (
        <div class="view-bar">
          <Choosers />
        </div>
      )}
      <div class="scroller padded usage" role="region" aria-label={texts.heading} tabIndex={0}>
        <p class="lead">{texts.lead}</p>
        <p class="nothing" role="status">
          {state.kind === "reading" && texts.loading}
          {state.kind === "read" && texts.summary(state.answer.logs.length, state.answer.skills.length)}
        </p>
        {state.kind === "none" && <p class="empty">{embedding ? texts.embedded : texts.dropHere}</p>}
        {state.kind === "failed" && (
          <p class="problem" role="alert">
            {texts.failed(visible(state.why))}
          </p>
        )}
        {state.kind === "read" && <Report report={state.answer} />}
        <CommandLine line="npx skillglass usage ~/.claude/projects/*/*.jsonl" />
      </div>
    </div>
  );
}

function Choosers() {
  const { logs: texts } = searchTexts.value;
  const files = useRef<HTMLInputElement>(null);
  const folder = useRef<HTMLInputElement>(null);
  const take = ({ currentTarget }: { currentTarget: HTMLInputElement }) => {
    if (currentTarget.files?.length) void importFiles(currentTarget.files, takeLogs);
    // The value is cleared, so that choosing the same entry again is also a change.
    currentTarget.value = "";
  };
  return (
    <>
      <button type="button" onClick={() => files.current?.click()}>
        {texts.choose}
      </button>
      <button type="button" onClick={() => (canPickDirectory() ? void pickFolder(takeLogs) : folder.current?.click())}>
        {texts.chooseFolder}
      </button>
      <input ref={files} type="file" hidden multiple aria-label={texts.choose} onChange={take} />
      <input ref={folder} type="file" hidden multiple aria-label={texts.chooseFolder} {...{ webkitdirectory: true }} onChange={take} />
      {sessionLogs.value.logs.length > 0 && (
        <>
          <button type="button" title={texts.againHint} onClick={() => void read()}>
            {texts.again}
          </button>
          <button type="button" class="quiet" onClick={forgetLogs}>
            {texts.forget}
          </button>
        </>
      )}
    </>
  );
}

function Report({ report: { skills, logs } }: { report: UsageAnswer }) {
  const { logs: texts } = searchTexts.value;
  return (
    <>
      {skills.length === 0 ? <p class="nothing">{texts.noSkills}</p> : <Skills skills={skills} />}
      <section>
        <h3 class="section">{texts.logs}</h3>
        <Portion all={logs} step={STEP}>
          {(shown) => (
            <ul class="log-list">
              {shown.map((log, index) => (
                <Log key={log.name} log={log} source={sessionLogs.value.logs[index]} />
              ))}
            </ul>
          )}
        </Portion>
      </section>
    </>
  );
}

const FIGURES = ["offered", "chosen", "named", "failed", "cut", "notFound", "lost"] as const;

function Skills({ skills }: { skills: readonly SkillUsage[] }) {
  const { logs: texts } = searchTexts.value;
  const seen = skills.filter((skill) => FIGURES.some((one) => skill[one] > 0));
  return (
    <section>
      <h3 class="section">{texts.skills}</h3>
      <Portion all={seen} step={STEP}>
        {(shown) => (
          <div class="wide" role="region" aria-label={texts.skills} tabIndex={0} hidden={seen.length === 0}>
            <table class="figures-table" aria-label={texts.skills}>
              <thead>
                <tr>
                  <th scope="col">{texts.columns.skill}</th>
                  {FIGURES.map((one) => (
                    <th key={one} scope="col" class="number">
                      {texts.columns[one]}
                    </th>
                  ))}
                  <th scope="col">{texts.columns.last}</th>
                </tr>
              </thead>
              <tbody>
                {shown.map((skill) => (
                  <SkillRows key={`${skill.path} ${skill.name}`} skill={skill} />
                ))}
              </tbody>
            </table>
          </div>
        )}
      </Portion>
      {seen.length < skills.length && <p class="nothing">{texts.inNoLog(skills.length - seen.length)}</p>}
    </section>
  );
}

/** The table row with a skill's figures, and a row below with its symptoms. */
function SkillRows({ skill }: { skill: SkillUsage }) {
  const { logs: texts } = searchTexts.value;
  const { name, path, last, score, symptoms } = skill;
  return (
    <>
      <tr class={symptoms.length > 0 ? "has-symptoms" : ""}>
        <th scope="row">
          <SkillLink name={name} path={path} />
          {path === null && (
            <>
              {" "}
              <span class="tag">{texts.notInTree}</span>
            </>
          )}
        </th>
        {FIGURES.map((one) => (
          <td key={one} class="number">
            {t.value.figures.count(skill[one])}
          </td>
        ))}
        <td class="last" title={last ?? undefined}>
          {last === null ? "–" : visible(last).slice(0, 16).replace("T", " ")}
        </td>
      </tr>
      {symptoms.length > 0 && (
        <tr>
          <td colSpan={FIGURES.length + 2}>
            <ul class="symptoms">
              {symptoms.map(({ kind, message }) => (
                <li key={kind}>
                  <span class={`tag ${kind === "failing" || kind === "not-found" ? "deny" : "ask"}`}>{texts.symptoms[kind]}</span>{" "}
                  <span class="help">{visible(message)}</span>
                </li>
              ))}
              <li class="help">{texts.score(score)}</li>
            </ul>
          </td>
        </tr>
      )}
    </>
  );
}

function Log({ log, source }: { log: LogRow; source: SessionLog | undefined }) {
  const { logs: texts } = searchTexts.value;
  const isOpen = openLog.value === log.name;
  const toggle = () => {
    openLog.value = isOpen ? null : log.name;
    if (!isOpen && source) void readTurns(source, isAll.peek());
  };
  return (
    <li>
      <div class="log-head">
        <code class="log-name">{visible(log.name)}</code>
        <span class="help">
          {log.format === null ? texts.unknown : log.host === null ? log.format : labelOf(log.host)} · {texts.turns(log.turns)}
        </span>
        {log.turns > 0 && source && (
          <button type="button" class="quiet" aria-expanded={isOpen} aria-label={texts.turnsOf(visible(log.name))} onClick={toggle}>
            {texts.showTurns}
          </button>
        )}
      </div>
      {log.format !== null && <p class="help">{texts.lists[log.lists]}</p>}
      {log.problemCount > 0 && (
        <details class="log-problems">
          <summary>{texts.problems(log.problemCount)}</summary>
          <ul>
            {log.problems.map(({ line, code, message }, index) => (
              <li key={index} class="help">
                {texts.line(line)}: {visible(message)} <code>{code}</code>
              </li>
            ))}
          </ul>
        </details>
      )}
      {isOpen && source && <Turns log={log} source={source} />}
    </li>
  );
}

/**
 * The turns of a log: what happened to each skill, and what the emulated host would do with the
 * skill.
 */
function Turns({ log, source }: { log: LogRow; source: SessionLog }) {
  const { logs: texts } = searchTexts.value;
  const state = turns.value;
  const change = (all: boolean) => {
    isAll.value = all;
    void readTurns(source, all);
  };
  return (
    <div class="turns">
      <label>
        <input type="checkbox" checked={isAll.value} onChange={(event) => change(event.currentTarget.checked)} /> {texts.all}
      </label>
      {state.kind === "reading" && <p class="nothing">{texts.loading}</p>}
      {state.kind === "failed" && (
        <p class="problem" role="alert">
          {texts.failed(visible(state.why))}
        </p>
      )}
      {state.kind === "read" && <TurnsTable name={visible(log.name)} turns={state.answer} />}
    </div>
  );
}

function TurnsTable({ name, turns }: { name: string; turns: readonly UsageTurn[] }) {
  const { logs: texts } = searchTexts.value;
  const rows = turns.flatMap((turn, index) => turn.skills.map((skill, at) => ({ ...skill, turn, number: index + 1, at })));
  if (rows.length === 0) return <p class="nothing">{texts.noTurns}</p>;
  return (
    <Portion all={rows} step={STEP}>
      {(shown) => (
        <div class="wide" role="region" aria-label={texts.turnsTable(name)} tabIndex={0}>
          <table class="figures-table" aria-label={texts.turnsTable(name)}>
            <thead>
              <tr>
                <th scope="col">{texts.turnColumns.turn}</th>
                <th scope="col">{texts.turnColumns.skill}</th>
                <th scope="col">{texts.turnColumns.outcome}</th>
                <th scope="col">{texts.turnColumns.expected}</th>
              </tr>
            </thead>
            <tbody>
              {shown.map(({ name, outcome, expected, line, turn, number, at }) => (
                <tr key={`${number} ${at}`}>
                  <td title={turn.at ?? undefined}>
                    {number} <span class="help">{texts.line(line ?? turn.line)}</span>
                  </td>
                  <th scope="row">{visible(name)}</th>
                  <td>
                    <span class={`tag ${TAGS[outcome]}`}>{texts.outcomes[outcome]}</span>
                  </td>
                  <td>{expected === null ? texts.nothingExpected : texts.expected[expected]}</td>
                </tr>
              ))}
            </tbody>
          </table>
        </div>
      )}
    </Portion>
  );
}

const TAGS = { chosen: "allow", named: "allow", failed: "deny", lost: "ask", cut: "ask", offered: "", "not-found": "deny" } as const;
