// Draws a verdict as a picture: a badge of one line, or a card with a row for each skill. The picture loads nothing.
import { escaped } from "../formats/xml.ts";
import type { Taken } from "../print/cell.ts";
import { labelOf } from "../print/hosts.ts";
import { counted, cropped } from "../print/text.ts";
import type { Row, Standing, Verdict } from "./verdict.ts";
import { widthIn } from "./width.ts";

const FONT = 'font-family="system-ui,-apple-system,Segoe UI,Roboto,Noto Sans,Ubuntu,sans-serif"';

/**
 * The background colour of a badge, by the badge's verdict. White text on any of these colours has
 * a contrast ratio of at least 6 to 1.
 */
const GROUNDS: Readonly<Record<Standing, string>> = { good: "#1f7040", mixed: "#7d5200", bad: "#b3261e", none: "#55605f" };
const LABEL_GROUND = "#343b3d";

const BADGE = { height: 20, size: 11, padding: 7 };

/** Returns an SVG badge with one line: `label`, and the verdict's message. */
export function badge(label: string, verdict: Verdict): string {
  const { message, standing } = verdict;
  const { height, size, padding } = BADGE;
  const [left, right] = [label, message].map((text) => Math.ceil(widthIn(text, size) + 2 * padding)) as [number, number];
  const text = (words: string, from: number, width: number) =>
    `<text x="${from + padding}" y="14" textLength="${width - 2 * padding}" lengthAdjust="spacingAndGlyphs">${escaped(words)}</text>`;
  return picture(left + right, height, `${label}: ${message}`, description(verdict), [
    `<rect width="${left + right}" height="${height}" rx="4" fill="${GROUNDS[standing]}"/>`,
    `<path d="M${left} 0H4a4 4 0 0 0-4 4v${height - 8}a4 4 0 0 0 4 4H${left}z" fill="${LABEL_GROUND}"/>`,
    `<g fill="#fff" ${FONT} font-size="${size}">`,
    text(label, 0, left),
    text(message, left, right),
    "</g>",
  ]);
}

const CARD = { size: 13, small: 11, row: 26, head: 76, edge: 16, names: 200, column: 62, foot: 12 };

/**
 * The maximum width of a skill's name on a card, in columns of a terminal. Longer names are cut.
 */
const MOST_OF_NAME = 28;

/**
 * The CSS of a card, for light and dark mode. The marks also differ in shape, so that readers need
 * not distinguish colours.
 */
const STYLE = `
.sg-ground{fill:#fff;stroke:#d9dddd}.sg-text{fill:#1b2122}.sg-muted{fill:#55605f}.sg-line{stroke:#d9dddd}
.sg-whole{stroke:#1f7040}.sg-partly{stroke:#7d5200}.sg-dropped{stroke:#b3261e}
@media (prefers-color-scheme:dark){
.sg-ground{fill:#1b1f21;stroke:#2f3538}.sg-text{fill:#e3e7e7}.sg-muted{fill:#a0abac}.sg-line{stroke:#2f3538}
.sg-whole{stroke:#73c68d}.sg-partly{stroke:#e0b15c}.sg-dropped{stroke:#f2938b}}
`;

/** The SVG path of each mark, around the point (0, 0): a tick, a wave and a cross. */
const MARKS: Readonly<Record<Taken, string>> = { whole: "M-5 0.5l3.5 4L5-4", partly: "M-5 1q2.5-4 5 0t5 0", dropped: "M-4-4L4 4M4-4L-4 4" };

