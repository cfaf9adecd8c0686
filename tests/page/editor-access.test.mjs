// The editor for everyone: by axe's rules, in both themes, with all that opens over the text.
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { drop, editor, openInTree, pageTest, skill, zip } from "./page.mjs";

const AXE = readFileSync(createRequire(import.meta.url).resolve("axe-core/axe.min.js"), "utf8");

const SKILLS = "/repo/.agents/skills";

/** All that axe finds in what is open now, contrast included. */
async function findings(page) {
  await page.evaluate(AXE);
  return page.evaluate(async () => {
    const { violations } = await axe.run(document, { resultTypes: ["violations"] });
    return violations.flatMap(({ id, impact, nodes }) => nodes.map((node) => `${impact} ${id}: ${node.target.join(" ")} ${node.any[0]?.message ?? ""}`));
  });
}

for (const colorScheme of ["light", "dark"]) {
  pageTest(`axe finds nothing in the editor's cards, lists and panels in the ${colorScheme} theme`, async (page) => {
    await openInTree(page, `${SKILLS}/api-review/SKILL.md`);
    await page.locator("#editor .cm-lintRange-error").first().waitFor();
    await editor(page).click();
    await page.keyboard.press("F8");
    await page.getByRole("dialog", { name: "Problems here" }).waitFor();
    assert.deepEqual(await findings(page), []);
    await page.keyboard.press("Escape");
    await page.keyboard.press("F1");
    await page.locator("#editor .field-card").waitFor();
    assert.deepEqual(await findings(page), []);
    await page.keyboard.press("Escape");
    await page.keyboard.press("ControlOrMeta+f");
    await page.getByRole("textbox", { name: "Find" }).waitFor();
    assert.deepEqual(await findings(page), []);
    await page.keyboard.press("Escape");
    await page.keyboard.press("ControlOrMeta+Home");
    await page.keyboard.press("ArrowDown");
    await page.keyboard.press("End");
    await page.keyboard.type("\ndis");
    await page.locator(".cm-tooltip-autocomplete").waitFor();
    assert.deepEqual(await findings(page), []);
  }, { colorScheme });

  pageTest(`the colours of code have contrast in the ${colorScheme} theme`, async (page) => {
    await drop(page, {
      "all.zip": zip({
        "s/SKILL.md": `${skill("s")}\n[link](https://example.com) *em* **strong** \`code\`\n\n> said\n\n\`\`\`js\nconst a = [1, true, null, "s"]; // note\nfunction f(b) { return /x/.test(b); }\n\`\`\`\n`,
        "s/a.py": "@dec\ndef a(self, n=1):\n    '''doc'''\n    return not None  # note\n",
        "s/b.sh": "#!/bin/sh\nfor f in \"$@\"; do echo 'x' $((1+2)); done # note\n",
        "s/c.json": '{"a": [1, true, null, "s"]}\n',
        "s/d.toml": "[a]\nb = 'c' # note\nd = 1\n",
      }),
    });
    for (const file of ["SKILL.md", "a.py", "b.sh", "c.json", "d.toml"]) {
      await openInTree(page, `${SKILLS}/s/${file}`);
      await page.locator("#editor .cm-line span").first().waitFor();
      assert.deepEqual(await findings(page), [], file);
    }
  }, { colorScheme });

  pageTest(`axe finds nothing in the tree's menu and its field for a name in the ${colorScheme} theme`, async (page) => {
    await page.locator(`[role="treeitem"][data-path="${SKILLS}"]`).focus();
    await page.keyboard.press("Shift+F10");
    await page.getByRole("menu").waitFor();
    assert.deepEqual(await findings(page), []);
    await page.keyboard.press("Enter");
    await page.keyboard.type("a/b");
    await page.keyboard.press("Enter");
    await page.getByText("A name has no slash.").waitFor();
    assert.deepEqual(await findings(page), []);
  }, { colorScheme });
}
