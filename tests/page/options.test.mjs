// The options that only one host reads: offered for that host, taken, refused with a reason, and carried by links and reloads.
import assert from "node:assert/strict";
import { deflateSync } from "fflate";
import { chooseEdition, chooseHost, drop, expectCounts, expectValue, journey, pageTest, settled, skill, standStill, zip } from "./page.mjs";

const TALL = { viewport: { width: 1280, height: 1_200 } };
const own = (page) => page.locator(".environment .own");
const more = (page) => page.locator(".more > summary");
const control = (page, label) => own(page).getByLabel(label);

/** Writes into a field as a visitor would, leaving it. */
async function write(page, label, text) {
  await control(page, label).fill(text);
  await page.keyboard.press("Tab");
}

async function open(page, host, files, found) {
  await drop(page, {
    "tree.zip": zip(
      Object.fromEntries(Object.entries({ ".git/HEAD": "ref: refs/heads/main\n", ...files }).map(([path, text]) => [`tree/${path}`, text])),
    ),
  });
  await chooseHost(page, host);
  await more(page).click();
  await own(page).waitFor();
  await expectCounts(page, { found });
}

const index = JSON.stringify({ skills: [{ name: "far", description: "F.", files: ["SKILL.md"] }] });

/** Each option with what it does, how many skills are found then, and how many options count as set. */
for (const [host, files, found, options] of [
  [
    "codex",
    {
      "place/skills/one/SKILL.md": skill("one"),
      ".agents/skills/two/SKILL.md": skill("two"),
      ".agents/skills/two/agents/openai.yaml": "policy:\n  products: [chatgpt]\n",
      "other/three/SKILL.md": skill("three"),
    },
    0,
    [
      ["Codex home", (page) => write(page, "Codex home", "/repo/place"), 1],
      ["Product", (page) => control(page, "Product").selectOption("chatgpt"), 2],
      ["More folders of the user’s", (page) => write(page, "More folders of the user’s, one in a line", "/repo/other"), 3],
    ],
  ],
  [
    "claude-code",
    { "place/.claude/skills/far/SKILL.md": skill("far") },
    0,
    [["--add-dir", (page) => write(page, "--add-dir, one in a line", "/repo/place"), 1]],
  ],
  [
    "opencode",
    {
      ".agents/skills/near/SKILL.md": skill("near"),
      "place/.agents/skills/far/SKILL.md": skill("far"),
      "opencode.json": '{ "skills": { "urls": ["https://example.com/s/"] } }',
      "fetched/index.json": index,
      "fetched/far/SKILL.md": skill("far"),
    },
    1,
    [
      ["Fetched skills", (page) => write(page, "Fetched skills, one in a line", "https://example.com/s/ /repo/fetched"), 2],
      [
        "Worktree",
        async (page) => {
          await write(page, "Fetched skills, one in a line", "");
          await expectCounts(page, { found: 1 });
          await page.getByLabel("Directory").fill("/repo/place");
          await page.keyboard.press("Tab");
          await expectCounts(page, { found: 2 });
          await write(page, "Worktree", "/repo/place");
        },
        1,
      ],
    ],
  ],
  [
    "standard",
    {
      ".claude/skills/far/SKILL.md": skill("far"),
      ".agents/skills/near/SKILL.md": skill("near"),
      ".acme/skills/own/SKILL.md": skill("own"),
    },
    1,
    [
      ["Reads .claude/skills, too", (page) => control(page, "Reads .claude/skills, too").check(), 2],
      ["The client’s own folder", (page) => write(page, "The client’s own folder", ".acme"), 3],
      ["The project is trusted", (page) => control(page, "The project is trusted").uncheck(), 0],
    ],
  ],
]) {
  journey(
    `the own options of ${host}`,
    async (page, step) => {
      await open(page, host, files, found);
      for (const [label, set, after] of options) {
        await step(`“${label}” changes what is found`, async () => {
          await set(page);
          await expectCounts(page, { found: after });
          await more(page).locator(".count").waitFor();
        });
      }
    },
    TALL,
  );
}

