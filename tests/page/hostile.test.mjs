// Skills of strangers on the page: nothing of them is executed, made an element or followed, wherever it is shown.
import assert from "node:assert/strict";
import { deflateSync } from "fflate";
import {
  chooseHost,
  counts,
  drop,
  editor,
  expectCounts,
  expectText,
  journey,
  openInTree,
  pageTest,
  promptBox,
  retype,
  settled,
  showView,
  skill,
  zip,
} from "./page.mjs";
import { inTree, newTab, notice, openShare } from "./share.mjs";

/** Each would leave a mark if it were more than a text: a global, an element of this attribute, another address. */
const TEXTS = [
  '<img src=x onerror="window.hostile=1" data-hostile>',
  "<script data-hostile>window.hostile=1</script>",
  '<svg data-hostile onload="window.hostile=1"><a href="javascript:window.hostile=1">x</a></svg>',
  '<a href="javascript:window.hostile=1" data-hostile>a link</a>',
  "[a link](javascript:window.hostile=1) ![an image](https://hostile.example/x.png)",
  '<iframe srcdoc="<script>parent.hostile=1</script>" data-hostile></iframe>',
  "</textarea></style></title><details open ontoggle=window.hostile=1 data-hostile>",
  '<base href="https://hostile.example/" data-hostile><form action="javascript:window.hostile=1" data-hostile>',
  '<meta http-equiv=refresh content="0;url=https://hostile.example/" data-hostile><style data-hostile>*{display:none}</style>',
  // biome-ignore lint/suspicious/noTemplateCurlyInString: it is a text.
  '{{constructor.constructor("window.hostile=1")()}} ${window.hostile=1} <%= window.hostile=1 %> #{1}',
  "';window.hostile=1;//\"`",
  "\u202Egnp.exe\u202C zero\u200Bwidth\u2066 \u{E0041}",
];

/** A text within YAML. */
const quoted = (text) => JSON.stringify(text);
/** A text as a file's name, which holds no slash. */
const named = (text) => text.replaceAll("/", "∕").slice(0, 120);

/** Every text in every field: names, descriptions, other fields and their names, bodies, file names, broken frontmatter. */
function hostileFiles() {
  const files = {};
  TEXTS.forEach((text, index) => {
    files[`s${index}/SKILL.md`] =
      `---\nname: ${quoted(text)}\ndescription: ${quoted(`${text} and what it does`)}\nlicense: ${quoted(text)}\n` +
      `argument-hint: ${quoted(text)}\nallowed-tools: ${quoted(text)}\n${quoted(text)}: 1\nmetadata:\n  short-description: ${quoted(text)}\n---\n\n# ${text}\n\n${text}\n`;
    files[`s${index}/${named(text)}.md`] = text;
    files[`${named(text)}/SKILL.md`] = skill(`folder-${index}`, `In a folder of such a name.`);
    files[`broken-${index}/SKILL.md`] = `---\nname: b${index}\ndescription: "${text.replaceAll('"', "")}\n---\n`;
    files[`s${index}/agents/openai.yaml`] =
      `interface:\n  display_name: ${quoted(text)}\n  short_description: ${quoted(text)}\n  default_prompt: ${quoted(text)}\n`;
  });
  return files;
}

/** What the texts would have left behind: of what runs, and of characters that nobody sees or that change the order of others. */
const traces = (page) =>
  page.evaluate(() => ({
    executed: "hostile" in window,
    elements: document.querySelectorAll(
      "[data-hostile], img:not(.cm-widgetBuffer), iframe, object, embed, base, form[action], [onerror], [onload], [ontoggle]",
    ).length,
    links: [...document.links].filter((link) => link.origin !== location.origin).map((link) => link.href),
    polluted: Object.keys(Object.prototype).length,
    disguised: [...document.querySelectorAll("#view *")]
      // These have the exact text.
      .filter((element) => !element.closest("pre, textarea, .cm-editor"))
      .flatMap(({ childNodes, attributes }) => [...childNodes, ...attributes])
      .filter(({ nodeType, name }) => nodeType === Node.TEXT_NODE || (nodeType === Node.ATTRIBUTE_NODE && name !== "value"))
      .map(({ nodeValue }) => nodeValue)
      .filter((text) => /[\u200B\u202A-\u202E\u2066-\u2069]/.test(text)),
  }));

const NONE = { executed: false, elements: 0, links: [], polluted: 0, disguised: [] };

/** The choices of Search that show nothing before they have a request. */
const REQUESTED = ["Skills", "Passages"];
const labelOf = (choice) => choice.locator("xpath=..").innerText();

/** Scrolls through the view, and expects no trace. */
async function expectNoneInView(page, expectNone) {
  await settled(page);
  // All of a long list is laid out as it is scrolled through.
  await page.locator("#view").evaluate(async (view) => {
    for (const scroller of view.querySelectorAll(".scroller"))
      for (let at = 0; at < Math.min(scroller.scrollHeight, 20_000); at += 400) {
        scroller.scrollTop = at;
        await new Promise((resolve) => requestAnimationFrame(resolve));
      }
  });
  await expectNone();
}

