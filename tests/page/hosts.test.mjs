// One workspace through several hosts: switching, conditions, commands that wait, and the model's own calls.
import assert from "node:assert/strict";
import {
  callTool,
  chooseHost,
  counts,
  drop,
  editor,
  expectCount,
  expectCounts,
  expectFocus,
  expectText,
  expectTexts,
  expectValue,
  journey,
  openInTree,
  promptBox,
  retype,
  showView,
  skill,
  zip,
} from "./page.mjs";

const hostSelect = (page) => page.getByRole("combobox", { name: "Host", exact: true });
const editionSelect = (page) => page.getByRole("combobox", { name: "Edition", exact: true });
const card = (page, name) => page.locator(".card:not(.error):not(.left-out):not(.root)", { has: page.locator("h4", { hasText: name }) });
const command = (page) => page.locator(".invocation").first();
/** The model's call is the last invocation of the view. */
const call = (page) => page.locator(".invocation").last();

/** Touches these files, in the open list of them. */
async function touch(page, ...paths) {
  await page.getByLabel("Files touched, one in a line").fill(paths.join("\n"));
  await page.keyboard.press("Tab");
}

journey("from one host to another", async (page, step) => {
  await step("the keyboard alone switches the host, and files and prompt stay", async () => {
    await showView(page, "Turn");
    await retype(page, promptBox(page), "Kept as it is.");
    await showView(page, "Skills");
    await hostSelect(page).focus();
    await page.keyboard.type("Claude");
    await card(page, "release-check").waitFor();
    await expectValue(hostSelect(page), "claude-code");
    assert.equal(await card(page, "release-notes").count(), 0);
    await expectText(editor(page), /name: release-notes/);
    await page.keyboard.press("Tab");
    await expectFocus(editionSelect(page));
    await showView(page, "Turn");
    await expectText(promptBox(page), "Kept as it is.");
  });

  await step("each host offers its own editions, newest first", async () => {
    await chooseHost(page, "codex");
    const editions = () =>
      editionSelect(page)
        .locator("option")
        .evaluateAll((options) => options.map((option) => option.value));
    const codex = await editions();
    assert.deepEqual(codex, codex.toSorted().reverse());
    await expectValue(editionSelect(page), codex[0]);
    await chooseHost(page, "claude-code", "2026-04");
    assert.notDeepEqual(await editions(), codex);
    await expectValue(editionSelect(page), "2026-04");
    await chooseHost(page, "codex");
    await expectValue(editionSelect(page), codex[0]);
  });

  await step("a host without a tool has no form for the model's call and shows none to the model", async () => {
    await retype(page, promptBox(page), "$release-notes");
    await page.locator(".mentions li").first().waitFor();
    await expectCount(page.getByRole("form", { name: /^Call of the tool/ }), 0);
    await showView(page, "Model’s view");
    await page.locator(".message").first().waitFor();
    await expectCount(page.getByText("The tool that it calls"), 0);
    await chooseHost(page, "claude-code");
    await page.getByText("The tool that it calls").waitFor();
    await page.locator(".message", { hasText: "Invoke a skill." }).waitFor();
  });

  await step("a call survives a switch to a host without a tool and back", async () => {
    await showView(page, "Turn");
    await callTool(page, "find-callers", "parseDate");
    await page.locator(".invocation.asks").waitFor();
    await chooseHost(page, "codex");
    await page.locator(".invocation.asks").waitFor({ state: "detached" });
    await chooseHost(page, "claude-code");
    await page.locator(".invocation.asks").waitFor();
    assert.equal(await page.locator(".failure").count(), 0);
  });

  await step(
    "names are completed behind a slash where the host takes commands, and behind a dollar sign where it takes mentions",
    async () => {
      const names = page.locator(".cm-tooltip-autocomplete .cm-completionLabel");
      await retype(page, promptBox(page), "");
      await page.keyboard.type("/fi");
      await page.locator(".cm-tooltip-autocomplete").waitFor();
      await expectTexts(names, ["/find-callers"]);
      await page.getByRole("option", { name: "/find-callers" }).click();
      await page.locator(".prompt .mention.selected", { hasText: "/find-callers" }).waitFor();

      await chooseHost(page, "codex");
      await retype(page, promptBox(page), "Please use ");
      await page.keyboard.type("$re");
      await page.locator(".cm-tooltip-autocomplete").waitFor();
      await expectTexts(names, ["$release-notes", "$incident-report"]);
      await page.keyboard.press("Escape");
    },
  );
});

