import type { Signal } from "@preact/signals";

interface FilterFieldProps {
  /** The label of the field, which is visible while the field is empty. */
  label: string;
  text: Signal<string>;
}

/** A search field for the words that rows must contain. */
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
