/** This module has the selects with which a visitor chooses a host and its editions. */
import { t } from "../../i18n/index.ts";
import { changing, changingHost, chooseFrom, chooseHost, chooseTo } from "../../state/comparing.ts";

export function HostChoice() {
  return (
    <select
      aria-label={t.value.changes.host}
      value={changingHost.value?.host ?? ""}
      onChange={(event) => chooseHost(event.currentTarget.value)}
    >
      {changing.value.map(({ host, label }) => (
        <option key={host} value={host}>
          {label}
        </option>
      ))}
    </select>
  );
}

export function EditionChoice({ label, which, value }: { label: string; which: "from" | "to"; value: string }) {
  const choose = which === "from" ? chooseFrom : chooseTo;
  return (
    <select class="edition-choice" aria-label={label} value={value} onChange={(event) => choose(event.currentTarget.value)}>
      {changingHost.value?.editions.map((edition) => (
        <option key={edition}>{edition}</option>
      ))}
    </select>
  );
}