journey("names as each host has them typed", async (page, step) => {
  const names = page.locator(".cm-tooltip-autocomplete .cm-completionLabel");
  const mention = page.locator(".mentions code");
  await showView(page, "Turn");

  await step("where a word stands between the slash and the name, the page says so and completes it", async () => {
    await chooseHost(page, "pi");
    await retype(page, promptBox(page), "Hello.");
    await page.getByText("such as /skill:database-migration.").waitFor();
    await retype(page, promptBox(page), "");
    await page.keyboard.type("/rel");
    await page.locator(".cm-tooltip-autocomplete").waitFor();
    await expectTexts(names, ["/skill:release-notes"]);
    await page.getByRole("option", { name: "/skill:release-notes" }).click();
    await page.locator(".prompt .mention.selected", { hasText: "/skill:release-notes" }).waitFor();
    await expectText(mention, "/skill:release-notes");
    await expectText(page.locator(".invocation h4 code"), "/skill:release-notes");
    await page.locator(".message pre", { hasText: '<skill name="release-notes"' }).waitFor();
  });

  await step("a slash and the name alone is answered by the host's own word for it", async () => {
    await retype(page, promptBox(page), "/release-notes");
    await page.locator(".mentions .why", { hasText: "/skill:release-notes" }).waitFor();
    await chooseHost(page, "copilot-cli");
    await page.locator(".prompt .mention.selected", { hasText: "/release-notes" }).waitFor();
    await page.locator(".message pre", { hasText: '<skill-context name="release-notes">' }).waitFor();
  });

  await step("a host without a folder in the repository gets what is dropped, and completes commands that are not the names", async () => {
    await showView(page, "Skills");
    await chooseHost(page, "openclaw");
    await drop(page, { "skills.zip": zip({ "skills/tidy-up/SKILL.md": skill("tidy-up") }) });
    await expectCounts(page, { found: 1, leftOut: 0 });
    await showView(page, "Turn");
    await retype(page, promptBox(page), "");
    await page.keyboard.type("/ti");
    await page.locator(".cm-tooltip-autocomplete").waitFor();
    await expectTexts(names, ["/tidy_up"]);
    await page.getByRole("option", { name: "/tidy_up" }).click();
    await page.locator(".prompt .mention.selected", { hasText: "/tidy_up" }).waitFor();
    await retype(page, promptBox(page), "Please use $tidy-up now.");
    await page.locator(".prompt .mention.selected", { hasText: "$tidy-up" }).waitFor();
  });
});

