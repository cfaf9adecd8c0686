import { useLayoutEffect, useRef } from "preact/hooks";
import type { Diagnostic, Edition, HostId, HostSummary, Obstacle, Portability, SkillComparison } from "skillglass";
import { aimedAndOwn } from "../../editor/judges.ts";
import { answer, catalog } from "../../engine/client.ts";
import { cellOf } from "../../engine/shared/compare-cell.ts";
import { t } from "../../i18n/index.ts";
import { base, isSkillFile, parent } from "../../lib/paths.ts";
import type { Subject } from "../../state/explained.ts";
import { attention, closeExplanation, subject } from "../../state/explained.ts";
import { aimed, nameOf } from "../../state/hosts.ts";
import { options } from "../../state/options.ts";
import { FileLink } from "../../ui/FileLink.tsx";
import { SinceButton } from "../../ui/SinceButton.tsx";
import { CellWords } from "../compare/StatusWord.tsx";
import { HostPart, RulePage } from "./PagePart.tsx";
import { ProblemDetail } from "./ProblemDetail.tsx";
import type { Stage } from "./page.ts";
import "./explain.css";
import { visible } from "../../lib/visible.ts";

/**
 * Returns the path of the file that the explanation is about; null if the explanation is not about
 * a file.
 */
function pathOf(subject: Subject): string | null {
  switch (subject.kind) {
    case "file":
    case "cell":
    case "portability":
      return subject.path;
    case "error":
      return subject.error.path;
    case "left-out":
      return subject.left.path;
    case "ignored":
      return subject.ignored.path;
    case "problem":
      return subject.diagnostic.path;
    case "host":
    case "rule":
    case "mention":
      return null;
  }
}

/**
 * The diagnostics of the explained file. If the explanation compares several hosts, the diagnostics
 * are those for the target hosts. Otherwise, they are those for the target hosts and the chosen
 * host.
 */
const problems = answer(
  "fileProblems",
  () => {
    const shown = subject.value;
    const path = shown && pathOf(shown);
    const isAcrossHosts = shown?.kind === "cell" || shown?.kind === "portability";
    return path ? { path, hosts: isAcrossHosts ? aimed.value : aimedAndOwn.value } : undefined;
  },
  "explain problems",
);

const compared = answer(
  "comparedSkill",
  () => {
    const shown = subject.value;
    return shown?.kind === "cell" || shown?.kind === "portability" || shown?.kind === "file"
      ? { path: shown.path, hosts: aimed.value }
      : undefined;
  },
  "explain compared",
);

/**
 * The panel that explains why a host does not load a file, or why a rule reports a problem. It
 * shows reasons, the documentation, and fixes.
 */
export function Explanation() {
  const shown = subject.value;
  const heading = useRef<HTMLHeadingElement>(null);
  const { explain: texts } = t.value;
  const asked = attention.value;
  // This happens before the next key, because otherwise the key would go to the earlier focus.
  useLayoutEffect(() => {
    if (asked > 0) heading.current?.focus();
  }, [asked]);
  if (!shown) return null;
  return (
    <section
      class="explanation"
      aria-labelledby="explanation-heading"
      onKeyDown={(event) => {
        if (event.key !== "Escape") return;
        event.stopPropagation();
        closeExplanation();
      }}
    >
      <header>
        <h3 id="explanation-heading" ref={heading} tabIndex={-1}>
          <Title subject={shown} />
        </h3>
        <button type="button" class="quiet" onClick={closeExplanation}>
          {texts.close}
        </button>
      </header>
      <div class="explanation-body" tabIndex={0} role="group" aria-labelledby="explanation-heading">
        <Body subject={shown} />
      </div>
    </section>
  );
}