journey("texts of strangers", async (page, step, server) => {
  const dialogs = [];
  page.on("dialog", (dialog) => {
    dialogs.push(dialog.message());
    void dialog.dismiss();
  });
  const left = [];
  page.on("framenavigated", (frame) => frame.url().startsWith(server.url) || left.push(frame.url()));
  const expectNone = async () => {
    assert.deepEqual(await traces(page), NONE);
    assert.deepEqual({ dialogs, left }, { dialogs: [], left: [] });
  };
  await drop(page, { "hostile.zip": zip(hostileFiles()) });
  await page.locator(".card").first().waitFor();
  await settled(page);

  for (const host of ["codex", "claude-code", "opencode"]) {
    await step(`every view of ${host} shows them as texts`, async () => {
      await chooseHost(page, host);
      await settled(page);
      for (const tab of ["Skills", "Model’s view", "Turn", "Compare", "Problems", "Search"]) {
        await showView(page, tab);
        if (tab === "Turn") await retype(page, promptBox(page), TEXTS.map((text) => `${text} $${text} /${text}`).join("\n"));
        await expectNoneInView(page, expectNone);
        const choices = page.locator("#view .choices").getByRole("radio");
        if (tab === "Search") assert.deepEqual((await page.locator("#view .choices label").allInnerTexts()).slice(0, 2), REQUESTED);
        for (let index = (await choices.count()) - 1; index >= 0; index--) {
          await choices.nth(index).check();
          await expectNoneInView(page, expectNone);
          if (tab !== "Search" || !REQUESTED.includes(await labelOf(choices.nth(index)))) continue;
          await page.locator("#view .request-box input").fill("hostile img script");
          await expectNoneInView(page, expectNone);
        }
      }
    });
  }

  await step("so do explanations and their pages", async () => {
    for (const tab of ["Skills", "Compare", "Problems"]) {
      await showView(page, tab);
      await settled(page);
      const why = page.locator("#view .why-button, #view .cell button, #view [role=gridcell]").first();
      if ((await why.count()) > 0) {
        await why.click();
        await settled(page);
      }
      await expectNone();
    }
  });

  await step("so do the editor, its cards and its status", async () => {
    for (let index = 0; index < TEXTS.length; index++) {
      await openInTree(page, `/repo/.agents/skills/s${index}/SKILL.md`);
      await page.locator("#editor .cm-line", { hasText: "short-description" }).waitFor();
    }
    await settled(page);
    await page.locator("#editor .cm-line").nth(1).click();
    for (const key of ["F8", "F1"]) await page.keyboard.press(key);
    await expectNone();
  });

  await step("so do the notices of what is done with them", async () => {
    await inTree(page, "s11").click();
    await page.keyboard.press("Home");
    await page.locator('[role="treeitem"]', { hasText: "onerror" }).first().click();
    await page.keyboard.press("Delete");
    await expectText(notice(page).locator("> p"), /^Deleted .*onerror/s);
    await expectNone();
    await page.getByRole("button", { name: "Undo" }).click();
  });

  await step("so do the dialogs", async () => {
    await openShare(page);
    await expectNone();
    await page.keyboard.press("Escape");
    await showView(page, "Problems");
    await settled(page);
    await page.locator(".all-fixes").click();
    await page.locator("dialog[open]").waitFor();
    await expectNone();
    await page.keyboard.press("Escape");
  });
});

pageTest("what nobody sees in a name, or has it show in another order, stands as its number", async (page) => {
  const text = TEXTS.at(-1);
  const marked = "⟨U+202E⟩gnp.exe⟨U+202C⟩ zero⟨U+200B⟩width⟨U+2066⟩ ⟨U+E0041⟩";
  await drop(page, { "one.zip": zip({ [`${text}/SKILL.md`]: skill(quoted(text)), "other/SKILL.md": skill("other") }) });
  await page.locator("#files .name", { hasText: marked }).waitFor();
  await page.locator(".card h4", { hasText: marked }).waitFor();
  await page.locator(".card .path", { hasText: marked }).waitFor();
  const seen = await page.locator("#host .card h4, #host .path, #files .name, #editor h2").allTextContents();
  assert.deepEqual(
    seen.filter((text) => /[\u200B\u202A-\u202E\u2066-\u2069\u{E0041}]/u.test(text)),
    [],
  );
});

const OPTIONS = { host: "codex", edition: null, cwd: "/repo", home: null, contextWindow: null, touched: [] };
const GOOD = ["/repo/.agents/skills/a/SKILL.md", skill("a")];

const fragmentOf = (json) => `#w1.${Buffer.from(deflateSync(Buffer.from(json), { level: 9 })).toString("base64url")}`;

/** A link that the page would not make: JSON as it is, as some keys cannot be written otherwise. */
const forged = (change = {}) =>
  fragmentOf(
    JSON.stringify({ options: OPTIONS, connectors: [], prompt: "", view: "skills", current: null, folders: [], files: [GOOD], ...change }),
  );

