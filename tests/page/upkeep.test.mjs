// What keeps skills well: the plan that makes a list fit, the symptoms of outdated skills, and what skills need.
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { expectNothingSerious } from "./axe.mjs";
import {
  BUILT,
  drop,
  editor,
  expectAttribute,
  expectCount,
  expectFocus,
  expectSoon,
  expectText,
  expectTexts,
  journey,
  openInTree,
  pageTest,
  pressAndHear,
  retype,
  settled,
  showView,
  skill,
  zip,
} from "./page.mjs";

const CLIPBOARD = { permissions: ["clipboard-read", "clipboard-write"] };

const at = (name, file = "SKILL.md") => `/repo/.agents/skills/${name}/${file}`;
const inTree = (page, path) => page.locator(`[role="treeitem"][data-path="${path}"]`);

async function bringIn(page, files) {
  await drop(page, { "repo.zip": zip(Object.fromEntries(Object.entries(files).map(([path, text]) => [`.agents/skills/${path}`, text]))) });
  await page.locator(".notice").getByText("repo.zip: put").waitFor();
}

async function copiedCommand(page) {
  await pressAndHear(page.locator(".command-line").getByRole("button", { name: "Copy" }), "Copied");
  return page.evaluate(() => navigator.clipboard.readText());
}

