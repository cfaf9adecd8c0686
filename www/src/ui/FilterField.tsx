import type { Signal } from "@preact/signals";

interface FilterFieldProps {
  /** The name of the field, which is shown while the field is empty. */
  label: string;
  text: Signal<string>;
}

/** The field for the text that rows must contain. */
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
