// Reports words and forms that the project does not use, in comments, messages, `--help` and
// documents. The section "Voice" of CONTRIBUTING.md has the rules.
//
//   node scripts/voice.mjs             checks everything except the paths in NOT_HELD
//   node scripts/voice.mjs PATH…       checks these files and folders, including those in NOT_HELD
//   node scripts/voice.mjs --rooms     prints the number of findings for each path in NOT_HELD
import { existsSync, readdirSync, readFileSync, statSync } from "node:fs";
import { join, relative, resolve } from "node:path";
import { fileURLToPath } from "node:url";

/** Paths that are not checked yet. A path that passes is taken off this list. */
const NOT_HELD = ["examples/conformance"];

/**
 * Folders whose texts are checked: comments and sentences in strings of Rust and TypeScript, and
 * all text of Markdown except code.
 */
const ROOTS = ["src", "wasm/src", "command", "entries", "www/src", "examples", "fuzz/src", "pkg", "pkg-template", "docs", "site/pages"];
const PAGES = ["README.md", "CHANGELOG.md", "CONTRIBUTING.md", "SECURITY.md"];

/** Patterns of paths that are not checked, each with the reason. */
const SKIPPED = [
  [/\/node_modules\//, "not ours"],
  [/^docs\/zh\//, "Chinese"],
  [/^docs\/can-i-use\.md$/, "printed by examples/can_i_use, whose words are in src/"],
  [/(^|\/)tests?\.rs$/, "inputs of tests quote any text"],
  [/^www\/src\/(?:files\/gallery\/|state\/sample\.ts|i18n\/zh\.ts)/, "skills of authors, and Chinese"],
  [/^pkg\/(?!.*\.d\.ts$)/, "compiled; only the declarations are read"],
];

/**
 * Words that the project does not use, each with a remedy.
 * They match without regard to case, but not inside code spans or names with a hyphen.
 */
const WORDS = [
  [/behind/, "after"],
  [/blanks?(?! (?:lines?|pages?|values?|texts?|descriptions?|names?|screens?))/, "space, whitespace"],
  [/(?<!\b(?:dollar|equals|percent|plus|minus|at) )signs?(?! (?:in|of the times)\b)/, "character"],
  [/capitals?|small letters?/, "uppercase, lowercase; case"],
  [/said|told|tells? of/, "reported, given, returned, shown"],
  [/says/, "reports, gives, returns, shows"],
  [/stands?|stood/, "is, is located, appears"],
  [/lies?|lying/, "is, is located"],
  [/sits?|sitting/, "is, is located"],
  [/com(?:es?|ing) (?:to|of)/, "results in, becomes, is"],
  [/what [^.;:]{0,60}\bmakes? of/, "how … interprets"],
  [/(?:has|have|had|knows?) (?:it|them|one|that) not/, "does not have it, does not load it"],
  [/aim(?:s|ed)? at/, "target"],
  [/mend(?:s|ed|ing)?/, "fix, fixed"],
  [/put(?:s|ting)? (?:\w+ ){0,3}to use/, "invoke, invoked"],
  [/squares?(?! brackets?)/, "quadratic time"],
  [/by (?:itself|themselves)/, "on its own, without …"],
  [/alone/, "only; on its own"],
  [/(?:that|which|who) (?:is|are) none|is none (?:that|which)/, "a noun: an unknown word, not a skill"],
  [/(?:what|that|which|nothing) (?:is|are|was|were) kept|kept by/, "cached, retained, saved"],
  [/look(?:s|ed|ing)? at/, "inspect, check, read"],
  [/go(?:es|ne|ing)? by|went by/, "follow, use"],
  [/pieces?/, "token, segment, section"],
  [/namesakes?/, "skill with the same name"],
  [/whoever|one who|those who/, "callers, users, authors"],
  [/at hand/, "available"],
];

/**
 * Exceptions: a pattern of the path, a pattern of the allowed words with the text around them, and
 * the reason.
 */
const EXCEPTIONS = [
  [/./, /lea?(?:ves?|ft|ving) (?:[\w,` ]+ )?alone/, "an idiom that everybody knows"],
  [/./, /stands? for\b(?! itself)/, "an abbreviation stands for its words"],
  [/./, /\bstand(?:s|ing)? in for\b/, "plain English for a replacement"],
  [
    /./,
    /(?:documentation|documents?|descriptions?|README|specification|standard|page|comment|author|user) says/,
    "texts and people do say something",
  ],
  [/./, /When it comes to/, "an idiom that everybody knows"],
  [/^src\/safety\//, /\bbehind\b[^.]*\b(?:proxy|firewall|login)\b/, "networks are behind those"],
];

/** Paths whose string literals are not checked, each with the reason. */
const FOREIGN_STRINGS = [
  [/^src\/hosts\/(?!.*left_out)/, "exact texts of hosts"],
  [/^src\/safety\/(?:commands|speech)\//, "tables of words that are searched in texts"],
];

/** Matches a beginning of a doc comment that does not name the item. */
const EMPTY_START = /^(?:What|Whether|The same|It|They|Those)\b/;

/** Matches a first word that ends in "s" but is not a verb in the third person. */
const NO_VERBS =
  /^(?:This|Its|Is|Has|Was|As|Thus|Always|Perhaps|Besides|Unless|Across|Names|Lines|Paths|Files|Hosts|Skills|Fields|Values|Options|Words|Rules|Reasons)$/;

const SENTENCE = /\S\s+\S+\s+\S/;

const WORD_LIST = WORDS.map(([words, remedy]) => [
  new RegExp(`(?<![\\w-])(?:${words.source.replaceAll(" ", "\\s+")})(?![\\w-])`, "gi"),
  remedy,
]);

const root = fileURLToPath(new URL("..", import.meta.url));
const findings = [];

/** Records a finding at an offset in a file's text. */
function report(file, text, offset, words, remedy) {
  const line = text.slice(0, offset).split("\n").length;
  findings.push({ file, line, words: words.replaceAll(/\s+/g, " "), remedy });
}

/**
 * Replaces code, targets of links, and tags by characters that match no word. The text keeps its
 * length.
 */
function withoutCode(prose) {
  const hide = (found) => found.replaceAll(/[^\n]/g, "·");
  return prose
    .replaceAll(/^([ \t>]*)(```+|~~~+).*?^[ \t>]*\2.*?$/gms, hide)
    .replaceAll(/(`+)(?!`).+?(?<!`)\1(?!`)/gs, hide)
    .replaceAll(/\]\([^)]*\)|<[a-z/!][^>]*>|https?:\S+|"[^"\n]{1,80}"|“[^”]{1,80}”/gi, hide);
}

/** Reports the unwanted words in a text. `offset` is the text's position in the file. */
function checkWords(file, text, offset, prose) {
  const hidden = withoutCode(prose);
  for (const [words, remedy] of WORD_LIST) {
    for (const match of hidden.matchAll(words)) {
      const around = hidden.slice(Math.max(0, match.index - 60), match.index + match[0].length + 60).replaceAll(/\s+/g, " ");
      if (EXCEPTIONS.some(([place, exception]) => place.test(file) && covers(exception, around, match[0]))) continue;
      report(file, text, offset + match.index, match[0], remedy);
    }
  }
}

/**
 * Returns true if an exception matches around the middle of a text and includes the words found
 * there.
 */
function covers(exception, around, words) {
  const found = new RegExp(exception.source, "i").exec(around);
  return found?.[0].toLowerCase().includes(words.replaceAll(/\s+/g, " ").toLowerCase()) ?? false;
}

/** Patterns that match the comments and string literals of Rust and of TypeScript. */
const TOKENS = {
  rs: /(?<comment>\/\/[^\n]*|\/\*[\s\S]*?\*\/)|(?<string>\bb?r(?<hashes>#*)"[\s\S]*?"\k<hashes>|"(?:[^"\\]|\\[\s\S])*")|'(?:[^'\\\n]|\\[^\n]{1,8}?)'/g,
  ts: /(?<comment>\/\/[^\n]*|\/\*[\s\S]*?\*\/)|(?<string>"(?:[^"\\\n]|\\.)*"|'(?:[^'\\\n]|\\.)*'|`(?:[^`\\]|\\[\s\S])*`)|(?<=[=(,:[!&|?{};\n]\s*)\/(?![/*])(?:[^/\\\n[]|\\.|\[(?:[^\]\\\n]|\\.)*\])+\/\w*/g,
};

/**
 * Returns the comments in a text as `{ offset, source, isDoc }`. Line comments on consecutive lines
 * are joined.
 */
function commentsOf(text, tokens) {
  const comments = [];
  for (const { index, groups } of tokens) {
    if (groups.comment === undefined) continue;
    const kind = /^(?:\/\/[/!]?(?!\/)|\/\*\*?)/.exec(groups.comment)?.[0] ?? "//";
    const last = comments.at(-1);
    const gap = last && text.slice(last.offset + last.source.length, index);
    if (last?.kind === kind && kind.startsWith("//") && /^\s*$/.test(gap) && gap.split("\n").length === 2) {
      last.source += gap + groups.comment;
    } else {
      comments.push({ offset: index, source: groups.comment, kind });
    }
  }
  return comments.map((comment) => ({ ...comment, isDoc: ["///", "//!", "/**"].includes(comment.kind) }));
}

/** The marks of a comment replaced by spaces, without a change of length. */
const unmarked = (source) => source.replaceAll(/^[ \t]*(?:\/\/[/!]?|\/\*\*?|\*\/|\*(?!\*))|\*\/$/gm, (mark) => mark.replaceAll(/\S/g, " "));

/** Reports a bad beginning of a doc comment. `item` is the code after the comment. */
function checkDoc(file, text, offset, prose, item) {
  const doc = prose.trim().replaceAll(/\s+/g, " ");
  const start = offset + prose.search(/\S/);
  const empty = EMPTY_START.exec(doc);
  if (empty) report(file, text, start, empty[0], "begin with a noun, or a verb in the third person");
  if (/^See (?:the|its) (?:module|folder|trait|type)\b[^.]*\.?$/.test(doc)) report(file, text, start, doc, "name the item");
  const isFunction = /^(?:#\[[^\]]*\]\s*)*pub (?:const |async |unsafe )*fn\b/.test(item);
  if (!isFunction || empty) return;
  const [first = "", second = ""] = doc.split(/[ ,.:]/);
  const verb = /ly$/.test(first) ? second : first;
  const isVerb = /^(?:[A-Za-z]+-)?[A-Za-z][a-z]+s$/.test(verb) && !NO_VERBS.test(verb) && !/^[A-Za-z]+s of\b/.test(doc);
  if (!isVerb) report(file, text, start, doc.split(" ").slice(0, 4).join(" "), "begin with a verb in the third person");
}

/** Checks a file of Rust or TypeScript. */
function checkCode(file, text, language) {
  const tokens = [...text.matchAll(TOKENS[language])];
  for (const { offset, source, kind, isDoc } of commentsOf(text, tokens)) {
    const prose = unmarked(source);
    checkWords(file, text, offset, prose);
    if (isDoc && language === "rs")
      checkDoc(file, text, offset, prose, kind === "///" ? text.slice(offset + source.length).trimStart() : "");
  }
  if (FOREIGN_STRINGS.some(([place]) => place.test(file))) return;
  for (const { index, groups } of tokens) {
    if (groups.string === undefined || !SENTENCE.test(groups.string)) continue;
    // Types of the package are declared in strings, with comments of their own.
    const declared = language === "rs" ? [...groups.string.matchAll(/\/\*\*[\s\S]*?\*\//g)] : [];
    for (const comment of declared) checkDoc(file, text, index + comment.index, unmarked(comment[0]), "");
    checkWords(file, text, index + 1, groups.string.slice(1, -1).replaceAll(/["“”]/g, " "));
  }
}

/** Checks a Markdown document. In the changelog, only the newest section is checked. */
function checkDocument(file, text) {
  const sections = file === "CHANGELOG.md" ? [...text.matchAll(/^## /gm)] : [];
  checkWords(file, text, 0, text.slice(0, sections[1]?.index));
}

/** Checks the package's type declarations, which contain comments copied from Rust. */
function checkDeclarations(file, text) {
  for (const match of text.matchAll(/\[`[^`\]]+`\](?!\()|\]\([^)\s]*::[^)\s]*\)/g)) {
    report(file, text, match.index, match[0], "a code span: links of Rust lead nowhere in TypeScript");
  }
}

/**
 * Returns the files in a folder and the folders below it, in order. A path of a file gives this
 * file.
 */
function filesOf(path) {
  if (!existsSync(path)) return [];
  if (!statSync(path).isDirectory()) return [path];
  return readdirSync(path)
    .filter((name) => name !== "node_modules")
    .sort()
    .flatMap((name) => filesOf(join(path, name)));
}

function check(path) {
  const file = relative(root, path);
  if (SKIPPED.some(([place]) => place.test(file))) return;
  const text = readFileSync(path, "utf8");
  if (file.endsWith(".d.ts")) checkDeclarations(file, text);
  else if (file.endsWith(".rs")) checkCode(file, text, "rs");
  else if (/\.tsx?$/.test(file)) checkCode(file, text, "ts");
  else if (file.endsWith(".md")) checkDocument(file, text);
}

const isWithin = (file, room) => file === room || file.startsWith(`${room}/`);
const isHeld = (path) => !NOT_HELD.some((room) => isWithin(relative(root, path), room));

const [...paths] = process.argv.slice(2);
if (paths[0] === "--rooms") {
  for (const room of NOT_HELD) {
    const before = findings.length;
    for (const path of filesOf(join(root, room))) check(path);
    console.log(`${String(findings.length - before).padStart(6)} ${room}`);
  }
} else {
  const files =
    paths.length > 0
      ? paths.flatMap((path) => filesOf(resolve(path)))
      : [...ROOTS, ...PAGES].flatMap((path) => filesOf(join(root, path))).filter(isHeld);
  for (const path of files) check(path);
  findings.sort((a, b) => (a.file < b.file ? -1 : a.file > b.file ? 1 : a.line - b.line));
  for (const { file, line, words, remedy } of findings) console.log(`${file}:${line}: ${words}: ${remedy}`);
  if (findings.length > 0)
    console.log(`${findings.length} findings in ${new Set(findings.map(({ file }) => file)).size} of ${files.length} files`);
  process.exitCode = findings.length > 0 ? 1 : 0;
}
