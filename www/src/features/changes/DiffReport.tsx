/**
 * This module shows how the skills of a host differ between two editions, or between two file
 * trees.
 */
import { useId } from "preact/hooks";
import type { HostDiff } from "skillglass";
import type { Changed, Sentence, Totals } from "../../../../command/changes/words.ts";
import { changedSkills, ofHost, reportOf, totalsOf } from "../../../../command/changes/words.ts";
import { t } from "../../i18n/index.ts";
import { base, isSkillFile, parent } from "../../lib/paths.ts";
import { visible } from "../../lib/visible.ts";
import { FileLink } from "../../ui/FileLink.tsx";
import { Portion } from "../../ui/Portion.tsx";
import { HostPart } from "../explain/PagePart.tsx";
import { Marked } from "../support/Marked.tsx";
import { DiffLines } from "./DiffLines.tsx";

const TOTALS: readonly (keyof Totals)[] = ["appear", "vanish", "unlisted", "cut", "other"];

/** Returns true if a comparison of two editions or two trees has found a difference in the host. */
export function hasChanges({ skills, list, tool, together }: HostDiff): boolean {
  return skills.length + list.length + tool.length > 0 || together !== null;
}

interface ReportProps {
  diff: HostDiff;
  /** The name of the older edition or tree. `after` is the name of the newer one. */
  before: string;
  after: string;
  /** True if a screen reader announces the totals again when they change. */
  live?: boolean;
}

export function DiffReport({ diff, before, after, live = false }: ReportProps) {
  const { changes: texts } = t.value;
  if (diff.skills.length === 0 && diff.same === 0) return <p class="nothing">{texts.empty}</p>;
  return (
    <>
      <Sums diff={diff} live={live} />
      {hasChanges(diff) && <Sides diff={diff} before={before} after={after} />}
      {diff.skills.length > 0 && <Skills diff={diff} />}
      {ofHost(diff, (path) => nameOf(diff, path), texts.sentences).map((sentence) => (
        <section key={sentence.text} class="whole">
          <h4>
            <Marked text={sentence.text} />
          </h4>
          {sentence.lines.length > 0 && <DiffLines lines={sentence.lines} label={texts.difference(sentence.text)} />}
        </section>
      ))}
    </>
  );
}

/**
 * Returns the skill's name as the report gives it. If the report does not contain the skill,
 * returns the name of its folder.
 */
function nameOf({ skills }: HostDiff, path: string): string {
  return visible(skills.find((one) => one.path === path)?.name ?? folderOf(path));
}

function folderOf(path: string): string {
  return isSkillFile(path) ? base(parent(path)) : base(path);
}

/**
 * The number of skills for each kind of change. A skill counts only for its most important change.
 */
function Sums({ diff, live }: Pick<ReportProps, "diff" | "live">) {
  const { changes: texts } = t.value;
  const totals = totalsOf(diff);
  const shown = TOTALS.filter((name) => totals[name] > 0);
  return (
    <p class="change-sums" {...(live && { role: "status" })}>
      {shown.map((name) => (
        <span key={name} class={`change-sum ${name}`}>
          {texts.totals[name](totals[name])}
        </span>
      ))}
      <span class="help">
        {shown.length === 0 ? texts.none : ""} {diff.same > 0 && texts.same(diff.same)}
      </span>
    </p>
  );
}

/**
 * A table that compares the number of loaded skills, and the tokens of the host's list, before and
 * after the change.
 */
function Sides({ diff: { skills, same, tokens }, before, after }: { diff: HostDiff; before: string; after: string }) {
  const { changes: texts, figures } = t.value;
  const count = (kind: string) => skills.filter(({ changes }) => changes.some((change) => change.kind === kind)).length;
  const [appear, vanish] = [count("appears"), count("vanishes")];
  const both = same + skills.length - appear - vanish - count("not-loaded");
  const rows = [
    [texts.loaded, both + vanish, both + appear],
    [texts.tokens, tokens.before, tokens.after],
  ] as const;
  return (
    <table class="sides" aria-label={texts.figures}>
      <thead>
        <tr>
          <th scope="col">
            <span class="unseen">{texts.figure}</span>
          </th>
          <th scope="col">{before}</th>
          <th scope="col">{after}</th>
        </tr>
      </thead>
      <tbody>
        {rows.map(([name, before, after]) => (
          <tr key={name} class={before === after ? "even" : undefined}>
            <th scope="row">{name}</th>
            <td>{figures.count(before)}</td>
            <td>{figures.count(after)}</td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}

function Skills({ diff }: { diff: HostDiff }) {
  const { changes: texts } = t.value;
  return (
    <>
      <h4>{texts.skills}</h4>
      <Portion all={changedSkills(diff)}>
        {(shown) => shown.map((changed) => <SkillChanges key={changed.skill.path} changed={changed} host={diff.host} />)}
      </Portion>
    </>
  );
}

const CLASSES = { "+": "appears", "-": "vanishes", "~": "differs" } as const;
const SIGNS = { "+": "+", "-": "−", "~": "~" } as const;

function SkillChanges({ changed, host }: { changed: Changed; host: string }) {
  const { changes: texts } = t.value;
  const id = useId();
  const { mark, name, path, sentences } = reportOf(changed, (path) => path, texts.sentences);
  return (
    <article class={`change ${CLASSES[mark]}`} aria-labelledby={id}>
      <h5 id={id}>
        <span class="sign" aria-hidden="true">
          {SIGNS[mark]}
        </span>{" "}
        <span class="name">{visible(name ?? folderOf(path))}</span> <span class="unseen">{texts.marks[mark]}</span>
      </h5>
      <FileLink path={path} />
      <ul>
        {sentences.map((sentence, index) => (
          <li key={index}>
            <SentenceItem sentence={sentence} host={host} name={name ?? folderOf(path)} />
          </li>
        ))}
      </ul>
    </article>
  );
}

function SentenceItem({ sentence: { text, remedy, because, lines }, host, name }: { sentence: Sentence; host: string; name: string }) {
  const { changes: texts, explain } = t.value;
  return (
    <>
      <p class="said">
        <Marked text={visible(text)} />
      </p>
      {remedy !== "" && (
        <p class="help">
          <b>{explain.change}</b> <Marked text={visible(remedy)} />
        </p>
      )}
      {because && <HostPart host={host} reason={because.reason} stage={because.stage} />}
      {lines.length > 0 && <DiffLines lines={lines} label={texts.difference(`${name}: ${text}`)} />}
    </>
  );
}
