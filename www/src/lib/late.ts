/** Modules that are loaded when a view first needs them, so that the first visit stays small. */
import { signal } from "@preact/signals";
import { useEffect } from "preact/hooks";

/** Returns a hook that loads a module as soon as a component wants it. The hook returns null until the module is loaded. */
export function late<T>(load: () => Promise<T>): (isWanted: boolean) => T | null {
  const loaded = signal<T | null>(null);
  return (isWanted) => {
    useEffect(() => {
      if (isWanted && !loaded.peek()) void load().then((module) => (loaded.value = module));
    }, [isWanted]);
    return loaded.value;
  };
}
