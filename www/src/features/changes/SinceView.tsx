import type { ReadonlySignal } from "@preact/signals";
import { computed } from "@preact/signals";
import type { EditionState, Since } from "skillglass";
import { answer, catalog } from "../../engine/client.ts";
import type { CellStatus } from "../../engine/protocol/compare.ts";
import { t } from "../../i18n/index.ts";
import { visible } from "../../lib/visible.ts";
import { comparedSkill, openEditions, upTo } from "../../state/comparing.ts";
import { files, paths, skillFiles } from "../../state/files.ts";
import { current } from "../../state/selection.ts";
import { CopyButton } from "../../ui/CopyButton.tsx";
import { FileLink } from "../../ui/FileLink.tsx";
import { StatusWord } from "../compare/StatusWord.tsx";
import { HostPart } from "../explain/PagePart.tsx";
import { Marked } from "../support/Marked.tsx";
import { EditionChoice, HostChoice } from "./choices.tsx";
import { useReportFocus } from "./focus.ts";
import { markdown, shownPaths } from "./markdown.ts";

/**
 * The maximum number of skills in the menu. If another view opens a skill that is not in the menu,
 * the skill is added at the top.
 */
const MOST = 2_000;

/**
 * The files in the menu of skills: all files named SKILL.md, and other files that the chosen host
 * considered.
 */
const skills: ReadonlySignal<readonly string[]> = computed(() => {
  const all = new Set(skillFiles.value);
  const found = catalog.value;
  for (const { path } of [...(found?.skills ?? []), ...(found?.errors ?? []), ...(found?.leftOut ?? [])])
    if (files.has(path)) all.add(path);
  return [...all].sort().slice(0, MOST);
});

/**
 * The path of the shown skill: the chosen skill, or else the file in the editor, or else the first
 * skill; null if there is none.
 */
const shown: ReadonlySignal<string | null> = computed(() => {
  void paths.value;
  const chosen = comparedSkill.value;
  if (chosen !== null && files.has(chosen)) return chosen;
  const open = current.value;
  return open !== null && skills.value.includes(open) ? open : (skills.value[0] ?? null);
});

const since = answer("since", () => {
  const [skill, host] = [shown.value, upTo.value];
  return skill !== null && host ? { skill, host } : undefined;
});

/** The view that shows how each edition of a host treats one skill. */
export function SinceView() {
  const { changes: texts } = t.value;
  const heading = useReportFocus();
  const [skill, host] = [shown.value, upTo.value];
  const found = since.value;
  const report = found && found.host === host?.host && found.editions.at(-1)?.edition === host.edition ? found : null;
  if (skill === null) return <p class="empty">{texts.since.none}</p>;
  return (
    <>
      <div class="view-bar">
        <select
          class="skill-choice"
          aria-label={texts.skill}
          value={skill}
          onChange={(event) => (comparedSkill.value = event.currentTarget.value)}
        >
          {(skills.value.includes(skill) ? skills.value : [skill, ...skills.value]).map((path) => (
            <option key={path} value={path}>
              {visible(path)}
            </option>
          ))}
        </select>
        <HostChoice />
        {host && <EditionChoice which="to" label={texts.upTo} value={host.edition!} />}
        {report && <CopyButton label={texts.copy} hint={texts.copyHint} text={() => markdown.since(shownPaths(), report)} />}
      </div>
      <div class="scroller padded changes" role="region" aria-labelledby="change-report" tabIndex={0}>
        <h3 class="section" id="change-report" ref={heading} tabIndex={-1}>
          {report ? sentenceOf(report) : texts.since.lead}
        </h3>
        <p class="unseen" role="status">
          {report && sentenceOf(report)}
        </p>
        <FileLink path={skill} />
        {report ? <Editions since={report} /> : <p class="empty">{texts.loading}</p>}
      </div>
    </>
  );
}

function sentenceOf({ label, listed, since }: Since): string {
  const { since: texts } = t.value.changes;
  if (since !== null) return listed ? texts.listedSince(label, since) : texts.notListedSince(label, since);
  return listed ? texts.listedInAll(label) : texts.listedInNone(label);
}

function Editions({ since: { host, editions } }: { since: Since }) {
  const { since: texts } = t.value.changes;
  return (
    <table class="states" aria-label={texts.table}>
      <thead>
        <tr>
          <th scope="col">{texts.edition}</th>
          <th scope="col">{texts.state}</th>
          <th scope="col">{texts.reason}</th>
        </tr>
      </thead>
      <tbody>
        {editions.map((state, at) => {
          const before = editions[at - 1];
          return (
            <tr key={state.edition}>
              <th scope="row">{state.edition}</th>
              <td>
                <StatusWord status={statusOf(state)} by={state.listed.as === "cut" ? state.listed.by : 0} />
              </td>
              <td>
                {before && hasSameReason(before, state) ? <p class="help">{texts.sameReason}</p> : <Reason state={state} host={host} />}
                {before && statusOf(before) !== statusOf(state) && (
                  <button type="button" class="link" onClick={() => openEditions(host, before.edition, state.edition)}>
                    {texts.whatChanged(state.edition)}
                  </button>
                )}
              </td>
            </tr>
          );
        })}
      </tbody>
    </table>
  );
}

function statusOf({ loaded, listed }: EditionState): CellStatus {
  if (!loaded) return "dropped";
  return listed.as === "nothing" ? "unlisted" : listed.as;
}

function hasSameReason({ because: before }: EditionState, { because: after }: EditionState): boolean {
  return before !== null && after !== null && before.reason === after.reason && before.message === after.message;
}

function Reason({ state: { because }, host }: { state: EditionState; host: string }) {
  if (because === null) return null;
  return (
    <>
      <p class={because.message.startsWith("`") ? "" : "said"}>
        <Marked text={because.message} /> <code class="reason-code">{because.reason}</code>
      </p>
      <p class="help">
        <b>{t.value.explain.change}</b> <Marked text={because.change} />
      </p>
      <HostPart host={host} reason={because.reason} stage={because.stage} />
    </>
  );
}
