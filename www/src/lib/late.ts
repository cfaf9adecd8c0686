/**
 * This module loads other modules only when a view needs them, so that the first visit stays small.
 */
import { signal } from "@preact/signals";
import { useEffect } from "preact/hooks";

/**
 * Returns a hook that loads a module when a component wants it. The hook returns null until the
 * module has been loaded.
 */
export function late<T>(load: () => Promise<T>): (isWanted: boolean) => T | null {
  const loaded = signal<T | null>(null);
  return (isWanted) => {
    useEffect(() => {
      if (isWanted && !loaded.peek()) void load().then((module) => (loaded.value = module));
    }, [isWanted]);
    return loaded.value;
  };
}
