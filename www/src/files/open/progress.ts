/** Work that takes a while: its progress, and a way to stop it. */
import { signal } from "@preact/signals";

export interface Task {
  /** Aborts when the visitor cancels. The work then throws. */
  signal: AbortSignal;
  /** Reports the amount that is done, and the whole amount if that is known. */
  report(done: number, total: number | null): void;
}

export interface Running {
  label: string;
  done: number;
  total: number | null;
  cancel(): void;
}

/** The current task. There is at most one. */
export const running = signal<Running | null>(null);

/** Does work with visible progress and a button to stop it. Returns null if the work was stopped. An error of the work is thrown. */
export async function withProgress<T>(label: string, work: (task: Task) => Promise<T>): Promise<T | null> {
  running.peek()?.cancel();
  const controller = new AbortController();
  const mine: Running = { label, done: 0, total: null, cancel: () => controller.abort() };
  let shown = (running.value = mine);
  let frame = 0;
  const task: Task = {
    signal: controller.signal,
    report(done, total) {
      shown = { ...mine, done, total };
      // Thousands of reports are drawn only once in each frame.
      frame ||= requestAnimationFrame(() => {
        frame = 0;
        if (running.peek()?.cancel === mine.cancel) running.value = shown;
      });
    },
  };
  try {
    const result = await work(task);
    return controller.signal.aborted ? null : result;
  } catch (error) {
    if (controller.signal.aborted) return null;
    throw error;
  } finally {
    cancelAnimationFrame(frame);
    if (running.peek()?.cancel === mine.cancel) running.value = null;
  }
}
