/** This module shows the progress of a long task, and lets the visitor stop the task. */
import { signal } from "@preact/signals";

export interface Task {
  /** Aborts when the visitor stops the task. The task should then throw. */
  signal: AbortSignal;
  /** Reports how much is done. `total` is the whole amount; null if it is unknown. */
  report(done: number, total: number | null): void;
}

export interface Running {
  label: string;
  done: number;
  total: number | null;
  cancel(): void;
}

/** The current task, which the page shows; null if there is none. */
export const running = signal<Running | null>(null);

/**
 * Runs a task with a visible progress bar and a button that stops it. Resolves to null if the task
 * was stopped. Rejects with the task's error.
 */
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
