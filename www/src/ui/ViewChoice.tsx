import { useId } from "preact/hooks";
import "./view-choice.css";

interface Props<T extends string> {
  /** The name of the choice, for screen readers. */
  legend: string;
  all: readonly T[];
  now: T;
  labels: Readonly<Record<T, string>>;
  choose: (one: T) => void;
}

/** The choice of one of several views that share a tab. */
export function ViewChoice<T extends string>({ legend, all, now, labels, choose }: Props<T>) {
  const name = useId();
  return (
    <fieldset class="view-choice">
      <legend class="unseen">{legend}</legend>
      {all.map((one) => (
        <label key={one}>
          <input type="radio" name={name} checked={one === now} onChange={() => choose(one)} />
          <span>{labels[one]}</span>
        </label>
      ))}
    </fieldset>
  );
}