/** Returns the files without which the page cannot start: the scripts and styles of its document, and what these scripts import. */
function startFiles() {
  const read = (file) => readFileSync(`${BUILT}/${file}`, "utf8");
  const files = new Set(Array.from(read("index.html").matchAll(/(?:src|href)="\.\/(assets\/[^"]+)"/g), ([, file]) => file));
  for (const file of files)
    if (file.endsWith(".js"))
      for (const [, name] of read(file).matchAll(/(?:\bfrom|\bimport)\s*"\.\/([^"]+)"/g)) files.add(`assets/${name}`);
  return [...files];
}

/** The names of the scripts of this kind that the page has fetched. */
const fetched = (page, name) =>
  page.evaluate(
    (name) =>
      performance.getEntriesByType("resource").flatMap((one) => new RegExp(`/(assets/${name}-[^/]*\\.js)$`).exec(one.name)?.[1] ?? []),
    name,
  );

for (const name of ["BudgetPlan", "upkeep", "searches", "changes"]) {
  pageTest(`the page starts without ${name}, and fetches it afterwards, so that it is there without a network`, async (page) => {
    await expectSoon(async () => (await fetched(page, name)).length > 0, true);
    const start = startFiles();
    assert.ok(
      start.some((file) => file.includes("/shared-")),
      "the files of the start are not found",
    );
    for (const file of await fetched(page, name)) assert.ok(!start.includes(file), file);
  });
}

const undo = (page) => page.locator(".notice").getByRole("button", { name: "Undo" }).click();

// ---- the budget plan -----------------------------------------------------------------------------------------------

const SENTENCE = "Reads the tables of a report and writes each value into a form.";
const LONG = Array(6).fill(SENTENCE).join(" ");

const plan = (page) => page.getByRole("region", { name: "What makes it fit" });
const sum = (page) => plan(page).getByRole("status");
const changes = (page) => plan(page).getByRole("list", { name: "Changes" }).getByRole("listitem");
const allowed = (page, name) => plan(page).getByRole("group", { name: "Allowed changes" }).getByRole("checkbox", { name });
const window = (page) => page.getByRole("spinbutton", { name: "Context window in tokens" });

journey(
  "the plan that makes a list fit",
  async (page, step) => {
    await bringIn(page, { "pdf/SKILL.md": skill("pdf", SENTENCE), "csv/SKILL.md": skill("csv", LONG), "xls/SKILL.md": skill("xls", LONG) });
    await showView(page, "Model’s view");

    await step("a list that shows everything has no plan", async () => {
      await page.locator(".budget-bar button").first().waitFor();
      await settled(page);
      await expectCount(plan(page), 0);
    });

    await step("a window that is too small has the smallest changes, each with its amount, its file and the proposed words", async () => {
      await window(page).fill("6000");
      await expectText(sum(page), "2 changes, then 104 of 120 tokens");
      await expectTexts(changes(page).locator(".name"), ["csv", "xls"]);
      await expectText(changes(page).first(), /Shorten its description from 96 to 32 tokens.*csv\/SKILL\.md · description/);
      await expectText(changes(page).first().locator(".proposed"), `The proposed description: ${SENTENCE} ${SENTENCE}`);
      await plan(page).getByText("Without changes everything fits from a window of 11,600 tokens.").waitFor();
      await plan(page).getByText("No host makes such a plan.").waitFor();
    });

    await step("another window has another plan", async () => {
      await window(page).fill("2000");
      await expectText(sum(page), "3 changes, then 40 of 40 tokens");
      await window(page).fill("6000");
      await expectText(sum(page), "2 changes, then 104 of 120 tokens");
    });

    await step("a skill is left as it is, and may change again", async () => {
      await plan(page).getByRole("button", { name: "Leave as it is csv" }).click();
      await expectFocus(plan(page).getByRole("heading", { name: "What makes it fit" }));
      await expectTexts(changes(page).locator(".name"), ["pdf", "xls"]);
      await expectText(changes(page).first(), /Hide it from the model; users can still invoke it/);
      await plan(page).getByRole("button", { name: "Let csv change again" }).click();
      await expectTexts(changes(page).locator(".name"), ["csv", "xls"]);
    });

    await step("only the allowed changes are made, and at least one is allowed", async () => {
      for (const name of ["shorten", "hide", "turn off"]) await allowed(page, name).uncheck();
      await expectText(sum(page), "The allowed changes do not suffice.");
      await plan(page).getByText("3 skills cannot be made smaller:").waitFor();
      assert.equal(await allowed(page, "name only").isDisabled(), true);
      await expectCount(plan(page).getByRole("button", { name: /^Apply/ }), 0);
    });

    await step("the command prints the same plan", async () => {
      await allowed(page, "hide").check();
      await expectText(sum(page), "2 changes, then 24 of 120 tokens");
      assert.equal(await copiedCommand(page), "npx skillglass budget --host codex@2026-11 --window 6000 --prefer name-only,hide");
    });

    await step("axe finds nothing serious", () => expectNothingSerious(page, "a budget plan"));

    await step("settings of the host are written into new files, and one click removes them", async () => {
      const settings = inTree(page, at("csv", "agents/openai.yaml"));
      await plan(page).getByRole("button", { name: "Apply 2 changes" }).click();
      await page.locator(".notice").getByText("Applied 2 changes to 2 files.").waitFor();
      await expectCount(plan(page), 0);
      await expectText(page.locator(".report"), /24 of 120 tokens/);
      await openInTree(page, at("csv", "agents/openai.yaml"));
      await expectText(editor(page), /allow_implicit_invocation: false/);
      await undo(page);
      await settings.waitFor({ state: "detached" });
      await expectText(sum(page), "2 changes, then 24 of 120 tokens");
    });

    await step("shorter descriptions are written into the skills, the list fits, and one click takes them back", async () => {
      for (const name of ["shorten", "turn off"]) await allowed(page, name).check();
      await expectText(sum(page), "2 changes, then 104 of 120 tokens");
      await plan(page).getByRole("button", { name: "Apply 2 changes" }).click();
      await expectCount(plan(page), 0);
      await expectText(page.locator(".report"), /104 of 120 tokens/);
      await openInTree(page, at("csv"));
      await expectText(editor(page), new RegExp(`description: "${SENTENCE} ${SENTENCE}"---`));
      await undo(page);
      await expectText(sum(page), "2 changes, then 104 of 120 tokens");
    });

    await step("the window in which everything fits is one click away", async () => {
      await plan(page).getByRole("button", { name: "Set this window" }).click();
      await expectCount(plan(page), 0);
      await expectSoon(() => window(page).inputValue(), "11600");
    });
  },
  CLIPBOARD,
);

journey("upkeep of many skills", async (page, step) => {
  await step("a plan for a long list is made when it is asked for, because it takes time", async () => {
    await page.getByRole("button", { name: "Examples…" }).click();
    await page.locator('[data-example="monorepo"]').click();
    await page.locator(".notice").getByText("monorepo").first().waitFor();
    await showView(page, "Model’s view");
    await expectText(sum(page), "");
    await plan(page).getByRole("button", { name: "Find the smallest changes" }).click();
    await expectText(sum(page), /^\d+ changes, then [\d,]+ of [\d,]+ tokens$/);
    await expectCount(changes(page), 20);
    await plan(page).getByRole("button", { name: "Show 20 more" }).click();
    await expectCount(changes(page), 40);
  });

  await step("health is reported once all skills have been checked", async () => {
    await chooseReport(page, "Health");
    await expectText(health(page).getByRole("status"), / 200 skills without symptoms\.$|, [\d,]+ skills? with symptoms, [\d,]+ without\.$/);
  });
});

// ---- health --------------------------------------------------------------------------------------------------------

const ASK = `---
name: ask
description: Ask another model.
---

Call \`claude-2.1\` with express@4.17.1, as \`references/models.md\` shows. Ask another model.
`;
const REVIEWED = skill("reviewed").replace("# reviewed", "Last updated: 2024-01-19.");

const reports = (page) => page.getByRole("group", { name: "What is reported" });
const health = (page) => page.getByRole("region", { name: "Health" });
const outdated = (page, name) => health(page).getByRole("article", { name });

async function chooseReport(page, name) {
  await showView(page, "Problems");
  await reports(page).getByRole("radio", { name }).check();
  await settled(page);
}

journey(
  "the health of skills",
  async (page, step) => {
    await page.clock.setFixedTime(new Date(2026, 10, 26, 12));
    await bringIn(page, { "ask/SKILL.md": ASK, "reviewed/SKILL.md": REVIEWED, "sound/SKILL.md": skill("sound") });
    await showView(page, "Problems");

    await step("the keyboard chooses the report, and the address has it", async () => {
      await page.locator(".problem-row").first().waitFor();
      await reports(page).getByRole("radio", { name: "Findings" }).focus();
      await page.keyboard.press("ArrowRight");
      await expectText(health(page).getByRole("status"), "On 2026-11-26, 2 skills with symptoms, 1 without.");
      await expectSoon(() => page.evaluate(() => location.search), "?view=problems&report=health");
    });

    await step("the worst skill is the first, each symptom with its weight, its words and its kind", async () => {
      await expectTexts(health(page).getByRole("heading"), ["ask", "reviewed"]);
      await expectTexts(outdated(page, "ask").locator(".weight"), ["60", "40"]);
      await expectText(outdated(page, "ask").getByRole("listitem").first(), /claude-2\.1 has not worked since 2025-07-21 retired model/);
      await expectText(outdated(page, "reviewed").getByRole("listitem"), /old review/);
      await health(page).getByText("no host checks this").waitFor();
    });

    await step("a place opens the editor at its line", async () => {
      await outdated(page, "ask").getByRole("button", { name: "line 6, column 7" }).click();
      await expectAttribute(page.locator("#editor h2"), "title", at("ask"));
      await page.locator("#editor").getByText("6:7", { exact: true }).waitFor();
    });

    await step("versions of packages that the visitor knows are judged, and a line without a version is refused", async () => {
      await health(page).locator("summary").click();
      const versions = page.getByRole("textbox", { name: "Newest versions of packages, one in a line" });
      await versions.fill("express");
      await versions.blur();
      await health(page).getByRole("alert").getByText("“express” has no version").waitFor();
      await versions.fill("express@5.1.0");
      await versions.blur();
      await expectText(outdated(page, "ask").getByRole("listitem").nth(2), /4\.17\.1 is older than 5\.1\.0 old version/);
    });

    await step("axe finds nothing serious", () => expectNothingSerious(page, "health"));

    await step("an edit removes symptoms", async () => {
      await retype(page, editor(page), ASK.replace("`claude-2.1` with express@4.17.1, as `references/models.md` shows", "it"));
      await expectText(health(page).getByRole("status"), "On 2026-11-26, 1 skill with symptoms, 2 without.");
    });

    await step("the command prints the same report", async () => {
      const hosts = "codex@2026-11,claude-code@2026-11,opencode@1.18,standard@2026-08";
      assert.equal(await copiedCommand(page), `npx skillglass health --host ${hosts}`);
    });

    await step("a reload opens the same report", async () => {
      await page.reload();
      await outdated(page, "reviewed").waitFor();
    });

    await step("a tree without skills is reported", async () => {
      await inTree(page, "/repo/.agents").focus();
      await page.keyboard.press("Delete");
      await expectText(health(page).getByRole("status"), "There is no skill among the files.");
    });
  },
  CLIPBOARD,
);

// ---- dependencies --------------------------------------------------------------------------------------------------

const PDF = `---
name: pdf
description: Fill in forms.
allowed-tools: Bash(qpdf:*)
---

\`\`\`sh
qpdf in.pdf out.pdf
jq . in.json
\`\`\`
`;
const OPENAI = `dependencies:
  tools:
    - { type: env_var, value: UPLOAD_TOKEN }
    - { type: mcp, value: github, transport: streamable_http, url: "https://mcp.example/" }
`;
const UPLOAD = 'import os\ntoken = os.environ["UPLOAD_TOKEN"]\nhost = os.environ.get("UPLOAD_HOST", "example.com")\n';
const CSV = `${skill("csv")}\n\`\`\`sh\njq -r . table.json\n\`\`\`\n`;

const inventory = (page) => page.getByRole("region", { name: "Dependencies" });
const need = (page, name) => inventory(page).getByRole("article", { name, exact: true });
const section = (page, name) => inventory(page).getByRole("region", { name });

journey(
  "the dependencies of skills",
  async (page, step) => {
    await bringIn(page, {
      "pdf/SKILL.md": PDF,
      "pdf/upload.py": UPLOAD,
      "pdf/agents/openai.yaml": OPENAI,
      "csv/SKILL.md": CSV,
    });
    await chooseReport(page, "Dependencies");

    await step("the inventory has each need by kind, declared or only used, and optional or not", async () => {
      await expectText(inventory(page).getByRole("status"), "5 dependencies.");
      await expectTexts(section(page, "Programs").getByRole("heading", { level: 4 }), ["jq", "qpdf"]);
      await expectTexts(section(page, "Environment variables").getByRole("heading", { level: 4 }), ["UPLOAD_HOST", "UPLOAD_TOKEN"]);
      await expectTexts(section(page, "MCP servers").getByRole("heading", { level: 4 }), ["github"]);
      await expectTexts(need(page, "qpdf").locator("header .tag"), ["declared"]);
      await expectTexts(need(page, "UPLOAD_HOST").locator("header .tag"), ["only used", "optional"]);
      await inventory(page).getByText("no host makes this inventory").waitFor();
    });

    await step("who needs it has the places, and a place opens the editor", async () => {
      await need(page, "jq").getByText("needed by csv and pdf").click();
      await need(page, "jq")
        .getByRole("button", { name: /pdf\/SKILL\.md · line 9, column 1 · code block$/ })
        .click();
      await expectAttribute(page.locator("#editor h2"), "title", at("pdf"));
      await page.locator("#editor").getByText("9:1", { exact: true }).waitFor();
    });

    await step("statements that do not fit together are shown where they belong", async () => {
      await expectText(need(page, "jq").locator(".contradiction"), /allowed-tools do not allow it.*not-allowed$/);
    });

    await step("hosts ask in their order at the first use", async () => {
      await expectTexts(section(page, "What hosts ask for first").getByRole("listitem"), [
        "asks for UPLOAD_TOKEN, for pdf variable",
        "asks for github, for pdf MCP server",
      ]);
    });

    await step("what is missing is shown as soon as something is installed, in the order to install it", async () => {
      const only = page.getByRole("button", { name: "Only missing" });
      assert.equal(await only.isDisabled(), true);
      await page.getByRole("textbox", { name: /^What is installed/ }).fill("jq, github");
      await expectText(inventory(page).getByRole("status"), "5 dependencies, 2 required and missing.");
      await expectTexts(section(page, "To install, in this order").locator("li > code"), ["qpdf", "UPLOAD_HOST", "UPLOAD_TOKEN"]);
      await expectText(need(page, "jq").locator("header .tag").first(), "installed");
      await only.click();
      await expectCount(need(page, "jq"), 0);
      await expectText(need(page, "qpdf").locator("header .tag").first(), "missing");
      await only.click();
    });

    await step("axe finds nothing serious", () => expectNothingSerious(page, "dependencies"));

    await step("the removal of a skill leaves the needs of no other skill", async () => {
      await page.getByRole("combobox", { name: "If this skill is removed" }).selectOption(at("pdf"));
      await expectTexts(section(page, "No longer needed").locator("li > code"), ["qpdf", "github", "UPLOAD_HOST", "UPLOAD_TOKEN"]);
      await expectTexts(inventory(page).getByRole("article").getByRole("heading"), ["jq"]);
      assert.match(await copiedCommand(page), /^npx skillglass deps --host codex@2026-11,\S+ --without \.agents\/skills\/pdf\/SKILL\.md$/);
      await page.getByRole("combobox", { name: "If this skill is removed" }).selectOption(at("csv"));
      await section(page, "No longer needed").getByText("Nothing is needed by this skill only.").waitFor();
      await page.getByRole("combobox", { name: "If this skill is removed" }).selectOption("");
      await expectCount(section(page, "No longer needed"), 0);
    });

    await step("an edit changes the inventory, and a tree without needs is reported", async () => {
      await openInTree(page, at("csv"));
      await retype(page, editor(page), skill("csv"));
      await need(page, "jq").getByText("needed by pdf").waitFor();
      await inTree(page, "/repo/.agents/skills/pdf").focus();
      await page.keyboard.press("Delete");
      await expectText(inventory(page).getByRole("status"), "No skill of this tree needs anything.");
    });
  },
  CLIPBOARD,
);

pageTest("a long list of needs has a button below it for more, and holds nothing but its items", async (page) => {
  const lines = Array.from({ length: 130 }, (_, n) => `os.environ["UPLOAD_${n + 100}"]`);
  await bringIn(page, { "pdf/SKILL.md": PDF, "pdf/upload.py": `import os\n${lines.join("\n")}\n` });
  await chooseReport(page, "Dependencies");
  await page.getByRole("textbox", { name: /^What is installed/ }).fill("jq qpdf");
  const steps = section(page, "To install, in this order");
  await expectCount(steps.locator("ol > li"), 60);
  await steps.getByRole("button", { name: "Show 60 more" }).click();
  await expectCount(steps.locator("ol > li"), 120);
  await steps.getByRole("button", { name: "Show 10 more" }).click();
  await expectCount(steps.locator("ol > li"), 130);
  await expectCount(steps.locator("ol > :not(li)"), 0);
  await expectCount(steps.getByRole("button"), 0);
});

// ---- all of them ---------------------------------------------------------------------------------------------------

journey(
  "upkeep on a phone",
  async (page, step) => {
    await bringIn(page, { "ask/SKILL.md": ASK, "csv/SKILL.md": skill("csv", LONG), "pdf/SKILL.md": PDF });
    const fits = async (view) => {
      const wide = () => page.locator(view).evaluate(({ scrollWidth, clientWidth }) => scrollWidth - clientWidth);
      assert.equal(await wide(), 0);
      await expectNothingSerious(page, view);
    };

    await step("a budget plan is not wider than the screen, and axe finds nothing serious", async () => {
      await page.getByRole("button", { name: "Host", exact: true }).click();
      await showView(page, "Model’s view");
      await window(page).fill("4000");
      await changes(page).first().waitFor();
      await fits(".model");
    });

    for (const report of ["Health", "Dependencies"]) {
      await step(`${report}: nothing is wider than the screen, and axe finds nothing serious`, async () => {
        await chooseReport(page, report);
        await page.locator(".upkeep article").first().waitFor();
        await fits(".upkeep");
      });
    }
  },
  { viewport: { width: 390, height: 844 } },
);

journey("upkeep in a frame", async (page, step, server) => {
  await step("the address names the report, and a plan cannot be applied", async () => {
    await page.goto(`${server.url}?embed=read&view=problems&report=dependencies`);
    await inventory(page).getByRole("article").first().waitFor();
    await showView(page, "Model’s view");
    await window(page).fill("4000");
    await changes(page).first().waitFor();
    await expectCount(plan(page).getByRole("button", { name: /^Apply/ }), 0);
  });
});

journey("upkeep in Chinese", async (page, step) => {
  await step("the words are Chinese, the messages are those of the core", async () => {
    await bringIn(page, { "ask/SKILL.md": ASK, "csv/SKILL.md": skill("csv", LONG), "pdf/SKILL.md": PDF });
    await page.getByLabel("Language").selectOption("zh");
    await page.locator("#tab-problems").click();
    await page.getByRole("radio", { name: "健康状况" }).check();
    await page.getByRole("article", { name: "ask" }).getByText("已停用的模型").waitFor();
    await page.getByRole("radio", { name: "依赖" }).check();
    await page.getByRole("region", { name: "程序" }).getByRole("article", { name: "qpdf" }).getByText("已声明").first().waitFor();
    await page.locator("#tab-model").click();
    await page.locator(".window input[type=number]").fill("4000");
    await page.getByRole("button", { name: /^应用 \d+ 处修改$/ }).waitFor();
  });
});
