// Three engines behind one thin layer of plain WebDriver: what journeys say is said once, and each engine is driven by its own driver.
import { execFileSync, spawn } from "node:child_process";
import { createServer } from "node:net";
import { fileURLToPath } from "node:url";
import { isDeepStrictEqual } from "node:util";
import { Capabilities, error, Key, WebDriver, WebElement } from "selenium-webdriver";
import { Executor, HttpClient } from "selenium-webdriver/http/index.js";
import { ARGUMENTS, chromePath } from "../browser.mjs";
import { locate } from "./locate.mjs";

export { Key };

const ROOT = fileURLToPath(new URL("../..", import.meta.url));

/** In milliseconds: how long a state may take on a machine that has much else to do. Only a test that fails waits so long. */
const PATIENCE = 60_000;

const engineDriver = (engine) => execFileSync("scripts/engine.sh", [engine], { cwd: ROOT, encoding: "utf8", stdio: "pipe" }).trim();

const ENGINES = {
  chromium: {
    driver: () => [process.env.CHROMEDRIVER ?? "chromedriver"],
    capabilities: () => ({ browserName: "chrome", "goog:chromeOptions": { binary: chromePath(), args: ARGUMENTS } }),
  },
  firefox: {
    driver: () => [engineDriver("firefox")],
    capabilities: () => ({
      browserName: "firefox",
      "moz:firefoxOptions": { args: ["-headless"], ...(process.env.FIREFOX && { binary: process.env.FIREFOX }) },
    }),
  },
  webkit: {
    driver: () => ["scripts/with-display.sh", engineDriver("webkit")],
    capabilities: () => ({}),
    environment: { WEBKIT_DISABLE_COMPOSITING_MODE: "1" },
  },
};

/** Why an engine cannot be driven here, or false. Chromium always can: set-up fails without it. */
export function missing(engine) {
  try {
    ENGINES[engine].driver();
    return false;
  } catch (failure) {
    return `SKIP: ${failure.stderr?.trim() || failure.message}`;
  }
}

/** A browser of this engine; the caller closes it. */
export async function open(engine) {
  // Another program may take the free port before the driver does, which then ends.
  for (let tries = 2; ; tries--) {
    try {
      return await attempt(engine);
    } catch (failure) {
      if (!(failure instanceof Ended) || tries === 0) throw failure;
    }
  }
}

class Ended extends Error {}

async function attempt(engine) {
  const { driver, capabilities, environment } = ENGINES[engine];
  const [command, ...values] = driver();
  const port = await freePort();
  const child = spawn(command, [...values, `--port=${port}`], {
    cwd: ROOT,
    env: { ...process.env, ...environment },
    stdio: "ignore",
  });
  const ended = new Promise((resolve) => child.once("exit", resolve));
  const address = `http://127.0.0.1:${port}`;
  try {
    await soon(
      () => {
        if (child.exitCode !== null) throw new Ended(`${command} ended with ${child.exitCode}`);
        return fetch(`${address}/status`).then(({ ok }) => ok);
      },
      (ready) => ready,
    );
    const session = await WebDriver.createSession(new Executor(new HttpClient(address)), new Capabilities(capabilities()));
    await session.manage().setTimeouts({ script: PATIENCE, pageLoad: PATIENCE });
    await session.manage().window().setRect({ width: 1280, height: 900 });
    const close = async () => {
      await session.quit().catch(() => {});
      child.kill();
      await ended;
    };
    return { visitor: new Visitor(session), close };
  } catch (failure) {
    child.kill();
    throw failure;
  }
}

async function freePort() {
  const server = createServer();
  await new Promise((resolve) => server.listen(0, "127.0.0.1", resolve));
  const { port } = server.address();
  await new Promise((resolve) => server.close(resolve));
  return port;
}

/** What went away, was covered or was drawn anew while it was used: it is looked for again. */
const PASSING = [
  error.StaleElementReferenceError,
  error.ElementClickInterceptedError,
  error.ElementNotInteractableError,
  error.NoSuchElementError,
  error.MoveTargetOutOfBoundsError,
];

