// The engine in its worker: typing does not wait for it, it gets what the host reads, and little comes back.
import assert from "node:assert/strict";
import { expectNothingSerious } from "./axe.mjs";
import {
  chooseHost,
  drop,
  editor,
  engineFailure,
  expectCounts,
  expectText,
  journey,
  openInTree,
  pageTest,
  pressAndHear,
  promptBox,
  retype,
  settled,
  showView,
  skill,
  standStill,
  stepsOf,
  stopEngine,
  zip,
} from "./page.mjs";

/** Has the page note what crosses between it and the worker, from its next load on. */
async function watchMessages(page) {
  await page.addInitScript(() => {
    window.sent = [];
    window.came = [];
    const Native = Worker;
    window.Worker = class extends Native {
      constructor(...given) {
        super(...given);
        this.addEventListener("message", ({ data }) => window.came.push(data));
      }
      postMessage(message) {
        window.sent.push(structuredClone(message));
        super.postMessage(message);
      }
    };
  });
  await page.reload();
  await page.locator(".summary").waitFor();
  await settled(page);
}

/** The paths whose contents the worker was given. */
const given = (page) =>
  page.evaluate(() =>
    window.sent.flatMap(({ method, values }) => {
      if (method === "contents") return values[0].map(([path]) => path);
      return method === "change" ? values[0].flatMap(({ contents, path }) => (contents == null ? [] : path)) : [];
    }),
  );

journey("while the engine is busy", async (page, step) => {
  await step("what is typed is there while the engine is stuck, and its verdict follows", async () => {
    await settled(page);
    const letGo = await standStill(page);
    await retype(page, editor(page), skill("release-notes", "Typed into a wall."));
    await page.locator("#editor .cm-line", { hasText: "Typed into a wall." }).waitFor();
    await openInTree(page, "/repo/.agents/skills/api-review/SKILL.md");
    await page.locator("#editor .cm-line", { hasText: "# API review" }).waitFor();
    await showView(page, "Turn");
    await retype(page, promptBox(page), "Typed as well.");
    await expectText(promptBox(page), "Typed as well.");
    assert.equal(await page.locator("#host").getAttribute("aria-busy"), "true", "the worker was stuck all that time");
    await letGo();
    await showView(page, "Skills");
    await page.locator(".card .description", { hasText: "Typed into a wall." }).waitFor();
  });

  await step("a name that is begun while the engine is busy is completed, as the host takes it that was chosen last", async () => {
    await showView(page, "Turn");
    await page.locator(".prompt .cm-content[aria-autocomplete]").waitFor();
    await settled(page);
    const letGo = await standStill(page);
    await chooseHost(page, "claude-code");
    await retype(page, promptBox(page), "");
    await page.keyboard.type("/fi");
    await letGo();
    await page.getByRole("option", { name: "/find-callers" }).waitFor();
  });
});

journey("what crosses between the page and the engine", async (page, step) => {
  await watchMessages(page);

  await step("contents that no host wants stay in the page until they are asked for", async () => {
    const seen = await given(page);
    assert.ok(seen.includes("/repo/.agents/skills/release-notes/SKILL.md"));
    assert.ok(!seen.includes("/repo/.claude/skills/release-check/SKILL.md"), "the first host does not look there");
    assert.ok(!seen.includes("/repo/.agents/skills/database-migration/scripts/check.sh"));
    await chooseHost(page, "claude-code");
    await page.locator(".card", { hasText: "release-check" }).first().waitFor();
    await settled(page);
    assert.ok((await given(page)).includes("/repo/.claude/skills/release-check/SKILL.md"));
    assert.ok(!(await given(page)).includes("/repo/.agents/skills/database-migration/scripts/check.sh"));
    await chooseHost(page, "codex");
  });

  await step("an answer to a prompt that was changed meanwhile is not shown", async () => {
    await showView(page, "Turn");
    await settled(page);
    await page.evaluate(() => {
      window.shown = new Set();
      new MutationObserver(() => {
        for (const { textContent } of document.querySelectorAll(".mentions code")) window.shown.add(textContent);
      }).observe(document.querySelector("#host"), { childList: true, subtree: true, characterData: true });
    });
    const letGo = await standStill(page);
    await retype(page, promptBox(page), "$first-thought");
    await page.locator('#host[aria-busy="true"]').waitFor({ state: "attached" });
    await retype(page, promptBox(page), "$second-thought");
    await letGo();
    await page.locator(".mentions code", { hasText: "$second-thought" }).waitFor();
    assert.equal(await page.evaluate(() => window.shown.has("$first-thought")), false);
    await showView(page, "Skills");
  });

  await step("of many skills the edited one alone comes back from the engine", async () => {
    await drop(page, {
      "many.zip": zip(Object.fromEntries(Array.from({ length: 200 }, (_, n) => [`many/skill-${n}/SKILL.md`, skill(`other-${n}`)]))),
    });
    await expectCounts(page, { found: 200 });
    await settled(page);
    await page.evaluate(() => (window.came.length = window.sent.length = 0));
    await retype(page, editor(page), skill("other-0", "Another description."));
    await page.locator(".card .description", { hasText: "Another description." }).waitFor();
    await settled(page);
    const rows = await page.evaluate(() => window.came.flatMap(({ answer }) => answer?.result?.splices?.flatMap(({ rows }) => rows) ?? []));
    assert.ok(rows.length > 0);
    assert.ok(
      rows.every(({ name }) => name === "other-0"),
      rows.map(({ name }) => name).join(),
    );
    assert.ok((await given(page)).every((path) => path.endsWith("/skill-0/SKILL.md")));
  });

  await step(
    "what is wrong with many skills is looked for in steps, again when a file has come, so that no keystroke waits for all",
    async () => {
      const steps = () =>
        page.evaluate(() => window.came.filter(({ answer }) => typeof answer?.result?.value?.progress === "number").length);
      assert.equal(await steps(), 0);
      await page.evaluate(() => {
        window.rests = 0;
        new MutationObserver((changes) => {
          for (const { target, oldValue } of changes) if (oldValue === "true" && target.ariaBusy === "false") window.rests++;
        }).observe(document.getElementById("host"), { attributeFilter: ["aria-busy"], attributeOldValue: true });
      });
      await showView(page, "Problems");
      await page.locator(".problem-row").first().waitFor();
      await settled(page);
      const first = await steps();
      assert.ok(first > 0);
      assert.equal(await page.evaluate(() => window.rests), 1, "the pane is busy until the last step");
      await page.getByRole("button", { name: "New file…" }).click();
      await page.getByLabel("Path", { exact: true }).fill("/repo/.agents/skills/many/skill-0/notes.md");
      await page.getByRole("button", { name: "Create" }).click();
      await page.locator('#editor h2[title$="/notes.md"]').waitFor();
      await settled(page);
      assert.equal(await steps(), 2 * first);
    },
  );
});

