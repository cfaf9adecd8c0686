// Takes the pictures of docs/images from the built page: `make page && node site/screenshots.mjs`.
import { launch, serve } from "../tests/browser.mjs";
import { PLAYGROUND, REPOSITORY } from "./places.mjs";

const DESKTOP = { width: 1440, height: 900 };
const PHONE = { width: 390, height: 844 };

const showView = (page, name) => page.getByRole("tab", { name }).click();

/** Each picture: what is open on the page, and how large the window is. */
const PICTURES = [
  {
    name: "problems",
    viewport: DESKTOP,
    open: async (page) => {
      await page.locator('[role="treeitem"][data-path="/repo/.agents/skills/api-review/SKILL.md"]').click();
      await showView(page, /^Problems/);
    },
  },
  { name: "compare", viewport: DESKTOP, open: (page) => showView(page, "Compare") },
  { name: "model", viewport: DESKTOP, open: (page) => showView(page, "Model") },
  { name: "phone", viewport: PHONE, open: async () => {} },
];

const server = await serve(PLAYGROUND);
const browser = await launch();
for (const { name, viewport, open } of PICTURES) {
  for (const colorScheme of ["light", "dark"]) {
    const context = await browser.newContext({ viewport, colorScheme, reducedMotion: "reduce", serviceWorkers: "block" });
    const page = await context.newPage();
    await page.goto(server.url);
    await page.locator(".summary").waitFor({ state: "attached" });
    await open(page);
    await page.locator('#host[aria-busy="false"]').waitFor({ state: "attached" });
    // Nothing has the keyboard's frame or the mouse over it.
    await page.mouse.move(0, 0);
    await page.evaluate(() => document.activeElement?.blur());
    await page.screenshot({ path: `${REPOSITORY}docs/images/${name}${colorScheme === "dark" ? "-dark" : ""}.png`, animations: "disabled" });
    await context.close();
  }
}
await browser.close();
await server.close();
