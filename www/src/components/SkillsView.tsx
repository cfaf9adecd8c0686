import { defaultRangeExtractor } from "@tanstack/virtual-core";
import type { Range } from "@tanstack/virtual-core";
import { useEffect, useMemo, useRef } from "preact/hooks";
import type { Catalog, Ignored, LeftOut, Root, Skill, SkillError } from "../host.ts";
import { catalog, current, notice } from "../store.ts";
import { count, plural } from "../text.ts";
import { FileLink } from "./FileLink.tsx";
import { useVirtualizer } from "./virtual.ts";

type SectionName = "found" | "errors" | "left-out" | "ignored" | "roots";

type Row =
  | { kind: "heading"; section: SectionName; count: number }
  | { kind: "nothing"; text: string }
  | { kind: "skill"; skill: Skill }
  | { kind: "error"; error: SkillError }
  | { kind: "left-out"; left: LeftOut }
  | { kind: "ignored"; ignored: Ignored }
  | { kind: "root"; root: Root };

const TITLES: Record<SectionName, string> = { found: "Skills found", errors: "Errors", "left-out": "Left out", ignored: "Read and ignored", roots: "Roots" };

/** The same in a sentence with its count, for one and for many. */
const COUNTED: Record<SectionName, readonly [string, string]> = {
  found: ["skill found", "skills found"],
  errors: ["error", "errors"],
  "left-out": ["left out", "left out"],
  ignored: ["ignored", "ignored"],
  roots: ["root", "roots"],
};

/** Heights before a row was measured, near enough for the scroll bar. */
const ESTIMATES: Record<Row["kind"], number> = { heading: 44, nothing: 36, skill: 84, error: 112, "left-out": 84, ignored: 64, root: 48 };

/** The catalog as one long list, of which only what is in view is rendered, and all headings. */
export function SkillsView() {
  const found = catalog.value;
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
    // Another workspace is read from its beginning.
    if (mounted) virtualizer.scrollToOffset(0);
  }, [mounted]);
  if (!found) return null;

  return (
    <div class="skills">
      <div class="summary" role="group" aria-label="Go to">
        {headings.map((index) => {
          const row = rows[index];
          return row?.kind === "heading" && (
            <button key={row.section} type="button" class={`${row.section}${row.count === 0 ? " none" : ""}`} onClick={() => virtualizer.scrollToIndex(index, { align: "start" })}>
              <b>{count(row.count)}</b> {COUNTED[row.section][row.count === 1 ? 0 : 1]}
            </button>
          );
        })}
      </div>
      <div class="scroller" ref={scroller} tabIndex={0} role="region" aria-label="Catalog">
        <div class="rows" style={{ height: `${virtualizer.getTotalSize()}px` }}>
          {virtualizer.getVirtualItems().map((item) => {
            const row = rows[item.index];
            return row && (
              <div key={item.key} class="row" data-index={item.index} ref={virtualizer.measureElement} style={{ transform: `translateY(${item.start}px)` }}>
                <RowContent row={row} />
              </div>
            );
          })}
        </div>
      </div>
    </div>
  );
}

function rowsOf({ skills, errors, leftOut, ignored, roots }: Catalog): Row[] {
  const section = (section: SectionName, entries: Row[], none: string): Row[] => [
    { kind: "heading", section, count: entries.length },
    ...(entries.length > 0 ? entries : [{ kind: "nothing", text: none } satisfies Row]),
  ];
  return [
    ...section("found", skills.map((skill) => ({ kind: "skill", skill })), "The host finds no skill here."),
    ...section("errors", errors.map((error) => ({ kind: "error", error })), "Every SKILL.md that was read could be parsed."),
    ...section("left-out", leftOut.map((left) => ({ kind: "left-out", left })), "Nothing was passed over."),
    ...(ignored.length > 0 ? section("ignored", ignored.map((ignored) => ({ kind: "ignored", ignored })), "") : []),
    ...section("roots", roots.map((root) => ({ kind: "root", root })), "The host looks nowhere."),
  ];
}

function keyOf(row: Row, index: number): string {
  switch (row.kind) {
    case "heading": return row.section;
    case "nothing": return row.text;
    case "skill": return `skill ${row.skill.discoveredPath}`;
    case "error": return `error ${row.error.path} ${index}`;
    case "left-out": return `left ${row.left.path} ${index}`;
    case "ignored": return `ignored ${row.ignored.path} ${index}`;
    case "root": return `root ${row.root.path} ${index}`;
  }
}

function RowContent({ row }: { row: Row }) {
  switch (row.kind) {
    case "heading": return <h3 class={`section ${row.section}`}>{TITLES[row.section]} <span class="count">{count(row.count)}</span></h3>;
    case "nothing": return <p class="nothing">{row.text}</p>;
    case "skill": return <SkillCard skill={row.skill} />;
    case "error": return <ErrorCard error={row.error} />;
    case "left-out": return <LeftOutCard left={row.left} />;
    case "ignored": return <IgnoredCard ignored={row.ignored} />;
    case "root": return <RootCard root={row.root} />;
  }
}