function Title({ subject }: { subject: Subject }) {
  const { explain: texts } = t.value;
  switch (subject.kind) {
    case "cell":
      return <>{texts.through(folderOf(subject.path), nameOf(subject))}</>;
    case "portability":
      return <>{texts.everywhere(folderOf(subject.path))}</>;
    case "host":
      return (
        <>
          {subject.summary.label} <span class="edition">{subject.summary.edition}</span>
        </>
      );
    case "rule":
      return <code>{subject.code}</code>;
    case "problem":
      return <code>{subject.diagnostic.code}</code>;
    case "mention":
      return <>{texts.mention(subject.mention.name)}</>;
    case "file":
    case "error":
    case "left-out":
    case "ignored":
      return <>{texts.why(folderOf(pathOf(subject) ?? ""))}</>;
  }
}

/**
 * Returns the name of a skill's folder. For a file that is not called SKILL.md, returns the file's
 * name.
 */
function folderOf(path: string): string {
  return isSkillFile(path) ? base(parent(path)) : base(path);
}

function Body({ subject }: { subject: Subject }) {
  switch (subject.kind) {
    case "file":
      return <FileBody path={subject.path} />;
    case "error": {
      const { path, code, message, help, place } = subject.error;
      return (
        <>
          <Reason message={message} help={help} path={path} place={place} exact />
          <HowItGoes reason={code} stage="parse" />
          <SinceButton path={path} host={options.value.host} />
          <Problems path={path} />
        </>
      );
    }
    case "left-out": {
      const { path, reason, message, help } = subject.left;
      return (
        <>
          <Reason message={message} help={help} path={path} />
          <HowItGoes reason={reason} stage="discover" />
          <SinceButton path={path} host={options.value.host} />
          <Problems path={path} />
        </>
      );
    }
    case "ignored": {
      const { path, field, message, place } = subject.ignored;
      return (
        <>
          {field !== null && (
            <p>
              <code>{field}</code>
            </p>
          )}
          <Reason message={message} path={path} place={place} />
          <HowItGoes reason="" stage="ignored" />
          <Problems path={path} />
        </>
      );
    }
    case "cell":
      return <CellBody path={subject.path} host={subject.host} edition={subject.edition} />;
    case "portability":
      return <PortabilityBody path={subject.path} />;
    case "host":
      return <HostBody summary={subject.summary} />;
    case "rule":
      return <RulePage code={subject.code} open />;
    case "problem":
      return <ProblemBody diagnostic={subject.diagnostic} />;
    case "mention": {
      const { outcome } = subject.mention;
      return outcome.status === "skipped" ? (
        <>
          <Reason message={outcome.message} path={subject.mention.path} />
          <HowItGoes reason={outcome.reason} stage="user" />
        </>
      ) : (
        <FileLink path={outcome.path} />
      );
    }
  }
}

interface ReasonProps {
  message: string;
  help?: string;
  path: string | null;
  place?: Obstacle["place"];
  /** True if the message has exactly the words of the host; false if the words are Skillglass's. */
  exact?: boolean;
}

function Reason({ message, help, path, place, exact = false }: ReasonProps) {
  const { figures } = t.value;
  return (
    <>
      <p class={exact ? "reason exact" : "reason said"}>{message}</p>
      {help !== undefined && <p class="help">{help}</p>}
      {path !== null && (
        <FileLink path={path} place={place ?? null}>
          {place && figures.line(place.line, place.column)}
        </FileLink>
      )}
    </>
  );
}

/**
 * The section of a host's documentation that explains why the host does not load or use a skill.
 * `stage` is the step at which the host stops, such as `parse`. If `host` is absent, the section is
 * from the documentation of the host that the visitor has chosen.
 */
function HowItGoes({ reason, stage, host = options.value.host }: { reason: string; stage: Stage; host?: string }) {
  return <HostPart host={host} reason={reason} stage={stage} />;
}

// ---- a file --------------------------------------------------------------------------------------------------------

/**
 * The explanation of a file: the result in the chosen host, the result in each target host, and the
 * diagnostics.
 */
