/**
 * This module writes a Markdown report about the workspace in the chosen host, for an issue, a chat
 * or a review.
 */
import type { Mark } from "../../engine/catalog.ts";
import type { PageCatalog } from "../../engine/protocol/catalog.ts";
import type { ListingText } from "../../engine/protocol/model.ts";
import type { Lines } from "../../engine/protocol/problem-text.ts";
import type { Texts } from "../../i18n/index.ts";
import { code, text } from "../../lib/markdown.ts";
import type { HostOptions } from "../../state/host-options.ts";

/** The data that a report is written from. */
export interface Reported {
  label: string;
  options: HostOptions;
  catalog: PageCatalog;
  marks: ReadonlyMap<string, Mark>;
  listing: ListingText | null;
  /** The diagnostics for the target hosts; null if the engine has not returned them. */
  problems: Lines | null;
  aimed: readonly string[];
  t: Texts;
}

interface Section {
  heading(reported: Reported): string;
  /**
   * Returns the lines of this section; null if the lines are unknown. A section without lines is
   * left out, unless `always` is true.
   */
  lines(reported: Reported): Lines | null;
  always?: boolean;
}

/**
 * The maximum number of entries in each section of the report. A longer report would not fit into
 * an issue, and nobody would read it.
 */
export const MOST = 200;

/** The sections of a report, in their order. */
const SECTIONS: readonly Section[] = [
  {
    heading: ({ t }) => t.report.loaded,
    always: true,
    lines: ({ catalog, marks, t }) =>
      first(catalog.skills, ({ name, description, path }) => {
        const mark = marks.get(path);
        const tag = mark && mark in t.report.tags ? ` *(${t.report.tags[mark as keyof Texts["report"]["tags"]]})*` : "";
        return `**${text(name)}**${tag}: ${text(description)} ${code(path)}`;
      }),
  },
  {
    heading: ({ t }) => t.report.notLoaded,
    always: true,
    lines: ({ catalog }) =>
      first(
        catalog.errors,
        ({ path, place, message, help }) =>
          `${code(place ? `${path}:${place.line}:${place.column}` : path)} ${text(message)}. ${text(help)}`,
      ),
  },
  {
    heading: ({ t }) => t.report.leftOut,
    lines: ({ catalog }) => first(catalog.leftOut, ({ path, message, help }) => `${code(path)} ${text(message)}. ${text(help)}`),
  },
  {
    heading: ({ t }) => t.report.ignored,
    lines: ({ catalog }) =>
      first(catalog.ignored, ({ path, field, message }) => `${code(path)} ${field === null ? "" : `${code(field)} `}${text(message)}.`),
  },
  {
    heading: ({ t, aimed }) => t.report.problems(aimed.map(text).join(", ")),
    always: true,
    lines: ({ problems }) => problems,
  },
];

function first<T>(all: readonly T[], line: (one: T) => string): Lines {
  return { total: all.length, lines: all.slice(0, MOST).map(line) };
}

export function report(reported: Reported): string {
  const { label, options, catalog, listing, t } = reported;
  const facts = [
    `${text(label)} ${text(catalog.edition)}`,
    `${t.report.directory} ${code(options.cwd)}`,
    ...(options.home === null ? [] : [`${t.report.home} ${code(options.home)}`]),
    ...(options.contextWindow === null ? [] : [t.report.window(options.contextWindow)]),
  ];
  const parts = [`# ${t.report.heading}`, facts.join(" · ")];
  if (listing) parts.push(listed(listing, t));
  for (const { heading, lines, always } of SECTIONS) {
    const known = lines(reported);
    if (!known || (known.total === 0 && !always)) continue;
    parts.push(`## ${heading(reported)} (${t.figures.count(known.total)})`, known.total === 0 ? t.report.none : list(known, t));
  }
  return `${parts.join("\n\n")}\n`;
}

function listed({ report: { budget, cost, total, included, shortened } }: ListingText, { report, model }: Texts): string {
  const facts = [report.list(included, total)];
  if (budget) facts.push(report.cost(cost, budget.limit, model.units[budget.unit]));
  if (shortened > 0) facts.push(report.shortened(shortened));
  return `${facts.join(", ")}.`;
}

function list({ total, lines }: Lines, t: Texts): string {
  const shown = lines.map((line) => `- ${line}`);
  if (total > lines.length) shown.push(`- ${t.report.more(total - lines.length)}`);
  return shown.join("\n");
}
