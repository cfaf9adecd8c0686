import type { Signal } from "@preact/signals";

interface FilterFieldProps {
  /** Its name, which stands in it while it is empty. */
  label: string;
  text: Signal<string>;
}

/** The text that rows have to hold. */
export function FilterField({ label, text }: FilterFieldProps) {
  return (
    <input
      type="search"
      class="filter"
      placeholder={label}
      aria-label={label}
      value={text.value}
      onInput={(event) => (text.value = event.currentTarget.value)}
    />
  );
}