journey(
  "skills and touched files in Claude Code",
  async (page, step) => {
    await page.locator(".touched summary").click();

    await step("touched files are explained only where they matter, and a wrong one is refused", async () => {
      await expectText(page.locator(".touched .help"), "");
      await chooseHost(page, "claude-code");
      await page.locator(".touched .help", { hasText: "This host looks for skills beside them" }).waitFor();
      await touch(page, "docs/guide.md");
      await page.locator(".environment .problem", { hasText: "touched[0]" }).waitFor();
    });

    await step("badges say who may invoke a skill, what it is, and that a name is only a label", async () => {
      await card(page, "docs-style").waitFor();
      await expectTexts(card(page, "docs-style").locator(".tag"), [
        "repo",
        "label: Style of the documentation",
        "waits for paths",
        "only the model may invoke it",
      ]);
      await expectTexts(card(page, "standup").locator(".tag"), ["repo", "command", "only the user may invoke it"]);
      await expectTexts(card(page, "release-check").locator(".tag"), ["repo", "named by its folder"]);
    });

    await step("a nested skill is left out until a file beside it is touched", async () => {
      await openInTree(page, "/repo/apps/web/.claude/skills/accessibility/SKILL.md");
      await page
        .locator(".banner.left-out", { hasText: "searches /repo/apps/web only after it has read or changed a file there" })
        .waitFor();
      const before = await counts(page);
      await page.locator(".touched .waiting", { hasText: "2 skills wait for one" }).waitFor();
      await touch(page, "/repo/apps/web/index.html");
      await expectCounts(page, { found: before.found + 1, leftOut: before.leftOut - 1 });
      await page.locator(".fate.loaded").waitFor();
    });

    await step("a conditional skill becomes active by a touched file that its paths match", async () => {
      await page.locator(".card.waiting", { hasText: "Waits until a file is touched that matches docs/**/*.md" }).waitFor();
      await touch(page, "/repo/docs/guide/start.md");
      await card(page, "docs-style").getByText("Switched on by a touched file that matches docs/**/*.md").waitFor();
      assert.equal(await page.locator(".card.waiting").count(), 0);
      await showView(page, "Model’s view");
      await page.locator(".message pre", { hasText: "docs-style: How sentences" }).waitFor();
    });
  },
  { viewport: { width: 1280, height: 1_400 } },
);

/** Hands the waiting command's output back. */
async function handBack(page, output) {
  await page.locator(".invocation.waits").waitFor();
  await command(page).getByLabel("What it printed").fill(output);
  await command(page).getByRole("button", { name: "Hand back" }).click();
  await page.locator(".invocation.injected").waitFor();
}

journey("commands of a skill", async (page, step) => {
  await chooseHost(page, "claude-code");
  await showView(page, "Turn");

  await step("a command that waits names its place", async () => {
    await expectText(page.locator(".prompt .mention.selected"), "/release-check");
    await page.locator(".invocation.waits").waitFor();
    await expectText(command(page).locator("pre.command"), "git log --oneline -5");
    await page.getByText("Nothing is put into the conversation yet.").waitFor();

    await command(page)
      .getByRole("button", { name: /^line \d+/ })
      .click();
    await page.locator("#editor h2", { hasText: ".claude/skills/release-check/SKILL.md" }).waitFor();
    await page.locator("#editor .cm-activeLine", { hasText: "!`git log --oneline -5`" }).waitFor();
  });

  await step("it goes on with the output that is handed back", async () => {
    await handBack(page, "a1b2c3 Mend the clock");
    const hidden = page.locator(".message", { has: page.locator(".tag", { hasText: "hidden" }) });
    await expectText(hidden.locator("pre"), /a1b2c3 Mend the clock\n\nVersion 2\.4 can be released/);
    await expectText(command(page).locator(".facts div", { hasText: "Effort" }).locator("dd"), "high");
    await expectText(command(page).locator(".facts div", { hasText: "Lasts" }).locator("dd"), "until the user’s next message");
    await expectText(command(page).locator(".hook"), /Stop runs \.\/scripts\/tests-passed\.sh/);
  });

  await step("an output counts only for the command and the prompt that it was given for", async () => {
    await retype(page, promptBox(page), "/release-check 2.5");
    await handBack(page, "d4e5f6");
    await command(page).locator(".path .link").click();
    await page.locator("#editor h2", { hasText: "release-check" }).waitFor();
    await retype(page, editor(page), "---\nallowed-tools: Bash(git log *)\n---\n\n!`git log -1`\n");
    await page.locator(".invocation.waits pre.command", { hasText: "git log -1" }).waitFor();
  });

  await step("a failed command ends the invocation with the host's words", async () => {
    await command(page).getByLabel("What it printed").fill("fatal: not a repository");
    await command(page).getByLabel("Exit code").fill("128");
    await page.keyboard.press("Enter");
    await page.locator(".invocation.failed").waitFor();
    await expectText(command(page).locator(".verdict"), /fatal: not a repository/);
  });
});

