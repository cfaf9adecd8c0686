import { signal } from "@preact/signals";
import { useId } from "preact/hooks";
import type { HealthSymptom, SkillHealth } from "skillglass";
import { answer } from "../../engine/client.ts";
import { t } from "../../i18n/index.ts";
import { upkeep } from "../../i18n/upkeep.ts";
import { visible } from "../../lib/visible.ts";
import { aimed, aimedWords } from "../../state/hosts.ts";
import { AimedHosts } from "../../ui/AimedHosts.tsx";
import { CommandLine } from "../../ui/CommandLine.tsx";
import { FileLink } from "../../ui/FileLink.tsx";
import { FirstLook, useFirstLook } from "../../ui/FirstLook.tsx";
import { Lines } from "../../ui/fields.tsx";
import { Portion } from "../../ui/Portion.tsx";
import { Marked } from "../support/Marked.tsx";

/**
 * The pause in typing, in milliseconds, after which the report is requested again. An answer for
 * thousands of skills takes seconds.
 */
const PAUSE = 400;

/** The newest versions of packages that the visitor entered, each as `package@version`. */
const newest = signal<readonly string[]>([]);

const look = signal(0);

const health = answer(
  "health",
  () => {
    void look.value;
    return { today: today(new Date()), hosts: aimed.value, newest: Object.fromEntries(newest.value.map(versionIn)) };
  },
  "health",
  ({ progress }) => (progress === null ? PAUSE : 0),
);

/** Returns the day of a date in the visitor's time zone, as `2026-01-31`. */
function today(date: Date): string {
  const two = (number: number) => String(number).padStart(2, "0");
  return `${date.getFullYear()}-${two(date.getMonth() + 1)}-${two(date.getDate())}`;
}

/**
 * Splits `package@version` into the package's name and the version. The name can itself begin with
 * `@`.
 */
function versionIn(line: string): [name: string, version: string] {
  const at = line.lastIndexOf("@");
  return [line.slice(0, at), line.slice(at + 1)];
}

/** The view that lists skills with symptoms of being outdated, the most outdated skill first. */
export function HealthView() {
  const { health: texts } = upkeep.value;
  const found = health.value;
  useFirstLook(found, look);
  const report = found?.report ?? null;
  return (
    <>
      <div class="view-bar">
        <AimedHosts />
      </div>
      {found && <FirstLook progress={found.progress} />}
      <div class="scroller padded upkeep" role="region" aria-label={t.value.problems.report.health} tabIndex={0}>
        <p class="lead">{texts.lead}</p>
        <Newest />
        <p role="status" class="sum">
          {report ? sumOf(report.skills.length, found!.sound, report.today) : texts.looking}
        </p>
        {report && <Portion all={report.skills}>{(shown) => shown.map((skill) => <Outdated key={skill.path} skill={skill} />)}</Portion>}
        <CommandLine line={`npx skillglass health --host ${aimedWords.value}`} />
      </div>
    </>
  );
}

function sumOf(outdated: number, sound: number, day: string): string {
  const { health: texts } = upkeep.value;
  return outdated + sound === 0 ? texts.none : texts.sum(outdated, sound, day);
}

/**
 * The field in which the visitor enters the newest versions of packages. Older versions in skills
 * are then reported.
 */
function Newest() {
  const { health: texts } = upkeep.value;
  return (
    <details class="own-words" open={newest.peek().length > 0}>
      <summary>{texts.newest}</summary>
      <Lines
        name="newest"
        label={texts.newestLabel}
        placeholder="express@5.1.0"
        help={texts.newestHelp}
        lines={newest.peek()}
        wrong={(line) => (versionIn(line).every((part) => part !== "") && line.includes("@") ? null : texts.newestWrong(line))}
        take={(lines) => (newest.value = lines)}
      />
    </details>
  );
}

function Outdated({ skill: { path, name, score, symptoms } }: { skill: SkillHealth }) {
  const { health: texts } = upkeep.value;
  const id = useId();
  return (
    <article class="outdated" data-level={score >= 60 ? "bad" : score >= 30 ? "fair" : "good"} aria-labelledby={id}>
      <header>
        <span class="score" title={texts.score(score)} role="img" aria-label={texts.score(score)}>
          {score}
        </span>
        <h3 id={id} class="name">
          {visible(name)}
        </h3>
        <FileLink path={path} />
      </header>
      <ul>
        {symptoms.map((symptom) => (
          <Symptom key={`${symptom.kind} ${symptom.path} ${symptom.range.start.byte}`} symptom={symptom} />
        ))}
      </ul>
    </article>
  );
}

function Symptom({ symptom: { kind, weight, message, path, range } }: { symptom: HealthSymptom }) {
  const { health: texts } = upkeep.value;
  const { line, column } = range.start;
  return (
    <li>
      <span class="weight" title={texts.weight(weight)} role="img" aria-label={texts.weight(weight)}>
        {weight}
      </span>
      <p>
        <Marked text={visible(message)} /> <span class="tag">{texts.kinds[kind]}</span>
      </p>
      <FileLink path={path} place={range.start}>
        {t.value.figures.line(line, column)}
      </FileLink>
    </li>
  );
}
