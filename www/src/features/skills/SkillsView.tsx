import type { Range } from "@tanstack/virtual-core";
import { defaultRangeExtractor } from "@tanstack/virtual-core";
import { useEffect, useId, useMemo, useRef } from "preact/hooks";
import type { Ignored, LeftOut, Root, SkillError } from "skillglass";
import { catalog } from "../../engine/client.ts";
import type { PageCatalog, SkillRow } from "../../engine/protocol/catalog.ts";
import { t } from "../../i18n/index.ts";
import { notice } from "../../state/notice.ts";
import { current } from "../../state/selection.ts";
import { FileLink } from "../../ui/FileLink.tsx";
import { Filled } from "../../ui/Filled.tsx";
import { useVirtualizer } from "../../ui/virtual.ts";
import { WhyButton } from "../../ui/WhyButton.tsx";
import "./skills.css";
import { visible } from "../../lib/visible.ts";

type SectionName = "found" | "errors" | "leftOut" | "ignored" | "roots";

type Row =
  | { kind: "heading"; section: SectionName; count: number }
  | { kind: "nothing"; section: Exclude<SectionName, "ignored"> }
  | { kind: "skill"; skill: SkillRow }
  | { kind: "error"; error: SkillError }
  | { kind: "left-out"; left: LeftOut }
  | { kind: "ignored"; ignored: Ignored }
  | { kind: "root"; root: Root };

/** The CSS class of each section in the list of skills. */
const CLASSES: Record<SectionName, string> = { found: "found", errors: "errors", leftOut: "left-out", ignored: "ignored", roots: "roots" };

/**
 * The estimated height in pixels of each kind of row, used for the scroll bar until the row is
 * measured.
 */
const ESTIMATES: Record<Row["kind"], number> = { heading: 44, nothing: 36, skill: 84, error: 112, "left-out": 84, ignored: 64, root: 48 };

/**
 * The view with the host's catalog as one long list. Only the headings and the rows in view are
 * rendered.
 */
export function SkillsView() {
  const found = catalog.value;
  const texts = t.value.skills;
  const rows = useMemo(() => (found ? rowsOf(found) : []), [found]);
  const headings = useMemo(() => rows.flatMap((row, index) => (row.kind === "heading" ? [index] : [])), [rows]);
  const scroller = useRef<HTMLDivElement>(null);
  const virtualizer = useVirtualizer({
    count: rows.length,
    getScrollElement: () => scroller.current,
    estimateSize: (index) => ESTIMATES[rows[index]!.kind],
    getItemKey: (index) => keyOf(rows[index]!, index),
    overscan: 6,
    paddingEnd: 16,
    rangeExtractor: (range: Range) => [...new Set([...defaultRangeExtractor(range), ...headings])].sort((a, b) => a - b),
  });
  const mounted = notice.value?.mounted;
  useEffect(() => {
    // Another workspace is shown from its beginning.
    if (mounted) virtualizer.scrollToOffset(0);
  }, [mounted]);
  if (!found) return null;

  return (
    <div class="skills">
      <div class="summary" role="group" aria-label={texts.goTo}>
        {headings.map((index) => {
          const row = rows[index];
          return (
            row?.kind === "heading" && (
              <button
                key={row.section}
                type="button"
                class={`${CLASSES[row.section]}${row.count === 0 ? " none" : ""}`}
                onClick={() => virtualizer.scrollToIndex(index, { align: "start" })}
              >
                <b>{t.value.figures.count(row.count)}</b> {texts[`${row.section}Count`](row.count)}
              </button>
            )
          );
        })}
      </div>
      <div class="scroller" ref={scroller} tabIndex={0} role="region" aria-label={texts.catalog}>
        <div class="rows" style={{ height: `${virtualizer.getTotalSize()}px` }}>
          {virtualizer.getVirtualItems().map((item) => {
            const row = rows[item.index];
            return (
              row && (
                <div
                  key={item.key}
                  class="row"
                  data-index={item.index}
                  ref={virtualizer.measureElement}
                  style={{ transform: `translateY(${item.start}px)` }}
                >
                  <RowContent row={row} />
                </div>
              )
            );
          })}
        </div>
      </div>
    </div>
  );
}

function rowsOf({ skills, errors, leftOut, ignored, roots }: PageCatalog): Row[] {
  const section = (section: SectionName, entries: Row[]): Row[] => [
    { kind: "heading", section, count: entries.length },
    ...(entries.length > 0 || section === "ignored" ? entries : [{ kind: "nothing", section } satisfies Row]),
  ];
  return [
    ...section(
      "found",
      skills.map((skill) => ({ kind: "skill", skill })),
    ),
    ...section(
      "errors",
      errors.map((error) => ({ kind: "error", error })),
    ),
    ...section(
      "leftOut",
      leftOut.map((left) => ({ kind: "left-out", left })),
    ),
    ...(ignored.length > 0
      ? section(
          "ignored",
          ignored.map((ignored) => ({ kind: "ignored", ignored })),
        )
      : []),
    ...section(
      "roots",
      roots.map((root) => ({ kind: "root", root })),
    ),
  ];
}

function keyOf(row: Row, index: number): string {
  switch (row.kind) {
    case "heading":
      return row.section;
    case "nothing":
      return `no ${row.section}`;
    case "skill":
      return `skill ${row.skill.discoveredPath}`;
    case "error":
      return `error ${row.error.path} ${index}`;
    case "left-out":
      return `left ${row.left.path} ${index}`;
    case "ignored":
      return `ignored ${row.ignored.path} ${index}`;
    case "root":
      return `root ${row.root.path} ${index}`;
  }
}

