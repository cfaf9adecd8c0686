/** This module finds pages of the documentation, and sections of these pages. */
import type { CompareStage } from "skillglass";
import HEADINGS from "./headings.json";

const FOLDERS = "../../../../docs";

/** Returns the documentation page of a rule as Markdown; null if the rule has no page. */
export async function rulePage(code: string): Promise<string | null> {
  const { RULES } = await import("./pages.ts");
  return RULES[`${FOLDERS}/rules/${code}.md`] ?? null;
}

/**
 * Returns the section under this heading in the documentation of a host, including the heading;
 * null if no page has the heading.
 */
export async function hostPart(host: string, heading: string): Promise<string | null> {
  const { HOSTS } = await import("./pages.ts");
  // A host may have further pages whose names begin with the name of the first.
  const pages = Object.keys(HOSTS).filter((page) => page === `${FOLDERS}/hosts/${host}.md` || page.startsWith(`${FOLDERS}/hosts/${host}-`));
  for (const page of pages) {
    const part = partOf(HOSTS[page]!, heading);
    if (part !== null) return part;
  }
  return null;
}

/**
 * Returns the section at an address such as `docs/hosts/codex.md#the-list`, including its heading.
 * Returns null if the page or the heading does not exist.
 */
export async function sectionAt(address: string): Promise<string | null> {
  const { HOSTS } = await import("./pages.ts");
  const [page = "", fragment = ""] = address.split("#");
  const text = HOSTS[page.replace(/^docs/, FOLDERS)];
  if (text === undefined) return null;
  const headings = text.split("\n").filter((line) => /^#+ /.test(line));
  const heading = headings.map((line) => line.replace(/^#+ /, "")).find((heading) => fragmentOf(heading) === fragment);
  return heading === undefined ? null : partOf(text, heading);
}

/**
 * Returns the URL fragment of a heading: in lowercase, with hyphens instead of spaces, without
 * punctuation.
 */
function fragmentOf(heading: string): string {
  return heading
    .toLowerCase()
    .replace(/[^\p{L}\p{N} _-]/gu, "")
    .replaceAll(" ", "-");
}

/**
 * Returns the section of a page under this heading, up to the next heading of the same or a higher
 * level. Ignores `#` lines in code. Returns null if the page lacks the heading.
 */
export function partOf(page: string, heading: string): string | null {
  const lines = page.split("\n");
  const start = lines.findIndex((line) => /^#+ /.test(line) && line.replace(/^#+ /, "") === heading);
  if (start < 0) return null;
  const level = /^#+/.exec(lines[start]!)![0].length;
  let fenced = false;
  const end = lines.findIndex((line, index) => {
    if (line.startsWith("```")) fenced = !fenced;
    return index > start && !fenced && new RegExp(`^#{1,${level}} `).test(line);
  });
  return lines.slice(start, end < 0 ? undefined : end).join("\n");
}

/** The stage at which a host refuses a skill; `ignored` if the host only ignores a field. */
export type Stage = CompareStage | "ignored";

/**
 * Returns the heading of the section that explains why a host refuses a skill. If no section
 * explains the reason, returns the heading of the section about the stage. Returns null if there is
 * no such section either.
 */
export function headingOf(host: string, reason: string, stage: Stage): string | null {
  const headings = (HEADINGS as Record<string, Readonly<Record<string, string>>>)[host];
  return headings?.[reason] ?? headings?.[stage] ?? null;
}