journey(
  "options of the one host and of others",
  async (page, step) => {
    await more(page).click();

    await step("a wrong option is refused with the reason, and the former stays", async () => {
      await write(page, "Codex home", "place");
      await page
        .locator(".environment .problem")
        .getByText(/codex\.home/)
        .waitFor();
      await expectValue(control(page, "Codex home"), "");
    });

    await step("a host offers its own options and no other’s", async () => {
      await own(page).getByRole("heading", { name: "Codex only" }).waitFor();
      assert.equal(await control(page, "--bare").count(), 0);
      for (const [host, label] of [
        ["claude-code", "--bare"],
        ["opencode", "Agent"],
        ["standard", "Activation"],
      ]) {
        await chooseHost(page, host);
        await control(page, label).waitFor();
        assert.equal(await control(page, "Codex home").count(), 0);
      }
    });

    await step("what is changed together with a wrong option is taken back with it, to what the engine has", async () => {
      await chooseHost(page, "codex");
      await control(page, "Codex home").waitFor();
      await expectValue(page.getByRole("combobox", { name: "Edition", exact: true }), "2026-11");
      // The engine has them.
      await settled(page);
      const letGo = await standStill(page);
      await page.getByRole("textbox", { name: "Window" }).fill("many");
      await page.keyboard.press("Enter");
      await chooseEdition(page, "2026-05");
      await letGo();
      await page.locator(".environment .problem", { hasText: "contextWindow" }).waitFor();
      await expectValue(page.getByRole("textbox", { name: "Window" }), "272000");
      await expectValue(page.getByRole("combobox", { name: "Edition", exact: true }), "2026-11");
    });

    await step("what is being written stays when another option is refused", async () => {
      await settled(page);
      const letGo = await standStill(page);
      await page.getByRole("textbox", { name: "Window" }).fill("many");
      await page.keyboard.press("Enter");
      await page.getByLabel("Directory").focus();
      await page.keyboard.press("End");
      await page.keyboard.type("/app");
      await letGo();
      await expectValue(page.getByRole("textbox", { name: "Window" }), "272000");
      assert.equal(await page.getByLabel("Directory").inputValue(), "/repo/app");
    });
  },
  TALL,
);

pageTest(
  "the options of each host come through a link and a reload",
  async (page) => {
    await drop(page, { "SKILL.md": skill("delta") });
    await more(page).click();
    await control(page, "Product").selectOption("atlas");
    await write(page, "More folders of the user’s, one in a line", "/srv/a\n/srv/b");
    await chooseHost(page, "standard");
    await write(page, "The client’s own folder", ".acme");
    await control(page, "Activation").selectOption("file");
    await control(page, "The project is trusted").uncheck();

    const expectThem = async (tab) => {
      await more(tab).click();
      await expectValue(control(tab, "The client’s own folder"), ".acme");
      await expectValue(control(tab, "Activation"), "file");
      assert.equal(await control(tab, "The project is trusted").isChecked(), false);
      await chooseHost(tab, "codex");
      await expectValue(control(tab, "Product"), "atlas");
      await expectValue(control(tab, "More folders of the user’s, one in a line"), "/srv/a\n/srv/b");
      await chooseHost(tab, "standard");
    };
    await page.getByRole("button", { name: "Share…" }).click();
    const dialog = page.getByRole("dialog", { name: "Share" });
    await dialog.getByText("Kept.", { exact: true }).waitFor();
    const link = await dialog.getByLabel("Address of the workspace").inputValue();
    const tab = await page.context().newPage();
    await tab.setViewportSize(TALL.viewport);
    await tab.goto(link);
    await tab.locator(".summary").waitFor();
    await expectThem(tab);
    await page.reload();
    await page.locator(".summary").waitFor();
    await expectThem(page);
  },
  TALL,
);

journey("options of the wrong kind in a link", async (page, step) => {
  for (const [what, wrong, expected] of [
    [
      "of the host’s own",
      { codex: { home: 5, product: ["a"], extraUserRoots: "x", explainsSkills: "yes" } },
      (tab) => tab.locator(".environment .problem").waitFor(),
    ],
    ["of every host", { plugins: 5 }, (tab) => tab.locator(".notice").getByText("The link is damaged").waitFor()],
  ]) {
    await step(`those ${what} are told and harm nothing`, async () => {
      const options = { host: "codex", edition: null, cwd: "/repo", home: null, contextWindow: null, touched: [], ...wrong };
      const value = {
        options,
        connectors: [],
        prompt: "",
        view: "skills",
        current: null,
        folders: [],
        files: [["/repo/.agents/skills/a/SKILL.md", skill("a")]],
      };
      const tab = await page.context().newPage();
      const errors = [];
      tab.on("pageerror", (error) => errors.push(error.message));
      await tab.goto(new URL(`#w1.${Buffer.from(deflateSync(Buffer.from(JSON.stringify(value)))).toString("base64url")}`, page.url()).href);
      await expected(tab);
      await tab.locator(".summary").waitFor();
      assert.deepEqual(errors, []);
      await tab.close();
    });
  }
});