function RowContent({ row }: { row: Row }) {
  switch (row.kind) {
    case "heading":
      return (
        <h3 class={`section ${CLASSES[row.section]}`}>
          {t.value.skills[row.section]} <span class="count">{t.value.figures.count(row.count)}</span>
        </h3>
      );
    case "nothing":
      return <p class="nothing">{t.value.skills[`${row.section}None`]}</p>;
    case "skill":
      return <SkillCard skill={row.skill} />;
    case "error":
      return <ErrorCard error={row.error} />;
    case "left-out":
      return <LeftOutCard left={row.left} />;
    case "ignored":
      return <IgnoredCard ignored={row.ignored} />;
    case "root":
      return <RootCard root={row.root} />;
  }
}

function SkillCard({ skill }: { skill: SkillRow }) {
  const texts = t.value.skills;
  const id = useId();
  return (
    <article class={`card${skill.path === current.value ? " current" : ""}${skill.active ? "" : " waiting"}`} aria-labelledby={id}>
      <h4>
        <span id={id}>{visible(skill.name)}</span>
        <span class="tag">{skill.scope}</span>
        <Badges skill={skill} />
      </h4>
      <p class="description">{skill.description}</p>
      <FileLink path={skill.path} />
      {skill.discoveredPath !== skill.path && <p class="path">{texts.foundAt(skill.discoveredPath)}</p>}
      {skill.paths.length > 0 && (
        <p class="help">
          <Filled text={skill.active ? texts.switchedOn : texts.waitsFor} patterns={<code>{skill.paths.join(", ")}</code>} />
        </p>
      )}
    </article>
  );
}

/** The tags that show a skill's further properties, such as its plugin or its other names. */
function Badges({ skill }: { skill: SkillRow }) {
  const texts = t.value.skills;
  const { label } = skill;
  return (
    <>
      {texts.kinds[skill.kind] && <span class="tag">{texts.kinds[skill.kind]}</span>}
      {skill.pluginId !== null && <span class="tag">{texts.plugin(skill.pluginId)}</span>}
      {skill.nameSource === "folder" && skill.kind === "skill" && !label && (
        <span class="tag" title={texts.namedByFolderHint}>
          {texts.namedByFolder}
        </span>
      )}
      {skill.nameSource === "folder" && label && label !== skill.name && !skill.aliases.includes(label) && (
        <span class="tag" title={texts.labelHint}>
          {texts.label(label)}
        </span>
      )}
      {skill.aliases.length > 0 && (
        <span class="tag" title={texts.alsoHint}>
          {texts.also(skill.aliases.join(", "))}
        </span>
      )}
      {texts.describedBy[skill.descriptionSource] && (
        <span class="tag" title={texts.describedByHint}>
          {texts.describedBy[skill.descriptionSource]}
        </span>
      )}
      {!skill.active && <span class="tag off">{texts.waitsForPaths}</span>}
      {!skill.enabled ? <span class="tag off">{texts.disabled}</span> : <Invocable skill={skill} />}
      {skill.visibility === "name-only" && (
        <span class="tag" title={texts.nameOnlyHint}>
          {texts.nameOnly}
        </span>
      )}
    </>
  );
}

function Invocable({ skill: { userInvocable, modelInvocable } }: { skill: SkillRow }) {
  const texts = t.value.skills;
  if (userInvocable && modelInvocable) return null;
  if (userInvocable)
    return (
      <span class="tag" title={texts.onlyUserHint}>
        {texts.onlyUser}
      </span>
    );
  if (modelInvocable)
    return (
      <span class="tag" title={texts.onlyModelHint}>
        {texts.onlyModel}
      </span>
    );
  return <span class="tag off">{texts.nobody}</span>;
}

function ErrorCard({ error }: { error: SkillError }) {
  const { place } = error;
  return (
    <article class={`card error${error.path === current.value ? " current" : ""}`} aria-label={visible(error.path)}>
      <h4 class="exact">{error.message}</h4>
      <FileLink path={error.path} place={place}>
        {place && <span class="place">{t.value.figures.line(place.line, place.column)}</span>}
      </FileLink>
      <p class="help">{error.help}</p>
      <WhyButton what={error.path} subject={{ kind: "error", error }} />
    </article>
  );
}

function LeftOutCard({ left }: { left: LeftOut }) {
  return (
    <article class={`card left-out${left.path === current.value ? " current" : ""}`} aria-label={visible(left.path)}>
      <h4 class="said">{left.message}</h4>
      <FileLink path={left.path} />
      <p class="help">{left.help}</p>
      <WhyButton what={left.path} subject={{ kind: "left-out", left }} />
    </article>
  );
}

function IgnoredCard({ ignored }: { ignored: Ignored }) {
  return (
    <article class="card left-out" aria-label={visible(ignored.path)}>
      <h4>
        {ignored.field === null ? "" : `${ignored.field}: `}
        {ignored.message}
      </h4>
      <FileLink path={ignored.path} place={ignored.place} />
      <WhyButton what={ignored.field ?? ignored.path} subject={{ kind: "ignored", ignored }} />
    </article>
  );
}

function RootCard({ root }: { root: Root }) {
  const scanned = root.status === "scanned";
  const id = useId();
  const texts = t.value.skills;
  // The origin of a root that is switched off names the switch.
  const became = scanned ? texts.rootHolds(root.candidates, root.directories) : texts.rootStatus[root.status];
  return (
    <article class={`card root${scanned ? "" : " absent"}`} aria-labelledby={id}>
      <p id={id} class="path">
        {visible(root.path)}
      </p>
      <p class="help">
        <span class="tag">{root.scope}</span> {became && `${became}, `}
        {root.origin}
      </p>
    </article>
  );
}