/** Does it until what comes of it passes; gives that, or fails with the last. */
async function soon(does, passes, patience = PATIENCE) {
  const end = Date.now() + patience;
  for (;;) {
    let seen;
    try {
      seen = await does();
      if (passes(seen)) return seen;
    } catch (failure) {
      if (!PASSING.some((kind) => failure instanceof kind) && failure.cause?.code !== "ECONNREFUSED") throw failure;
      seen = failure.message;
    }
    if (Date.now() > end) throw new Error(`it stayed ${JSON.stringify(seen)}`);
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
}

const named = (target) =>
  typeof target === "string" ? target : JSON.stringify(target, (_, value) => (value instanceof RegExp ? String(value) : value));

/**
 * A visitor of a page. A target is a CSS selector, or what a screen reader would call it: `{ role, name }`, both as words, or how its
 * name `starts`; `text` is a part of what it holds, `within` another target, `css` narrows it. Hidden elements are none. Each verb waits for its target.
 */
export class Visitor {
  constructor(driver) {
    this.driver = driver;
  }

  /** The page, when its script has begun to speak. */
  async goto(address) {
    await this.driver.get(address);
  }

  /** The page anew, when the former one is gone. */
  async reload() {
    await this.evaluate(() => {
      window.isFormer = true;
    });
    await this.driver.navigate().refresh();
    await this.#anew();
  }

  /** A reload as a visitor does it. That of Firefox's driver goes past the service worker to the server, on any page. */
  async reloadFromWithin() {
    await this.evaluate(() => {
      window.isFormer = true;
      setTimeout(() => location.reload());
    });
    await this.#anew();
  }

  #anew() {
    // Between two pages there is none to ask.
    const isAnew = () => this.evaluate(() => window.isFormer === undefined && document.readyState === "complete").catch(() => false);
    return this.expect(isAnew, true, "the reload");
  }

  /** What a function of the page gives, with these arguments. */
  evaluate(run, ...values) {
    return this.driver.executeScript(`return (${run}).apply(null, arguments)`, ...values);
  }

  /** All that a target fits now. */
  async all(target) {
    return (await this.evaluate(locate, target)) ?? [];
  }

  async find(target) {
    try {
      const [element] = await soon(
        () => this.all(target),
        (found) => found[0] instanceof WebElement,
      );
      return element;
    } catch (failure) {
      throw new Error(`${named(target)} did not come: ${failure.message}`, { cause: failure });
    }
  }

  /** Waits until nothing fits. */
  gone(target) {
    return this.expect(async () => (await this.all(target)).length, 0, `${named(target)} stays`);
  }

  /** Waits until what is read is as expected, or matches. */
  async expect(read, expected, what = "it") {
    const fits = (seen) => (expected instanceof RegExp ? expected.test(seen) : isDeepStrictEqual(seen, expected));
    try {
      return await soon(read, fits);
    } catch (failure) {
      throw new Error(`${what} should be ${named(expected)}: ${failure.message}`, { cause: failure });
    }
  }

  expectText(target, expected) {
    const read = async () => this.evaluate((element) => element?.textContent ?? "", (await this.all(target))[0] ?? null);
    return this.expect(read, expected, named(target));
  }

  expectValue(target, expected) {
    const read = async () => this.evaluate((element) => element?.value ?? "", (await this.all(target))[0] ?? null);
    return this.expect(read, expected, named(target));
  }

  /** The element that has the keyboard is the target. */
  expectFocus(target) {
    const read = async () => {
      const [element] = await this.all(target);
      return element ? this.evaluate((element) => element === document.activeElement, element) : false;
    };
    return this.expect(read, true, `the keyboard's place at ${named(target)}`);
  }

  /** Does it with the element, and again with the one that took its place meanwhile. */
  with(target, does) {
    return soon(
      async () => {
        await does(await this.find(target));
        return true;
      },
      (done) => done,
    );
  }

  click(target) {
    return this.with(target, async (element) => {
      try {
        await element.click();
      } catch (failure) {
        // What is shown where the pointer rests, as the help of a key, goes when it moves: a visitor's is on its way here.
        if (failure instanceof error.ElementClickInterceptedError) await this.pointAway();
        throw failure;
      }
    });
  }

  /** Has the pointer rest where nothing is: at the corner of the page. */
  async pointAway() {
    await this.driver.actions().move({ x: 2, y: 2 }).perform();
  }

  /** Chooses an option of a list by its value. */
  choose(target, value) {
    return this.with(target, async (element) => {
      const [option] = await this.evaluate((list, value) => [...list.options].filter((option) => option.value === value), element, value);
      await option.click();
    });
  }

  /** Fills a field anew. */
  fill(target, text) {
    return this.with(target, async (element) => {
      await element.clear();
      if (text) await element.sendKeys(text);
    });
  }

  /** Gives a field for files a file of this disk. */
  upload(css, path) {
    return this.driver.findElement({ css }).sendKeys(path);
  }

  /** Gives an element the keyboard, as a screen reader may. */
  async focus(target) {
    await this.evaluate((element) => element.focus(), await this.find(target));
    await this.expectFocus(target);
  }

  /** Presses keys where the keyboard is, one after another. */
  press(...keys) {
    return this.driver
      .actions()
      .sendKeys(...keys)
      .perform();
  }

  /** Presses Tab until the target has the keyboard, each time when the key before has moved it. */
  async tabTo(target, most = 12) {
    const fits = async () => {
      const focused = await (await this.driver.switchTo().activeElement()).getId();
      const ids = await Promise.all((await this.all(target)).map((element) => element.getId()));
      return ids.includes(focused);
    };
    for (let pressed = 0; !(await fits()); pressed++) {
      if (pressed === most) throw new Error(`${most} times Tab do not reach ${named(target)}`);
      await this.evaluate(() => {
        window.before = document.activeElement;
      });
      await this.press(Key.TAB);
      await this.expect(() => this.evaluate(() => document.activeElement !== window.before), true, "the keyboard's place after Tab");
    }
  }

  /** Presses a key while another is held. */
  chord(held, key) {
    return this.driver.actions().keyDown(held).sendKeys(key).keyUp(held).perform();
  }

  /** Drops a file on the page, as far as its script can tell. */
  drop(name, bytes) {
    return this.evaluate(
      (name, base64) => {
        const data = new DataTransfer();
        data.items.add(new File([Uint8Array.from(atob(base64), (character) => character.charCodeAt(0))], name));
        for (const type of ["dragenter", "dragover", "drop"]) {
          document.body.dispatchEvent(new DragEvent(type, { dataTransfer: data, bubbles: true, cancelable: true }));
        }
      },
      name,
      Buffer.from(bytes).toString("base64"),
    );
  }
}
