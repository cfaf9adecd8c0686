import { useId } from "preact/hooks";
import "./choices.css";

interface Props<T extends string> {
  legend: string;
  choices: readonly T[];
  labels: Readonly<Record<T, string>>;
  now: T;
  choose: (one: T) => void;
}

/** A row of radio buttons that choose which part of a view is shown. */
export function Choices<T extends string>({ legend, choices, labels, now, choose }: Props<T>) {
  const name = useId();
  return (
    <fieldset class="choices">
      <legend class="unseen">{legend}</legend>
      {choices.map((one) => (
        <label key={one}>
          <input type="radio" name={name} checked={one === now} onChange={() => choose(one)} />
          <span>{labels[one]}</span>
        </label>
      ))}
    </fieldset>
  );
}