/** Returns an SVG card that has a row for each skill and a column for each host. */
export function card(label: string, verdict: Verdict): string {
  const { rows, hosts, message, standing } = verdict;
  const { size, small, row, head, edge, names, column, foot } = CARD;
  const width = edge * 2 + names + column * hosts.length;
  const height = head + rows.length * row + foot;
  const parts = [
    `<style>${STYLE}</style>`,
    `<rect class="sg-ground" x="0.5" y="0.5" width="${width - 1}" height="${height - 1}" rx="8"/>`,
    `<circle cx="${edge + 5}" cy="24" r="5" fill="${GROUNDS[standing]}"/>`,
    `<g ${FONT} font-size="${size}">`,
    line(`${label}: ${message}`, { x: edge + 18, y: 29, size: 15, isBold: true, most: width - 2 * edge - 18 }),
    ...hosts.flatMap(({ host }, index) => {
      const x = edge + names + column * (index + 0.5);
      const words = labelOf(host).split(" ");
      return words.map((word, at) =>
        line(word, { x, y: head - 10 - 13 * (words.length - 1 - at), size: small, isMuted: true, isCentred: true }),
      );
    }),
    ...rows.flatMap((one, index) => rowAt(one, head + index * row, width)),
    "</g>",
  ];
  return picture(width, height, `${label}: ${message}`, description(verdict), parts);
}

function rowAt({ name, cells }: Row, top: number, width: number): string[] {
  const { size, row, edge, names, column } = CARD;
  const middle = top + row / 2;
  return [
    `<path class="sg-line" d="M${edge} ${top + 0.5}H${width - edge}"/>`,
    line(cropped(name, MOST_OF_NAME), { x: edge, y: middle + 5, size, most: names - 8 }),
    ...cells.map(
      (cell, index) =>
        `<path class="sg-${cell}" transform="translate(${edge + names + column * (index + 0.5)} ${middle})" d="${MARKS[cell]}" fill="none" stroke-width="2" stroke-linecap="round" stroke-linejoin="round"/>`,
    ),
  ];
}

interface Line {
  readonly x: number;
  readonly y: number;
  readonly size: number;
  readonly isBold?: boolean;
  readonly isMuted?: boolean;
  readonly isCentred?: boolean;
  /** The maximum width of the text in pixels. A longer text is compressed. */
  readonly most?: number;
}

function line(
  text: string,
  { x, y, size, isBold = false, isMuted = false, isCentred = false, most = Number.POSITIVE_INFINITY }: Line,
): string {
  const length = Math.min(most, widthIn(text, size) * (isBold ? 1.08 : 1));
  const attributes = [
    `class="${isMuted ? "sg-muted" : "sg-text"}" x="${x}" y="${y}" font-size="${size}"`,
    `textLength="${Math.round(length * 10) / 10}" lengthAdjust="spacingAndGlyphs"`,
    ...(isBold ? ['font-weight="600"'] : []),
    ...(isCentred ? ['text-anchor="middle"'] : []),
  ];
  return `<text ${attributes.join(" ")}>${escaped(text)}</text>`;
}

/** Returns the picture's description for people who cannot see the picture. */
function description({ rows, hosts, isOnItsOwn }: Verdict): string {
  const asked = `Asked were ${hosts.map(({ host, edition }) => (edition ? `${labelOf(host)} ${edition}` : labelOf(host))).join(", ")}.`;
  if (rows.length === 0) return `There are no skills. ${asked}`;
  const troubled = rows.filter(({ remarks }) => remarks.length > 0);
  const fine = rows.length - troubled.length;
  const sentences = troubled.map(({ name, remarks }) => `${name}: ${remarks.join("; ")}.`);
  const whole = fine > 0 ? `${counted(fine, "skill")} ${fine === 1 ? "loads" : "load"} in all hosts, uncut.` : "";
  const own = isOnItsOwn
    ? "Where a host does not look for a skill, the skill counts as the only one of its list, so cuts for lack of room do not count."
    : "";
  return [whole, ...sentences, own, asked].filter((part) => part !== "").join(" ");
}

function picture(width: number, height: number, title: string, desc: string, parts: readonly string[]): string {
  const head = `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}" viewBox="0 0 ${width} ${height}" role="img">`;
  return [head, `<title>${escaped(title)}</title>`, `<desc>${escaped(desc)}</desc>`, ...parts, "</svg>"].join("\n");
}
