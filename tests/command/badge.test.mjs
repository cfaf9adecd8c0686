import assert from "node:assert/strict";
import { mkdirSync, readdirSync } from "node:fs";
import test from "node:test";
import { launch } from "../browser.mjs";
import { COLON, skill, world } from "./run.mjs";

const PDF = "repo/.agents/skills/pdf/SKILL.md";

/** A name and a description that would be markup, and more, if nobody looked. */
const HOSTILE = `---\nname: '<script>alert(1)</script>&amp;"\u001b[31m'\ndescription: Fills in forms. Use when a form is handed over.\n---\nRead it.\n`;

const message = async (run, ...args) => JSON.parse((await run(["badge", "--format", "json", ...args])).out).message;

test("the verdict counts skills, and hosts that take all of them wherever they lie", async (t) => {
  const { run } = world(t, { [PDF]: skill("pdf"), "repo/skills/csv/SKILL.md": skill("csv") });
  assert.match(await message(run), /^all 2 load in (\d+) of \1 hosts$/);
  assert.equal(await message(run, "pdf", "--host", "codex"), "1 loads in 1 of 1 host");
});

test("the verdict counts hosts that show a part of a skill, as the description of the picture does", async (t) => {
  const long = `Fills in forms. Use when a form is handed over. ${"It reads tables. ".repeat(80)}`;
  const { run } = world(t, { [PDF]: skill("pdf", long) });
  const hosts = ["--host", "codex,cline"];
  assert.equal(await message(run, ...hosts), "1 loads in 2 of 2 hosts, 1 in part");
  assert.match((await run(["badge", ...hosts])).out, /<desc>pdf: the model of Codex sees less than all of it\. /);
});

test("a host whose list has only names shows a skill whole", async (t) => {
  const { run } = world(t, { [PDF]: skill("pdf") });
  assert.equal(await message(run, "--host", "cline"), "1 loads in 1 of 1 host");
  assert.match((await run(["badge", "--host", "cline"])).out, /<desc>1 skill loads in all hosts, uncut\. /);
});

test("the picture shows that a skill in a folder of no host counts on its own", async (t) => {
  const long = (name) => skill(name, `Fills in forms. Use when a form is handed over. ${"It reads tables. ".repeat(50)}`);
  const names = Array.from({ length: 12 }, (_, index) => `form-${index}`);
  const at = (folder) => Object.fromEntries(names.map((name) => [`repo/${folder}/${name}/SKILL.md`, long(name)]));
  const drawn = async (folder) => /<desc>(.*)<\/desc>/.exec((await world(t, at(folder)).run(["badge", "--host", "codex"])).out)[1];
  assert.match(await drawn("skills"), /^12 skills load in all hosts, uncut\. Where a host does not look for a skill, .* Asked were Codex /);
  assert.match(await drawn(".agents/skills"), /^form-0: the model of Codex sees less than all of it\. /);
  assert.doesNotMatch(await drawn(".agents/skills"), /does not look/);
});

test("the colour says whether all hosts take all skills, some drop some, or nobody takes one", async (t) => {
  const { run, put } = world(t);
  const colour = async () => JSON.parse((await run(["badge", "--format", "json"])).out).color;
  assert.equal(await colour(), "inactive");
  put(PDF, skill("pdf"));
  assert.equal(await colour(), "success");
  put(PDF, COLON);
  assert.equal(await colour(), "yellow");
  put("repo/skills/csv/skill.md", skill("csv"));
  assert.equal(await colour(), "critical");
});

test("skillglass.json names the hosts of a badge", async (t) => {
  const { run } = world(t, { [PDF]: skill("pdf"), "repo/skillglass.json": '{ "hosts": ["codex", "pi"] }' });
  assert.equal(await message(run), "1 loads in 2 of 2 hosts");
});

test("what it cannot draw or write is wrong use or trouble, and leaves nothing behind", async (t) => {
  const { run, at } = world(t, { [PDF]: skill("pdf") });
  mkdirSync(at("repo/folder"));
  for (const [args, said] of [
    [["--card", "--format", "json"], /--card is a picture/],
    [["nothing"], /no skill is called `nothing`/],
    [["--out", "folder"], /cannot write folder: it is a folder/],
    [["--out", "nowhere/badge.svg"], /cannot write nowhere\/badge\.svg: it is not there/],
  ]) {
    const { code, out, err } = await run(["badge", ...args]);
    assert.deepEqual([code, out], [2, ""], args.join(" "));
    assert.match(err, said);
  }
  assert.deepEqual(readdirSync(at("repo")).sort(), [".agents", ".git", "folder"]);
});

test("--out writes what else is printed", async (t) => {
  const { run, read } = world(t, { [PDF]: skill("pdf") });
  const { out } = await run(["badge", "--card"]);
  assert.deepEqual(await run(["badge", "--card", "--out", "card.svg"]), { code: 0, out: "", err: "" });
  assert.equal(read("repo/card.svg"), out);
});

test("a picture is whole in a browser, in light and dark, and asks for nothing", async (t) => {
  const names = ["<b>&bold", "中文的技能名字也要能看", "a-rather-long-name-of-a-skill-that-nobody-types"];
  const files = Object.fromEntries(names.map((name, index) => [`repo/skills/${index}/SKILL.md`, skill(`"${name}"`)]));
  const { run } = world(t, { ...files, [PDF]: COLON, "repo/.agents/skills/hostile/SKILL.md": HOSTILE });
  const browser = await launch();
  t.after(() => browser.close());
  for (const args of [[], ["--card"]]) {
    const { out } = await run(["badge", ...args]);
    assert.ok(!/[^\n\P{Cc}]/u.test(out));
    const grounds = [];
    for (const colorScheme of ["light", "dark"]) {
      const page = await browser.newPage({ colorScheme });
      const asked = [];
      page.on("request", (request) => asked.push(request.url()));
      await page.setContent(`<body>${out}</body>`);
      assert.deepEqual(asked, []);
      const seen = await page.evaluate((source) => {
        const svg = document.querySelector("svg");
        const { width, height } = svg.viewBox.baseVal;
        const isInside = ({ x, y, width: wide, height: high }) => x >= 0 && y >= 0 && x + wide <= width && y + high <= height;
        return {
          faults: new DOMParser().parseFromString(source, "image/svg+xml").querySelectorAll("parsererror").length,
          scripts: svg.querySelectorAll("script, image, use, foreignObject").length,
          outside: [...svg.querySelectorAll("text")].filter((text) => !isInside(text.getBBox())).map((text) => text.textContent),
          role: svg.getAttribute("role"),
          title: svg.querySelector("title").textContent,
          ground: getComputedStyle(svg.querySelector("rect")).fill,
        };
      }, out);
      assert.deepEqual([seen.faults, seen.scripts, seen.outside, seen.role], [0, 0, [], "img"]);
      assert.match(seen.title, /^skills: all 5 load in \d+ of \d+ hosts$/);
      grounds.push(seen.ground);
      await page.close();
    }
    assert.equal(new Set(grounds).size, args.length === 0 ? 1 : 2);
  }
});