function FileBody({ path }: { path: string }) {
  const { explain: texts } = t.value;
  const found = catalog.value;
  const error = found?.errors.find((one) => one.path === path);
  const left = found?.leftOut.find((one) => one.path === path);
  const comparison = compared.value?.path === path ? compared.value : null;
  return (
    <>
      {error && (
        <>
          <Reason message={error.message} help={error.help} path={null} exact />
          <HowItGoes reason={error.code} stage="parse" />
        </>
      )}
      {left && (
        <>
          <Reason message={left.message} help={left.help} path={null} />
          <HowItGoes reason={left.reason} stage="discover" />
        </>
      )}
      {!error && !left && found?.skills.some((one) => one.path === path) && <p class="reason">{texts.loaded}</p>}
      {(error || left || isSkillFile(path)) && <SinceButton path={path} host={options.value.host} />}
      {comparison && (
        <>
          <h4>{texts.throughEach}</h4>
          <ul class="through">
            {comparison.cells.map(
              (cell, at) =>
                aimed.value[at] && (
                  <li key={at}>
                    <span class="host-name">{nameOf(aimed.value[at])}</span> <CellWords cell={cellOf(cell)} full />
                    {cell.obstacles.length > 0 && (
                      <ul class="obstacles">
                        {cell.obstacles.map((obstacle, index) => (
                          <ObstacleItem key={index} obstacle={obstacle} path={path} host={aimed.value[at]!.host} />
                        ))}
                      </ul>
                    )}
                  </li>
                ),
            )}
          </ul>
        </>
      )}
      <Problems path={path} />
    </>
  );
}

/**
 * The list of the explained file's diagnostics. If `host` is given, the list has only the
 * diagnostics that concern this host.
 */
function Problems({ path, host }: { path: string; host?: string }) {
  const { explain: texts } = t.value;
  const here = (problems.value ?? []).filter(
    (one) => one.path === path && (host === undefined || one.hosts.some((concerned) => concerned.host === host)),
  );
  if (here.length === 0) return null;
  return (
    <>
      <h4>{texts.rules}</h4>
      {here.map((diagnostic) => (
        <ProblemDetail key={`${diagnostic.code} ${diagnostic.range.start.byte}`} diagnostic={diagnostic} page />
      ))}
    </>
  );
}

function ProblemBody({ diagnostic }: { diagnostic: Diagnostic }) {
  // After an edit, the diagnostic may be gone or at another position.
  const now = (problems.value ?? []).filter(({ code, path }) => code === diagnostic.code && path === diagnostic.path);
  const shown = now.find(({ range }) => range.start.byte === diagnostic.range.start.byte) ?? now[0];
  const gone = problems.value !== null && !shown;
  return gone ? (
    <>
      <p class="reason">{t.value.explain.gone}</p>
      <RulePage code={diagnostic.code} />
    </>
  ) : (
    <>
      <FileLink path={diagnostic.path} />
      <ProblemDetail diagnostic={shown ?? diagnostic} page open />
    </>
  );
}

// ---- across hosts --------------------------------------------------------------------------------------------------

function CellBody({ path, host, edition }: { path: string; host: string; edition: string }) {
  const { explain: texts, message } = t.value;
  const at = aimed.value.findIndex((one) => one.host === host && one.edition === edition);
  const cell = compared.value?.path === path ? compared.value.cells[at] : undefined;
  if (!cell) return null;
  return (
    <>
      <p class="reason">
        <CellWords cell={cellOf(cell)} full />
      </p>
      {cell.asIfAt !== null && (
        <p class="help">
          {texts.asIfAt} <code>{cell.asIfAt}</code>
        </p>
      )}
      {cell.obstacles.length === 0 && <p>{texts.nothing}</p>}
      <SinceButton path={path} host={host} />
      <ul class="obstacles">
        {cell.obstacles.map((obstacle, index) => (
          <ObstacleItem key={index} obstacle={obstacle} path={path} host={host} />
        ))}
      </ul>
      <dl class="facts">
        {cell.name !== null && (
          <div>
            <dt>{texts.name}</dt>
            <dd>
              <code>{visible(cell.name)}</code>
            </dd>
          </div>
        )}
        <div>
          <dt>{texts.user}</dt>
          <dd>{cell.user === null ? texts.no : <code>{cell.user}</code>}</dd>
        </div>
        <div>
          <dt>{texts.model}</dt>
          <dd>{cell.model ? texts.yes : texts.no}</dd>
        </div>
        {cell.injects && (
          <div>
            <dt>{texts.injects}</dt>
            <dd>{message.figures(cell.injects.characters, texts.tokens(cell.injects.tokens))}</dd>
          </div>
        )}
        {cell.description !== null && (
          <div>
            <dt>{texts.description}</dt>
            <dd>{cell.description}</dd>
          </div>
        )}
      </dl>
      <FileLink path={path} />
      <Problems path={path} host={host} />
    </>
  );
}

