/** What the host makes of the workspace, as Markdown: for an issue, a chat, a review. */
import type { HostOptions, ListingText, PageCatalog } from "../engine/protocol.ts";
import type { Mark } from "../store.ts";
import type { Texts } from "../texts/index.ts";

/** All that a report is made of. */
export interface Reported {
  label: string;
  options: HostOptions;
  catalog: PageCatalog;
  marks: ReadonlyMap<string, Mark>;
  listing: ListingText | null;
  t: Texts;
}

interface Section {
  heading(t: Texts): string;
  /** One line of Markdown each; a section without any is left out unless it says something by being empty. */
  items(reported: Reported): string[];
  always?: boolean;
}

/** More entries of one kind would make a report that nobody reads and no issue holds. */
const MOST = 200;

/** A report is these, in this order; what is found out by other means is one more entry. */
const SECTIONS: readonly Section[] = [
  {
    heading: ({ report }) => report.loaded,
    always: true,
    items: ({ catalog, marks, t }) => catalog.skills.map(({ name, description, path }) => {
      const mark = marks.get(path);
      const tag = mark && mark in t.report.tags ? ` *(${t.report.tags[mark as keyof Texts["report"]["tags"]]})*` : "";
      return `**${text(name)}**${tag}: ${text(description)} ${code(path)}`;
    }),
  },
  {
    heading: ({ report }) => report.notLoaded,
    always: true,
    items: ({ catalog }) => catalog.errors.map(({ path, place, message, help }) => `${code(place ? `${path}:${place.line}:${place.column}` : path)} ${text(message)}. ${text(help)}`),
  },
  {
    heading: ({ report }) => report.leftOut,
    items: ({ catalog }) => catalog.leftOut.map(({ path, message, help }) => `${code(path)} ${text(message)}. ${text(help)}`),
  },
  {
    heading: ({ report }) => report.ignored,
    items: ({ catalog }) => catalog.ignored.map(({ path, field, message }) => `${code(path)} ${field === null ? "" : `${code(field)} `}${text(message)}.`),
  },
];

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
  for (const { heading, items, always } of SECTIONS) {
    const all = items(reported);
    if (all.length === 0 && !always) continue;
    parts.push(`## ${heading(t)} (${t.figures.count(all.length)})`, all.length === 0 ? t.report.none : list(all, t));
  }
  return `${parts.join("\n\n")}\n`;
}

function listed({ report: { budget, cost, total, included, shortened } }: ListingText, { report, model }: Texts): string {
  const facts = [report.list(included, total)];
  if (budget) facts.push(report.cost(cost, budget.limit, model.units[budget.unit]));
  if (shortened > 0) facts.push(report.shortened(shortened));
  return `${facts.join(", ")}.`;
}

function list(items: string[], t: Texts): string {
  const shown = items.slice(0, MOST).map((item) => `- ${item}`);
  if (items.length > MOST) shown.push(`- ${t.report.more(items.length - MOST)}`);
  return shown.join("\n");
}

/** Text of others within a line: nothing in it is markup. */
function text(words: string): string {
  return words.trim().replace(/\s+/g, " ").replace(/[\\`*_[\]<>#|~&!]/g, "\\$&").replace(/\.$/, "");
}

/** A span of code, whatever backticks are in it. */
function code(words: string): string {
  const line = words.replace(/\s+/g, " ");
  const fence = "`".repeat(Math.max(0, ...Array.from(line.matchAll(/`+/g), ([run]) => run.length)) + 1);
  return line.startsWith("`") || line.endsWith("`") ? `${fence} ${line} ${fence}` : fence + line + fence;
}
