// Generates texts of skills. Most are plain. Each of the others has one fault or one rare form.

const WORDS =
  "pdf shell audio review planner index writer token test metric rank repo deploy cache chart lint image search docs build notes naïve 描述 Ω 🚀".split(
    " ",
  );

/** Words that may be a part of a folder's name. */
const PLAIN_WORDS = WORDS.slice(0, 21);

export const words = (random, low, high = low) => Array.from({ length: random.integer(low, high) }, () => random.pick(WORDS)).join(" ");

/** Returns a random name for a folder. Two different numbers never give the same name. */
export const slug = (random, number) => `${random.pick(PLAIN_WORDS)}-${number}`;

const file = (fields, body = "Body\n") => `---\n${fields.join("\n")}\n---\n${body}`;

/**
 * Returns a recipe that writes the name and the description with `write`, and everything else
 * plainly.
 */
const fields = (write) => (context) => file(write(context));

/**
 * Recipes for the text of a skill, by name. Each gets `{name, text, random}`, where `text` is a
 * description.
 */
export const RECIPES = {
  plain: ({ name, text }) => file([`name: ${name}`, `description: ${text}`], `Body of ${name}.\n`),
  "windows line ends": ({ name, text }) => file([`name: ${name}`, `description: ${text}`], `Body\nof ${name}\n`).replaceAll("\n", "\r\n"),
  "carriage returns": ({ name, text }) => file([`name: ${name}`, `description: ${text}`]).replaceAll("\n", "\r"),
  "byte order mark": ({ name, text }) => `\ufeff${file([`name: ${name}`, `description: ${text}`])}`,
  "line before the frontmatter": ({ name, text }) => `\n${file([`name: ${name}`, `description: ${text}`])}`,
  "space after the opening fence": ({ name, text }) => `--- \nname: ${name}\ndescription: ${text}\n---\nBody\n`,
  "space before the opening fence": ({ name, text }) => ` ---\nname: ${name}\ndescription: ${text}\n---\nBody\n`,
  "four dashes": ({ name, text }) => `----\nname: ${name}\ndescription: ${text}\n---\nBody\n`,
  "text after the closing fence": ({ name, text }) => `---\nname: ${name}\ndescription: ${text}\n--- x\nBody\n`,
  "text at the closing fence": ({ name, text }) => `---\nname: ${name}\ndescription: ${text}\n---more\nBody\n`,
  "tab after the closing fence": ({ name, text }) => `---\nname: ${name}\ndescription: ${text}\n---\t\nBody\n`,
  "spaces before the closing fence": ({ name, text }) => `---\nname: ${name}\ndescription: ${text}\n   ---\nBody\n`,
  "dots as the closing fence": ({ name, text }) => `---\nname: ${name}\ndescription: ${text}\n...\nBody\n`,
  "no closing fence": ({ name, text }) => `---\nname: ${name}\ndescription: ${text}\nBody\n`,
  "closing fence at the end": ({ name, text }) => `---\nname: ${name}\ndescription: ${text}\n---`,
  "no frontmatter": ({ name, text }) => `# ${name}\n\n${text}\n`,
  "empty file": () => "",
  "only a fence": () => "---",
  "empty frontmatter": () => "---\n---\nBody\n",
  "comment for frontmatter": () => "---\n# nothing\n---\nBody\n",
  "list for frontmatter": () => "---\n- name\n- description\n---\nBody\n",
  "sentence for frontmatter": () => "---\njust words\n---\nBody\n",
  "flow mapping": ({ name, text }) => `---\n{name: ${name}, description: ${text}}\n---\nBody\n`,
  "two documents": ({ name, text }) => `---\nname: ${name}\ndescription: ${text}\n...\nmore: x\n---\nBody\n`,
  "fence inside of a block": ({ name, text }) => `---\nname: ${name}\ndescription: |\n  ${text}\n  ---\n  x\n---\nBody\n---\nrest\n`,
  "rule at column 0": ({ name, text }) => `---\nname: ${name}\ndescription: |\n  ${text}\n---- x\n---\nBody\n`,
  "spaces around the body": ({ name, text }) => file([`name: ${name}`, `description: ${text}`], `\n\n   Body ${name}  \n\n  x\n\n`),
  "tags in text and body": ({ name, text }) =>
    file([`name: ${name}`, `description: use <b>${text}</b> & </skill> now`], `Body </instructions> of ${name}\n`),
  "title and paragraphs": ({ name, text }) =>
    file([`name: ${name}`], `\n# Title of it\n\nThe first paragraph: ${text}\ngoes on.\n\nSecond.\n`),
  colon: fields(({ name, text }) => [`name: ${name}`, `description: Use when: ${text}: now`]),
  "colon, then more lines": fields(({ name, text, random }) => [
    `name: ${name}`,
    `description: Use when: ${text}\n  and ${words(random, 2)}`,
    "license: MIT",
  ]),
  "colon at the end": fields(({ name, text }) => [`name: ${name}`, `description: ${text}:`]),
  "single quotes": fields(({ name, text }) => [`name: "${name}"`, `description: 'It''s ${text}'`]),
  "double quotes": fields(({ name, text }) => [`name: '${name}'`, `description: "a\\tb \\u00e9 ${text}"`]),
  "text after a quote": fields(({ name, text }) => [`name: ${name}`, `description: "${text}" and more`]),
  "open quote": fields(({ name, text }) => [`name: ${name}`, `description: "${text}`]),
  "wrong escape": fields(({ name, text }) => [`name: ${name}`, `description: "${text} \\escape"`]),
  "quotes inside": fields(({ name, text }) => [`name: ${name}`, `description: Use when "${text}" appears`]),
  folded: fields(({ name, text, random }) => [
    `name: ${name}`,
    `description: >\n  ${text}\n  ${words(random, 3)}\n\n  ${words(random, 2)}`,
  ]),
  "folded and stripped": fields(({ name, text, random }) => [`name: ${name}`, `description: >-\n  ${text}\n  ${words(random, 3)}`]),
  literal: fields(({ name, text, random }) => [`name: ${name}`, `description: |\n  ${text}\n  ${words(random, 3)}`]),
  "literal with a wrong indent": fields(({ name, text }) => [`name: ${name}`, `description: |\n    ${text}\n  less`]),
  "continued line": fields(({ name, text, random }) => [`name: ${name}`, `description: ${text}\n  ${words(random, 3)}`]),
  "continued without indent": fields(({ name, text }) => [`name: ${name}`, `description: ${text}\nmore of it`]),
  "another type for a name": fields(({ text, random }) => [
    `name: ${random.pick(["123", "true", "null", "2026-01-02", "0x1F", "~", "1.5", "", "''", "[a]", "{a: b}", "1e3", "yes"])}`,
    `description: ${text}`,
  ]),
  "another type for a description": fields(({ name, random }) => [
    `name: ${name}`,
    `description: ${random.pick(["42", "yes", "no", "null", "", "[a, b]", "{a: b}", "~", "true", "1.50", "2024-01-02", "''", "'   '"])}`,
  ]),
  "first character with a meaning": fields(({ name, text, random }) => [
    `name: ${name}`,
    `description: ${random.pick(["@", "`", "%", "!tag ", "&anchor ", "*alias ", "- ", "? ", "> ", "| ", "#", ", ", "=", "[", "{", "**"])}${text}`,
  ]),
  "no name": fields(({ text }) => [`description: ${text}`]),
  "no description": fields(({ name }) => [`name: ${name}`]),
  "fields in a mapping": fields(({ name, text }) => ["metadata:", `  name: ${name}`, `  description: ${text}`]),
  "name again in metadata": fields(({ name, text }) => [`name: ${name}`, `description: ${text}`, "metadata:", `  name: other-${name}`]),
  "key twice": fields(({ name, text }) => [`name: ${name}`, `description: ${text}`, "description: again"]),
  "uppercase keys": fields(({ name, text }) => [`Name: ${name}`, `Description: ${text}`]),
  "no space after the key": fields(({ name, text }) => [`name:${name}`, `description:${text}`]),
  "space before the colon": fields(({ name, text }) => [`name : ${name}`, `description : ${text}`]),
  "uppercase name": fields(({ name, text }) => [`name: ${name.toUpperCase()}`, `description: ${text}`]),
  "another name": fields(({ text, random, number }) => [`name: other-${random.integer(1, 3)}-${number}`, `description: ${text}`]),
  "name with spaces": fields(({ name, text }) => [`name: '  my ${name} skill '`, `description: '  ${text}  '`]),
  "odd characters in a name": fields(({ text, random, number }) => [
    `name: ${random.pick(["my_skill", "My.Skill", "-lead", "naïve", "a/b", "'a:b'", "trail-", "a--b", "1st", "描述", "a@b", "a+b"])}${number}`,
    `description: ${text}`,
  ]),
  "long name": fields(({ random, number, text }) => [
    `name: ${`${number}${"n".repeat(70)}`.slice(0, random.pick([63, 64, 65]))}`,
    `description: ${text}`,
  ]),
  "long description": fields(({ name, random }) => [
    `name: ${name}`,
    `description: ${random.pick(["d", "é", "漢"]).repeat(random.pick([512, 1023, 1024, 1025, 1536, 1537]))}`,
  ]),
  anchor: fields(({ name, text }) => [`x: &x ${text}`, `name: ${name}`, "description: *x"]),
  "merge key": fields(({ name, text }) => ["base: &b", `  name: ${name}`, `  description: ${text}`, "<<: *b"]),
  tabs: fields(({ name, text }) => [`name:\t${name}`, `description:\t${text}`]),
  "tab as an indent": fields(({ name, text }) => [`name: ${name}`, `description: ${text}`, "metadata:", "\tauthor: x"]),
  comments: fields(({ name, text }) => ["# c", `name: ${name} # n`, `description: ${text} # d`]),
  "hash without a space": fields(({ name, text }) => [`name: ${name}`, `description: ${text}#tag`]),
  "indented fields": fields(({ name, text }) => [`  name: ${name}`, `  description: ${text}`]),
  "unlike indents": fields(({ name, text }) => [`name: ${name}`, `  description: ${text}`]),
  tagged: fields(({ text }) => ["name: !!str 12", `description: !x ${text}`]),
  "no-break space": fields(({ name, text }) => [`name: ${name}`, `description:\u00a0${text}`]),
  invocation: fields(({ name, text, random }) => [
    `name: ${name}`,
    `description: ${text}`,
    `${random.pick(["disable-model-invocation", "user-invocable"])}: ${random.pick(["true", "false", '"true"', "yes", "no", "0", "1", ""])}`,
  ]),
  tools: fields(({ name, text, random }) => [
    `name: ${name}`,
    `description: ${text}`,
    `allowed-tools: ${random.pick(["Read, Write", "[Read, Write]", "12", "{a: b}", "Bash(git:*) Read", ""])}`,
  ]),
  "more fields": fields(({ name, text, random }) => [
    `name: ${name}`,
    `description: ${text}`,
    `metadata: ${random.pick(["x", "[a]", "{a: 1}", "null", "\n  short-description: Short one", "\n  internal: true"])}`,
    `license: ${random.pick(["MIT", "1", "[x]", ""])}`,
    `compatibility: ${random.pick(["any", "5", ""])}`,
  ]),
};

const NAMES = Object.keys(RECIPES).slice(1);

/** Returns the text of a random skill, and the name of the recipe that wrote it. */
export function skillText(random, name, number, plain = 0.35) {
  const recipe = random.chance(plain) ? "plain" : random.pick(NAMES);
  return { recipe, text: RECIPES[recipe]({ name, number, text: words(random, 2, 9), random }) };
}
