// Has pages be slow, so that what a test or the page takes for granted shows. SLOW=6 gives each a sixth of the processor; with
// LATE=300 its frames, and what crosses between it and its workers, come up to so many milliseconds late, in their order.

const SLOW = Number(process.env.SLOW ?? 1);
const LATE = Number(process.env.LATE ?? 0);

/** Slows down the pages that this context opens from now on. */
export async function shake(context) {
  if (LATE > 0) await context.addInitScript(comeLate, LATE);
  if (SLOW > 1)
    context.on("page", async (page) => {
      const session = await context.newCDPSession(page);
      await session.send("Emulation.setCPUThrottlingRate", { rate: SLOW });
    });
}

/** Runs in the page. */
function comeLate(most) {
  const wait = window.setTimeout.bind(window);
  const frame = window.requestAnimationFrame.bind(window);
  const cancel = window.cancelAnimationFrame.bind(window);
  const waiting = new Map();
  let last = 0;
  window.requestAnimationFrame = (does) => {
    const id = ++last;
    let own = 0;
    const late = wait(() => {
      own = frame((now) => {
        waiting.delete(id);
        does(now);
      });
    }, most);
    waiting.set(id, () => {
      clearTimeout(late);
      cancel(own);
    });
    return id;
  };
  window.cancelAnimationFrame = (id) => {
    waiting.get(id)?.();
    waiting.delete(id);
  };
  /** Each behind the one before. */
  const line = () => {
    let before = Promise.resolve();
    return (does) => {
      const due = new Promise((resolve) => wait(resolve, Math.random() * most));
      before = Promise.all([before, due]).then(does);
    };
  };
  // Effects wait for a frame, or for this long.
  window.setTimeout = (does, after, ...more) => wait(does, after === 35 ? most : after, ...more);
  const Native = window.Worker;
  window.Worker = class extends Native {
    #sent = line();
    #came = line();
    postMessage(message) {
      const sent = structuredClone(message);
      this.#sent(() => super.postMessage(sent));
    }
    addEventListener(type, listener, ...more) {
      super.addEventListener(type, type === "message" ? (event) => this.#came(() => listener(event)) : listener, ...more);
    }
  };
}