function ObstacleItem({
  obstacle: { stage, reason, message, change, place },
  path,
  host,
}: {
  obstacle: Obstacle;
  path: string;
  host: string;
}) {
  const { explain: texts, figures } = t.value;
  return (
    <li>
      <p>
        <span class="tag off">{texts.stages[stage]}</span> {message}
      </p>
      <p class="help">
        <b>{texts.change}</b> {change}
      </p>
      {place && (
        <FileLink path={path} place={place}>
          {figures.line(place.line, place.column)}
        </FileLink>
      )}
      <HowItGoes reason={reason} stage={stage} host={host} />
    </li>
  );
}

function PortabilityBody({ path }: { path: string }) {
  const { explain: texts, compare } = t.value;
  const comparison: SkillComparison | null = compared.value?.path === path ? compared.value : null;
  if (!comparison) return null;
  const { verdict, fixes, features }: Portability = comparison.portability;
  return (
    <>
      <p class="reason">
        <span class={`verdict ${verdict}`}>
          <b aria-hidden="true">{compare.verdictMark[verdict]}</b> {compare.verdict[verdict]}
        </span>
      </p>
      <p class="help">{texts.verdicts[verdict]}</p>
      {fixes.length > 0 && (
        <>
          <h4>{texts.fixes}</h4>
          <ul class="obstacles">
            {fixes.map(({ change, hosts }) => (
              <li key={change}>
                <p>{change}</p>
                <p class="help">{texts.needed(hosts.map(labelOf).join(", "))}</p>
              </li>
            ))}
          </ul>
        </>
      )}
      {features.length > 0 && (
        <>
          <h4>{texts.features}</h4>
          <ul class="obstacles">
            {features.map(({ name, effect, essential, hosts, others }) => (
              <li key={name}>
                <p>
                  <code>{name}</code> {essential && <span class="tag off">{texts.essential}</span>}
                </p>
                <p class="said">{effect}</p>
                <p class="help">{texts.actsOn(hosts.map(labelOf).join(", "), others.map(labelOf).join(", "))}</p>
              </li>
            ))}
          </ul>
        </>
      )}
      <FileLink path={path} />
      <Problems path={path} />
    </>
  );
}

/**
 * Returns the label of a host from its name in a comparison. The name is `codex`, or `codex
 * 2026-05` if several editions are compared.
 */
function labelOf(name: string): string {
  const [host = name, edition] = name.split(" ");
  return nameOf({ host: host as HostId, edition: (edition ?? null) as Edition | null });
}

function HostBody({ summary: { host, discovered, loaded, listed, cut, unlisted, reasons } }: { summary: HostSummary }) {
  const { explain: texts, figures } = t.value;
  return (
    <>
      <dl class="facts">
        {(
          [
            ["discovered", discovered],
            ["loaded", loaded],
            ["listed", listed],
            ["cut", cut],
            ["unlisted", unlisted],
          ] as const
        ).map(([name, sum]) => (
          <div key={name}>
            <dt>{texts.sums[name]}</dt>
            <dd>{figures.count(sum)}</dd>
          </div>
        ))}
      </dl>
      {reasons.length > 0 && (
        <>
          <h4>{texts.reasons}</h4>
          <ul class="obstacles">
            {reasons.map(({ stage, reason, count }) => (
              <li key={`${stage} ${reason}`}>
                <p>
                  <b>{figures.count(count)}</b> <code>{reason}</code> <span class="tag off">{texts.stages[stage]}</span>
                </p>
                <HowItGoes host={host} reason={reason} stage={stage} />
              </li>
            ))}
          </ul>
        </>
      )}
    </>
  );
}