function SkillCard({ skill }: { skill: Skill }) {
  const patterns = skill.frontmatter?.paths ?? [];
  return (
    <article class={`card${skill.path === current.value ? " current" : ""}${skill.active ? "" : " waiting"}`}>
      <h4>
        {skill.name}
        <span class="tag">{skill.scope}</span>
        <Badges skill={skill} />
      </h4>
      <p class="description">{skill.description}</p>
      <FileLink path={skill.path} />
      {skill.discoveredPath !== skill.path && <p class="path">found at {skill.discoveredPath}</p>}
      {patterns.length > 0 && (
        <p class="help">{skill.active ? "Switched on by a touched file that matches " : "Waits until a file is touched that matches "}<code>{patterns.join(", ")}</code></p>
      )}
    </article>
  );
}

/** What the host says of a skill beyond its name, in a word or two each. */
function Badges({ skill }: { skill: Skill }) {
  const label = skill.frontmatter?.name;
  return (
    <>
      {KINDS[skill.kind] && <span class="tag">{KINDS[skill.kind]}</span>}
      {skill.pluginId !== null && <span class="tag">plugin {skill.pluginId}</span>}
      {skill.nameSource === "folder" && skill.kind === "skill" && !label && <span class="tag" title="The frontmatter has no name">named by its folder</span>}
      {skill.nameSource === "folder" && label && label !== skill.name && <span class="tag" title="Here the frontmatter’s name is only a label; the folder is the name">label: {label}</span>}
      {skill.aliases.length > 0 && <span class="tag" title="Other names that it answers to">also {skill.aliases.join(", ")}</span>}
      {SOURCES[skill.descriptionSource] && <span class="tag" title="The frontmatter has no description">{SOURCES[skill.descriptionSource]}</span>}
      {!skill.active && <span class="tag off">waits for paths</span>}
      {!skill.enabled
        ? <span class="tag off">disabled</span>
        : <Invocable skill={skill} />}
      {skill.visibility === "name-only" && <span class="tag" title="The model is shown its name without the description">name only</span>}
    </>
  );
}

const KINDS: Record<Skill["kind"], string> = { skill: "", command: "command", "mcp-prompt": "MCP prompt" };

const SOURCES: Record<Skill["descriptionSource"], string> = {
  frontmatter: "",
  heading: "described by its heading",
  paragraph: "described by its first paragraph",
  name: "described by its name",
  none: "no description",
};

function Invocable({ skill: { userInvocable, modelInvocable } }: { skill: Skill }) {
  if (userInvocable && modelInvocable) return null;
  if (userInvocable) return <span class="tag" title="The model does not see it in its list">only the user may invoke it</span>;
  if (modelInvocable) return <span class="tag" title="A user’s prompt cannot call it">only the model may invoke it</span>;
  return <span class="tag off">nobody may invoke it</span>;
}

function ErrorCard({ error }: { error: SkillError }) {
  const { place } = error;
  return (
    <article class={`card error${error.path === current.value ? " current" : ""}`}>
      <h4 class="exact">{error.message}</h4>
      <FileLink path={error.path} place={place}>{place && <span class="place">line {place.line}, column {place.column}</span>}</FileLink>
      <p class="help">{error.help}</p>
    </article>
  );
}

function LeftOutCard({ left }: { left: LeftOut }) {
  return (
    <article class={`card left-out${left.path === current.value ? " current" : ""}`}>
      <h4 class="said">{left.message}</h4>
      <FileLink path={left.path} />
      <p class="help">{left.help}</p>
    </article>
  );
}

function IgnoredCard({ ignored }: { ignored: Ignored }) {
  return (
    <article class="card left-out">
      <h4>{ignored.field === null ? "" : `${ignored.field}: `}{ignored.message}</h4>
      <FileLink path={ignored.path} />
    </article>
  );
}

const STATUS: Record<Root["status"], string> = {
  scanned: "scanned",
  missing: "not there",
  "not-a-directory": "not a directory",
  duplicate: "scanned already",
  // The origin says which switch it is.
  off: "",
};

function RootCard({ root }: { root: Root }) {
  const scanned = root.status === "scanned";
  return (
    <article class={`card root${scanned ? "" : " absent"}`}>
      <p class="path">{root.path}</p>
      <p class="help">
        <span class="tag">{root.scope}</span> {scanned ? `${count(root.candidates)} SKILL.md in ${plural(root.directories, "directory", "directories")}, ` : STATUS[root.status] && `${STATUS[root.status]}, `}{root.origin}
      </p>
    </article>
  );
}