/** Reloads the page without its engine, and returns a function that lets the engine arrive. */
async function reloadWithoutEngine(page) {
  let release;
  const held = new Promise((resolve) => (release = resolve));
  // Every file of the module is held, because the page that is left may still ask for some.
  await page.route("**/*.wasm", async (route) => {
    await held;
    await route.continue();
  });
  await page.reload();
  return release;
}

const STOPS = { expectsProblems: true };

journey(
  "before the engine has arrived",
  async (page, step) => {
    const hosts = page.getByRole("combobox", { name: "Host", exact: true });
    let release = await reloadWithoutEngine(page);

    await step("header, tree, text and tabs are there", async () => {
      await page.locator("#editor .cm-line", { hasText: "name: release-notes" }).waitFor();
      await page.locator('[role="treeitem"][data-path="/repo/.agents/skills/release-notes/SKILL.md"]').waitFor();
      await page.getByRole("tab", { name: "Turn" }).waitFor();
      await page.getByRole("heading", { name: "Skillglass" }).waitFor();
      await openInTree(page, "/repo/.agents/skills/api-review/SKILL.md");
      await page.locator("#editor .cm-line", { hasText: "# API review" }).waitFor();
      await page.getByText("The engine is loading").waitFor();
    });

    await step("a host is named, and no list of hosts", async () => {
      assert.equal(await hosts.evaluate((select) => select.selectedOptions[0].textContent), "Codex");
      assert.equal(await hosts.locator("option").count(), 1);
      assert.ok(await hosts.isDisabled());
    });

    await step("what is edited counts when it has", async () => {
      await openInTree(page, "/repo/.agents/skills/release-notes/SKILL.md");
      await retype(page, editor(page), skill("release-notes", "Typed too early."));
      release();
      await page.locator(".card .description", { hasText: "Typed too early." }).waitFor();
      assert.ok((await hosts.locator("option").count()) > 1);
    });

    for (const [what, keys, shown] of [
      ["help", ["F1"], "#editor .field-card"],
      ["completion", ["End", "Enter", "ControlOrMeta+ "], ".cm-tooltip-autocomplete"],
    ]) {
      await step(`${what} that is asked for comes with it`, async () => {
        release = await reloadWithoutEngine(page);
        await page.locator("#editor .cm-line", { hasText: "name: release-notes" }).click();
        // What completes is there.
        await page.locator("#editor .cm-content[aria-autocomplete]").waitFor();
        for (const key of keys) await page.keyboard.press(key);
        release();
        await page.locator(shown).waitFor();
      });
    }

    await step("an engine that cannot be loaded says so, and is loaded when it is started again", async () => {
      await page.route("**/*.wasm", (route) => route.abort());
      await page.reload();
      await engineFailure(page).waitFor();
      assert.equal(await page.getByText("The engine is loading").count(), 0);
      await page.unroute("**/*.wasm");
      await engineFailure(page).getByRole("button", { name: "Start the engine again" }).click();
      await page.locator(".summary").waitFor();
    });
  },
  STOPS,
);