/** What a link holds, what is told of it, and the skills that are found: those of the sample when it is refused. */
const LINKS = [
  [
    "a bomb that unpacks to 20 MB",
    forged({ files: [["/repo/zeros", "0".repeat(20_000_000)]] }),
    /unpack to more than this page takes/,
    null,
  ],
  ["more characters than a link has", `#w1.${"A".repeat(100_000)}`, /unpack to more than this page takes/, null],
  ["no base64", "#w1.%00%ff", /damaged/, null],
  ["JSON a thousand arrays deep", fragmentOf("[".repeat(1_000_000)), /damaged/, null],
  ["a path that leads out", forged({ files: [GOOD, ["/repo/../../etc/passwd", "x"], ["../up", "x"]] }), /from a link/, 1, 2],
  ["a path without a root", forged({ files: [GOOD, ["C:\\Windows\\x", "x"], ["file:///etc/passwd", "x"]] }), /from a link/, 1, 2],
  ["a path of control characters", forged({ files: [GOOD, ["/repo/\u0000\u0007", "x"]] }), /from a link/, 1, 1],
  ["the same path twice", forged({ files: [["/repo/.agents/skills/a/SKILL.md", "no skill"], GOOD] }), /Opened 1 file from a link/, 1],
  ["a file below a file", forged({ files: [GOOD, [`${GOOD[0]}/below`, "x"]] }), /from a link/, 1, 1],
  [
    "names of prototypes",
    forged({ files: [GOOD, ["/repo/__proto__", "x"], ["/repo/constructor", "x"]], connectors: ["__proto__"] }),
    /from a link/,
    1,
  ],
  [
    "prototypes as keys",
    fragmentOf(
      `{"__proto__":{"polluted":1},"options":{"__proto__":{"polluted":1},"constructor":{"prototype":{"polluted":1}},${JSON.stringify(OPTIONS).slice(1, -1)}},"connectors":[],"prompt":"","view":"__proto__","current":"__proto__","folders":[],"files":[["/repo/.agents/skills/a/SKILL.md",${JSON.stringify(skill("a"))}]]}`,
    ),
    /from a link/,
    null,
  ],
  [
    "settings of the page",
    forged({ theme: "dark", keep: "no", language: "zh", origin: "sample", disks: [{ root: "/" }] }),
    /from a link/,
    1,
  ],
  ["options that no host has", forged({ options: { ...OPTIONS, command: "rm -rf /", disks: ["/"] } }), /from a link/, null],
  ["a view that is an address", forged({ view: "javascript:window.hostile=1", current: "https://hostile.example/" }), /from a link/, 1],
];

journey(
  "links of strangers",
  async (page, step, server) => {
    const sample = await counts(page);
    for (const [what, fragment, said, found, refused = 0] of LINKS) {
      await step(`${what}: opened as files, or refused with a reason`, async () => {
        const tab = await newTab(page, server.url + fragment);
        await expectText(notice(tab).locator("> p"), said);
        if (/from a link/.test(said.source)) {
          if (found !== null) await expectCounts(tab, { found });
          const summary = notice(tab).locator("summary");
          if (refused > 0) await expectText(summary, `${refused} ${refused === 1 ? "path" : "paths"} refused`);
        } else await expectCounts(tab, sample);
        await settled(tab);
        assert.deepEqual(await traces(tab), NONE);
        assert.deepEqual(
          await tab.evaluate(() => [{}.polluted, document.documentElement.lang, document.documentElement.dataset.theme ?? null]),
          [undefined, "en", null],
        );
        assert.ok(tab.url().startsWith(server.url));
        await tab.close();
      });
    }

    await step("files that the browser keeps make room for a link, and come back", async () => {
      await retype(page, editor(page), skill("release-notes", "Of my own."));
      await page.evaluate((hash) => (location.hash = hash), forged());
      await inTree(page, "a").waitFor();
      await notice(page).getByRole("button", { name: "Back to my workspace" }).click();
      await page.locator(".card .description", { hasText: "Of my own." }).waitFor();
    });

    await step("files that it does not keep stay until the visitor says so, and come back, too", async () => {
      const dialog = await openShare(page);
      await dialog.getByLabel("Restore the workspace after a reload").uncheck();
      await page.keyboard.press("Escape");
      await retype(page, editor(page), skill("release-notes", "Not kept anywhere."));
      await page.evaluate((hash) => (location.hash = hash), forged());
      await notice(page).getByText("A link with 1 file waits.").waitFor();
      await page.locator(".card .description", { hasText: "Not kept anywhere." }).waitFor();
      assert.equal(await inTree(page, "a").count(), 0);
      await notice(page).getByRole("button", { name: "Open the link" }).click();
      await inTree(page, "a").waitFor();
      await notice(page).getByRole("button", { name: "Back to my workspace" }).click();
      await page.locator(".card .description", { hasText: "Not kept anywhere." }).waitFor();
    });
  },
  {},
);
