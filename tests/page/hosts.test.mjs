// One workspace through several hosts: switching, conditions, commands that wait, and the model's own calls.
import assert from "node:assert/strict";
import {
  callTool, chooseHost, counts, drop, editor, expectCounts, expectFocus, expectText, expectTexts, expectValue, openInTree, pageTest, promptBox, retype, showView, skill, zip,
} from "./page.mjs";

const hostSelect = (page) => page.getByRole("combobox", { name: "Host", exact: true });
const editionSelect = (page) => page.getByRole("combobox", { name: "Edition", exact: true });
const card = (page, name) => page.locator(".card:not(.error):not(.left-out):not(.root)", { has: page.locator("h4", { hasText: name }) });
const command = (page) => page.locator(".invocation").first();
/** The model's call is the last invocation of the view. */
const call = (page) => page.locator(".invocation").last();

async function touch(page, ...paths) {
  await page.locator(".touched summary").click();
  await page.getByLabel("Files touched, one in a line").fill(paths.join("\n"));
  await page.keyboard.press("Tab");
}

pageTest("the keyboard alone switches the host, and files and prompt stay", async (page) => {
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

pageTest("each host offers its own editions, newest first", async (page) => {
  const editions = () => editionSelect(page).locator("option").evaluateAll((options) => options.map((option) => option.value));
  const codex = await editions();
  assert.deepEqual(codex, codex.toSorted().reverse());
  await expectValue(editionSelect(page), codex[0]);
  await chooseHost(page, "claude-code", "2026-04");
  assert.notDeepEqual(await editions(), codex);
  await expectValue(editionSelect(page), "2026-04");
  await chooseHost(page, "codex");
  await expectValue(editionSelect(page), codex[0]);
});

pageTest("a host is named before the engine has arrived, and no list of hosts", async (page) => {
  await page.route("**/*.wasm", async (route) => {
    await page.locator(".empty", { hasText: "The engine is loading" }).waitFor();
    assert.equal(await hostSelect(page).evaluate((select) => select.selectedOptions[0].textContent), "Codex");
    assert.equal(await hostSelect(page).locator("option").count(), 1);
    assert.ok(await hostSelect(page).isDisabled());
    await route.continue();
  });
  await page.reload();
  await page.locator(".summary").waitFor();
  assert.ok(await hostSelect(page).locator("option").count() > 1);
});

pageTest("what is dropped goes where the chosen host looks", async (page) => {
  await chooseHost(page, "claude-code");
  await drop(page, { "mine.zip": zip({ "skills/alpha/SKILL.md": skill("alpha") }) });
  await expectCounts(page, { found: 1, leftOut: 0 });
  await page.locator('[role="treeitem"][data-path="/repo/.claude/skills/alpha/SKILL.md"]').waitFor();
});

pageTest("badges say who may invoke a skill, what it is, and that a name is only a label", async (page) => {
  await chooseHost(page, "claude-code");
  await card(page, "docs-style").waitFor();
  await expectTexts(card(page, "docs-style").locator(".tag"), ["repo", "label: Style of the documentation", "waits for paths", "only the model may invoke it"]);
  await expectTexts(card(page, "standup").locator(".tag"), ["repo", "command", "only the user may invoke it"]);
  await expectTexts(card(page, "release-check").locator(".tag"), ["repo", "named by its folder"]);
});

pageTest("a conditional skill becomes active by a touched file that its paths match", async (page) => {
  await chooseHost(page, "claude-code");
  await page.locator(".card.waiting", { hasText: "Waits until a file is touched that matches docs/**/*.md" }).waitFor();
  await touch(page, "/repo/docs/guide/start.md");
  await card(page, "docs-style").getByText("Switched on by a touched file that matches docs/**/*.md").waitFor();
  assert.equal(await page.locator(".card.waiting").count(), 0);
  await showView(page, "Model’s view");
  await page.locator(".message pre", { hasText: "docs-style: How sentences" }).waitFor();
});

pageTest("a nested skill is left out until a file beside it is touched", async (page) => {
  const accessibility = "/repo/apps/web/.claude/skills/accessibility/SKILL.md";
  await chooseHost(page, "claude-code");
  await openInTree(page, accessibility);
  await page.locator(".banner.left-out", { hasText: "looks into /repo/apps/web only once it has read or changed a file there" }).waitFor();
  const before = await counts(page);
  await page.locator(".touched .waiting", { hasText: "2 skills wait for one" }).waitFor();
  await touch(page, "/repo/apps/web/index.html");
  await expectCounts(page, { found: before.found + 1, leftOut: before.leftOut - 1 });
  await page.locator(".fate.loaded").waitFor();
}, { viewport: { width: 1280, height: 1_400 } });

pageTest("touched files are explained only where they matter, and a wrong one is refused", async (page) => {
  await page.locator(".touched summary").click();
  await expectText(page.locator(".touched .help"), "");
  await chooseHost(page, "claude-code");
  await page.locator(".touched .help", { hasText: "This host looks for skills beside them" }).waitFor();
  await page.getByLabel("Files touched, one in a line").fill("docs/guide.md");
  await page.keyboard.press("Tab");
  await page.locator(".environment .problem", { hasText: "touched[0]" }).waitFor();
});

pageTest("a command that waits names its place, and goes on with the output that is handed back", async (page) => {
  await chooseHost(page, "claude-code");
  await showView(page, "Turn");
  await expectText(page.locator(".prompt .mention.selected"), "/release-check");
  await page.locator(".invocation.waits").waitFor();
  await expectText(command(page).locator("pre.command"), "git log --oneline -5");
  await page.getByText("Nothing is put into the conversation yet.").waitFor();

  await command(page).getByRole("button", { name: /^line \d+/ }).click();
  await page.locator("#editor h2", { hasText: ".claude/skills/release-check/SKILL.md" }).waitFor();
  await page.locator("#editor .cm-activeLine", { hasText: "!`git log --oneline -5`" }).waitFor();

  await command(page).getByLabel("What it printed").fill("a1b2c3 Mend the clock");
  await command(page).getByRole("button", { name: "Hand back" }).click();
  await page.locator(".invocation.injected").waitFor();
  const hidden = page.locator(".message", { has: page.locator(".tag", { hasText: "hidden" }) });
  await expectText(hidden.locator("pre"), /a1b2c3 Mend the clock\n\nVersion 2\.4 can be released/);
  await expectText(command(page).locator(".facts div", { hasText: "Effort" }).locator("dd"), "high");
  await expectText(command(page).locator(".facts div", { hasText: "Lasts" }).locator("dd"), "until the user’s next message");
  await expectText(command(page).locator(".hook"), /Stop runs \.\/scripts\/tests-passed\.sh/);
});

pageTest("a failed command ends the invocation with the host's words", async (page) => {
  await chooseHost(page, "claude-code");
  await showView(page, "Turn");
  await command(page).getByLabel("What it printed").fill("fatal: not a repository");
  await command(page).getByLabel("Exit code").fill("128");
  await page.keyboard.press("Enter");
  await page.locator(".invocation.failed").waitFor();
  await expectText(command(page).locator(".verdict"), /fatal: not a repository/);
});

pageTest("an output counts only for the command and the prompt that it was given for", async (page) => {
  await chooseHost(page, "claude-code");
  await showView(page, "Turn");
  await command(page).getByLabel("What it printed").fill("a1b2c3");
  await command(page).getByRole("button", { name: "Hand back" }).click();
  await page.locator(".invocation.injected").waitFor();
  await retype(page, promptBox(page), "/release-check 2.5");
  await page.locator(".invocation.waits").waitFor();
  await command(page).getByLabel("What it printed").fill("d4e5f6");
  await command(page).getByRole("button", { name: "Hand back" }).click();
  await page.locator(".invocation.injected").waitFor();
  await command(page).locator(".path .link").click();
  await page.locator("#editor h2", { hasText: "release-check" }).waitFor();
  await retype(page, editor(page), "---\nallowed-tools: Bash(git log *)\n---\n\n!`git log -1`\n");
  await page.locator(".invocation.waits pre.command", { hasText: "git log -1" }).waitFor();
});

pageTest("of two commands each output is handed back by itself", async (page) => {
  await chooseHost(page, "claude-code");
  await drop(page, { "SKILL.md": "---\nname: two\nallowed-tools: Bash\n---\n\nHere !`date` and !`hostname`.\n" });
  await expectCounts(page, { found: 1 });
  await showView(page, "Turn");
  await retype(page, promptBox(page), "/two");
  const requests = command(page).locator(".request");
  for (const [index, output] of ["noon", "harbour"].entries()) {
    await command(page).getByText(index === 0 ? "needs 2 outputs" : "needs 1 output").waitFor();
    await requests.nth(index).getByLabel("What it printed").fill(output);
    await requests.nth(index).getByRole("button", { name: "Hand back" }).click();
  }
  await page.locator(".message pre", { hasText: "Here noon and harbour." }).waitFor();
});

pageTest("a command that no rule allows fails, with the verdict beside it", async (page) => {
  await chooseHost(page, "claude-code");
  await drop(page, { "SKILL.md": `${skill("eager")}\n!\`rm -rf build\`\n` });
  await expectCounts(page, { found: 1 });
  await showView(page, "Turn");
  await retype(page, promptBox(page), "/eager");
  await page.locator(".invocation.failed .request .tag", { hasText: "would need a question" }).waitFor();
  assert.equal(await command(page).getByLabel("What it printed").count(), 0);
});

pageTest("the model's call asks, and the sub-agent gets the text when the user says yes", async (page) => {
  await chooseHost(page, "claude-code");
  await showView(page, "Turn");
  await callTool(page, "find-callers", "parseDate");
  await page.locator(".invocation.asks").waitFor();
  await expectText(call(page), /Skill\(find-callers\)/);
  await call(page).getByRole("button", { name: "Say yes for the user" }).click();
  const agent = page.getByRole("region", { name: "What the sub-agent gets" });
  await agent.waitFor();
  await expectText(agent.locator(".facts"), /AgentExplore.*Runsin the background.*is not read/);
  await expectText(agent.locator("pre"), /each call of `parseDate`/);
  await page.locator(".message", { hasText: "launched in the background" }).locator(".tag", { hasText: "tool" }).waitFor();
});

pageTest("a call of an unknown skill is refused with the host's code and our help", async (page) => {
  await chooseHost(page, "claude-code");
  await showView(page, "Turn");
  await callTool(page, "find-caller", "");
  await page.locator(".invocation.refused").waitFor();
  await expectText(call(page).locator(".verdict"), "Unknown skill: find-caller code 2");
  await expectText(call(page).locator(".help").first(), /name of a skill of the list/);
});

pageTest("a host without a tool has no form for the model's call and shows none to the model", async (page) => {
  await showView(page, "Turn");
  await page.locator(".mentions li").first().waitFor();
  assert.equal(await page.getByRole("form", { name: /^Call of the tool/ }).count(), 0);
  await showView(page, "Model’s view");
  assert.equal(await page.getByText("The tool that it calls").count(), 0);
  await chooseHost(page, "claude-code");
  await page.getByText("The tool that it calls").waitFor();
  await page.locator(".message", { hasText: "Execute a skill within the main conversation" }).waitFor();
});

pageTest("the keyboard alone calls the tool, says yes, and stays at what came of it", async (page) => {
  await chooseHost(page, "claude-code");
  await showView(page, "Turn");
  await page.getByRole("form", { name: /^Call of the tool/ }).getByLabel("skill").focus();
  await page.keyboard.type("find-callers");
  await page.keyboard.press("Tab");
  await page.keyboard.type("parseDate");
  await page.keyboard.press("Enter");
  await page.getByRole("status").filter({ hasText: "find-callers: asks" }).waitFor();
  await page.keyboard.press("Tab");
  for (let step = 0; step < 4; step++) {
    await page.keyboard.press("Tab");
    if (await page.evaluate(() => document.activeElement.textContent) === "Say yes for the user") break;
  }
  await page.keyboard.press("Enter");
  await page.getByRole("status").filter({ hasText: "find-callers: forked" }).waitFor();
  await expectFocus(call(page));
});

pageTest("a call survives a switch to a host without a tool and back", async (page) => {
  await chooseHost(page, "claude-code");
  await showView(page, "Turn");
  await callTool(page, "find-callers", "parseDate");
  await page.locator(".invocation.asks").waitFor();
  await chooseHost(page, "codex");
  await page.locator(".invocation.asks").waitFor({ state: "detached" });
  await chooseHost(page, "claude-code");
  await page.locator(".invocation.asks").waitFor();
  assert.equal(await page.locator(".failure").count(), 0);
});

pageTest("names are completed behind a slash where the host takes commands, and behind a dollar sign where it takes mentions", async (page) => {
  const names = page.locator(".cm-tooltip-autocomplete .cm-completionLabel");
  await showView(page, "Turn");
  await retype(page, promptBox(page), "Please use ");
  await page.keyboard.type("$re");
  await page.locator(".cm-tooltip-autocomplete").waitFor();
  await expectTexts(names, ["$release-notes", "$incident-report"]);
  await page.keyboard.press("Escape");

  await chooseHost(page, "claude-code");
  await retype(page, promptBox(page), "");
  await page.keyboard.type("/fi");
  await page.locator(".cm-tooltip-autocomplete").waitFor();
  await expectTexts(names, ["/find-callers"]);
  await page.getByRole("option", { name: "/find-callers" }).click();
  await page.locator(".prompt .mention.selected", { hasText: "/find-callers" }).waitFor();
});