journey(
  "an engine that stops",
  async (page, step) => {
    await drop(page, {
      "two.zip": zip({ "alpha/SKILL.md": skill("alpha"), "beta/SKILL.md": '---\nname: beta\ndescription: "Never closed.\n---\n' }),
    });
    await expectCounts(page, { found: 1, errors: 1 });
    await openInTree(page, "/repo/.agents/skills/beta/SKILL.md");
    await showView(page, "Problems");
    await page.locator(".problem-row").first().waitFor();
    await settled(page);

    await step("the page says why, and nothing is busy any more", async () => {
      await stopEngine(page);
      await expectText(engineFailure(page).locator("p"), /out of memory\. Your files are still here\.$/);
      await settled(page);
    });

    await step("axe finds nothing serious", () => expectNothingSerious(page));

    await step("a copy that the engine could not make is not said to be made", async () => {
      await pressAndHear(page.getByRole("button", { name: "Copy as SARIF" }), "Not copied");
    });

    await step("what asks the engine after it has stopped does not wait", async () => {
      await page.getByRole("button", { name: "Share…" }).click();
      await pressAndHear(page.getByRole("button", { name: "Copy report" }), "Copied");
      await page.keyboard.press("Escape");
    });

    await step("the engine that is started again knows what was changed before and meanwhile", async () => {
      await retype(page, editor(page), skill("beta", "Typed while nobody listened."));
      await showView(page, "Skills");
      await chooseHost(page, "opencode");
      await engineFailure(page).getByRole("button", { name: "Start the engine again" }).click();
      await page.locator(".card .description", { hasText: "Typed while nobody listened." }).waitFor();
      assert.equal(await engineFailure(page).count(), 0);
      await settled(page);
      await expectCounts(page, { found: 2, errors: 0 });
      await showView(page, "Model’s view");
      await page.getByText("<available_skills>").first().waitFor();
      await retype(page, editor(page), skill("beta", "Typed to the second engine."));
      await showView(page, "Skills");
      await page.locator(".card .description", { hasText: "Typed to the second engine." }).waitFor();
    });

    await step("what waits for the engine when it stops waits no longer", async () => {
      await settled(page);
      const letGo = await standStill(page, "out of memory");
      await page.getByRole("button", { name: "New file…" }).click();
      await page.getByLabel("Path").fill("/repo/.agents/skills/waiting/SKILL.md");
      await page.getByRole("button", { name: "Create" }).click();
      assert.equal(await page.locator("#host").getAttribute("aria-busy"), "true", "the worker was busy all that time");
      assert.equal(await engineFailure(page).count(), 0);
      await letGo();
      await engineFailure(page).waitFor();
      await page.getByRole("dialog").waitFor({ state: "detached" });
      await page.locator('#editor h2[title="/repo/.agents/skills/waiting/SKILL.md"]').waitFor();
    });
  },
  { ...STOPS, permissions: ["clipboard-read", "clipboard-write"] },
);

pageTest(
  "an engine that stands still is noticed: one can wait for it, or start another that gets the same files",
  async (page, t) => {
    await page.clock.install();
    await page.reload();
    await page.locator(".summary").waitFor();
    await settled(page);
    const silence = page.getByRole("alert").filter({ hasText: "has not responded" });
    const beats = (seconds) => page.clock.fastForward(seconds * 1_000);
    const steps = stepsOf(t);

    const letGo = await standStill(page);
    await retype(page, editor(page), skill("release-notes", "Typed into a wall."));
    await page.clock.runFor(1_000);

    await steps("a look that takes 15 seconds is none of it", async () => {
      for (let beat = 0; beat < 3; beat++) await page.clock.runFor(5_000);
      assert.equal(await silence.count(), 0);
    });

    await steps("a machine that slept for an hour has missed one beat", async () => {
      await letGo();
      await page.locator(".card .description", { hasText: "Typed into a wall." }).waitFor();
      await settled(page);
      await standStill(page);
      await retype(page, editor(page), skill("release-notes", "Typed into another wall."));
      await beats(3_600);
      assert.equal(await silence.count(), 0);
    });

    await steps("after 20 seconds the page says so", async () => {
      for (let beat = 0; beat < 4; beat++) await page.clock.runFor(5_000);
      await silence.waitFor();
    });

    await steps("who waits is asked again after as long", async () => {
      await silence.getByRole("button", { name: "Wait" }).click();
      assert.equal(await silence.count(), 0);
      for (let beat = 0; beat < 4; beat++) await page.clock.runFor(5_000);
      await silence.waitFor();
    });

    await steps("the engine that is started again has the files, and what was typed meanwhile", async () => {
      await silence.getByRole("button", { name: "Start the engine again" }).click();
      await page.locator(".card .description", { hasText: "Typed into another wall." }).waitFor();
      assert.equal(await page.getByRole("alert").count(), 0);
      await expectCounts(page, { found: 4 });
    });
  },
  STOPS,
);
