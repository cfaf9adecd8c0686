// The table of the landing page: each host with its editions, and what it makes of some habits of authors.
import { skillglass } from "./package-module.mjs";

/** The rows of "Can I use" that tell the hosts apart at a glance. */
const ROWS = ["folder/.agents/skills", "folder/.claude/skills", "behaviour/missing-name", "behaviour/colon", "behaviour/nested-skill"];

const WORDS = {
  en: { host: "Host", editions: "Editions", rows: {}, pages: "./hosts" },
  zh: {
    host: "宿主",
    editions: "版本",
    rows: {
      "behaviour/missing-name": "没有 `name`",
      "behaviour/colon": "描述中有冒号",
      "behaviour/nested-skill": "技能文件夹里的技能",
    },
    pages: "../hosts",
  },
};

const MARKS = { works: "✓", partly: "◐", ignored: "–", breaks: "✗" };

/** The table as Markdown. */
export async function hostTable(language) {
  const words = WORDS[language];
  const { hosts, support } = await skillglass();
  const { columns, rows } = support();
  const chosen = ROWS.map((id) => rows.find((row) => row.id === id));
  const heads = [words.host, words.editions, ...chosen.map(({ id, title }) => words.rows[id] ?? title)];
  const lines = hosts().map(({ host, label, editions, default: newest }) => {
    const column = columns.findIndex((one) => one.host === host && one.isDefault);
    const named = editions.map((edition) => (edition === newest && editions.length > 1 ? `**${edition}**` : edition));
    return [`[${label}](${words.pages}/${host}.md)`, named.join(", "), ...chosen.map(({ cells }) => markOf(cells[column].support))];
  });
  return [heads, heads.map(() => "---"), ...lines].map((cells) => `| ${cells.join(" | ")} |`).join("\n");
}

function markOf(support) {
  if (!(support in MARKS)) throw new Error(`no mark for “${support}” of "Can I use"`);
  return MARKS[support];
}