journey("commands of skills that were brought in", async (page, step) => {
  await chooseHost(page, "claude-code");
  await drop(page, {
    "skills.zip": zip({
      "skills/two/SKILL.md": "---\nname: two\nallowed-tools: Bash\n---\n\nHere !`date` and !`hostname`.\n",
      "skills/eager/SKILL.md": `${skill("eager")}\n!\`rm -rf build\`\n`,
    }),
  });

  await step("what is dropped goes where the chosen host looks", async () => {
    await expectCounts(page, { found: 2, leftOut: 0 });
    await page.locator('[role="treeitem"][data-path="/repo/.claude/skills/two/SKILL.md"]').waitFor();
  });

  await step("of two commands each output is handed back by itself", async () => {
    await showView(page, "Turn");
    await retype(page, promptBox(page), "/two");
    const requests = command(page).locator(".request");
    for (const [index, output] of ["noon", "harbour"].entries()) {
      await command(page)
        .getByText(index === 0 ? "needs 2 outputs" : "needs 1 output")
        .waitFor();
      await requests.nth(index).getByLabel("What it printed").fill(output);
      await requests.nth(index).getByRole("button", { name: "Hand back" }).click();
    }
    await page.locator(".message pre", { hasText: "Here noon and harbour." }).waitFor();
  });

  await step("a command that no rule allows fails, with the verdict beside it", async () => {
    await retype(page, promptBox(page), "/eager");
    await page.locator(".invocation.failed .request .tag", { hasText: "would need a question" }).waitFor();
    assert.equal(await command(page).getByLabel("What it printed").count(), 0);
  });
});

journey("the model's own calls", async (page, step) => {
  await chooseHost(page, "claude-code");
  await showView(page, "Turn");

  await step("the keyboard alone calls the tool, says yes, and stays at what came of it", async () => {
    await page
      .getByRole("form", { name: /^Call of the tool/ })
      .getByLabel("skill")
      .focus();
    await page.keyboard.type("find-callers");
    await page.keyboard.press("Tab");
    await page.keyboard.type("parseDate");
    await page.keyboard.press("Enter");
    await page.getByRole("status").filter({ hasText: "find-callers: asks" }).waitFor();
    await page.keyboard.press("Tab");
    for (let step = 0; step < 4; step++) {
      await page.keyboard.press("Tab");
      if ((await page.evaluate(() => document.activeElement.textContent)) === "Say yes for the user") break;
    }
    await page.keyboard.press("Enter");
    await page.getByRole("status").filter({ hasText: "find-callers: forked" }).waitFor();
    await expectFocus(call(page));
  });

  await step("a call of an unknown skill is refused with the host's code and our help", async () => {
    await callTool(page, "find-caller", "");
    await page.locator(".invocation.refused").waitFor();
    await expectText(call(page).locator(".verdict"), "<tool_use_error>Unknown skill: find-caller</tool_use_error> code 2");
    await expectText(call(page).locator(".help").first(), /name of a skill of the list/);
  });

  await step("the model's call asks, and the sub-agent gets the text when the user says yes", async () => {
    await callTool(page, "find-callers", "parseTime");
    await page.locator(".invocation.asks").waitFor();
    await expectText(call(page), /Skill\(find-callers\)/);
    await call(page).getByRole("button", { name: "Say yes for the user" }).click();
    const agent = page.getByRole("region", { name: "What the sub-agent gets" });
    await agent.waitFor();
    await expectText(agent.locator(".facts"), /AgentExplore.*Runsin the background.*is not read/);
    await expectText(agent.locator("pre"), /each call of `parseTime`/);
    await page.locator(".message", { hasText: "launched in the background" }).locator(".tag", { hasText: "tool" }).waitFor();
  });
});
