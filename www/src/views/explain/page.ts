/** Pages of the documentation, and parts of them. */

const FOLDERS = "../../../../docs";

/** The page of a rule; null for a rule without one. */
export async function rulePage(code: string): Promise<string | null> {
  const { RULES } = await import("./pages.ts");
  return RULES[`${FOLDERS}/rules/${code}.md`] ?? null;
}

/** The part of a host's page under this heading, with it; null when there is none. */
export async function hostPart(host: string, heading: string): Promise<string | null> {
  const { HOSTS } = await import("./pages.ts");
  return partOf(HOSTS[`${FOLDERS}/hosts/${host}.md`] ?? "", heading);
}

function partOf(page: string, heading: string): string | null {
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

/** What a "no" is about, and the heading under which each host's page says how it goes there. */
export type Topic = "discover" | "parse" | "load" | "list" | "user" | "model" | "name" | "conditional" | "side-file";

const HEADINGS: Record<string, Partial<Record<Topic, string>>> = {
  codex: {
    discover: "Discovery", parse: "Parsing `SKILL.md`", load: "Disable rules", list: "The list", user: "Mentions and selection", model: "The list",
    name: "Mentions and selection", "side-file": "`agents/openai.yaml`",
  },
  "claude-code": {
    discover: "Where it looks", parse: "Parsing `SKILL.md`", load: "Switches", list: "The list", user: "Names", model: "The list",
    name: "One name twice", conditional: "Conditional skills",
  },
  opencode: {
    discover: "Where it looks", parse: "Frontmatter", load: "Two skills of one name", list: "The list", user: "Typed commands", model: "The list",
    name: "Two skills of one name",
  },
  standard: {
    discover: "Where the client looks", parse: "The validator", load: "Where the client looks", list: "The list", user: "Activation", model: "The list",
    name: "Where the client looks",
  },
};

export function headingOf(host: string, topic: Topic): string | null {
  return HEADINGS[host]?.[topic] ?? null;
}

/** The topic of a reason for which a skill was left out, a mention skipped or a cell says no. */
export function topicOf(reason: string, otherwise: Topic): Topic {
  switch (reason) {
    case "shadowed":
    case "duplicate":
    case "name-taken":
    case "ambiguous":
      return "name";
    case "not-touched":
    case "not-active":
      return "conditional";
    case "unreadable":
    case "wrong-spelling":
    case "directory-limit":
      return "discover";
    default:
      return otherwise;
  }
}
