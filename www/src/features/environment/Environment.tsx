import type { Edition, HostId, SkillsFrom } from "skillglass";
import { catalog } from "../../engine/client.ts";
import type { Texts } from "../../i18n/index.ts";
import { t } from "../../i18n/index.ts";
import { embedding } from "../../lib/embedding.ts";
import { FIRST_HOST } from "../../state/defaults.ts";
import { hosts } from "../../state/hosts.ts";
import { connectors, options, optionsProblem, setOptions } from "../../state/options.ts";
import { Field, Lines, splitAt } from "../../ui/fields.tsx";
import { countSet } from "./host-options.ts";
import { OwnOptions } from "./OwnOptions.tsx";
import "./environment.css";

/** The form that sets the host, its edition, its working directory and further options. */
export function Environment() {
  const texts = t.value.host;
  return (
    <form class="environment" aria-label={texts.environment} onSubmit={(event) => event.preventDefault()}>
      <HostChoice />
      {!embedding && <Place />}
      {optionsProblem.value && (
        <p class="problem" role="alert">
          {optionsProblem.value}
        </p>
      )}
    </form>
  );
}

/**
 * The fields for the host's directory and all other options. They are hidden in an embedded page,
 * which has no room for them.
 */
function Place() {
  const { cwd, home, contextWindow } = options.value;
  const texts = t.value.host;
  return (
    <>
      <Field label={texts.directory} hint={texts.directoryHint} value={cwd} take={(cwd) => void setOptions({ cwd })} />
      <Field label={texts.home} hint={texts.homeHint} value={home ?? ""} take={(home) => void setOptions({ home: home || null })} />
      <Field
        label={texts.window}
        hint={texts.windowHint}
        value={contextWindow?.toString() ?? ""}
        numeric
        take={(tokens) => void setOptions({ contextWindow: tokens === "" ? null : Number(tokens) })}
      />
      <Touched />
      <More />
    </>
  );
}

/** The groups of hosts in the select, by the place from which a host gets its skills. */
const GROUPS: readonly SkillsFrom[] = ["folders", "program", "uploads"];

/**
 * The selects for the host and its edition. Until the engine is loaded, they contain only the first
 * host.
 */
function HostChoice() {
  const { host, edition } = options.value;
  const texts = t.value.host;
  const known = hosts.value;
  const chosen = known.find((one) => one.host === host);
  const editions = chosen?.editions.toReversed() ?? [];
  return (
    <>
      <label class="field choice">
        <span>{texts.host}</span>
        <select
          value={host}
          disabled={known.length === 0}
          onChange={(event) => void setOptions({ host: event.currentTarget.value as HostId, edition: null })}
        >
          {known.length === 0 ? (
            <option value={FIRST_HOST.host}>{FIRST_HOST.label}</option>
          ) : (
            GROUPS.map((group) => (
              <optgroup key={group} label={texts.groups[group]}>
                {known.map(
                  ({ host, label, skillsFrom }) =>
                    skillsFrom === group && (
                      <option key={host} value={host}>
                        {label}
                      </option>
                    ),
                )}
              </optgroup>
            ))
          )}
        </select>
      </label>
      <label class="field choice">
        <span>{texts.edition}</span>
        <select
          value={edition ?? chosen?.default ?? ""}
          disabled={known.length === 0}
          onChange={(event) => void setOptions({ edition: event.currentTarget.value as Edition })}
        >
          {known.length === 0 ? (
            <option value="">{texts.usualEdition}</option>
          ) : (
            editions.map((edition) => (
              <option key={edition} value={edition}>
                {dated(edition, t.value)}
              </option>
            ))
          )}
        </select>
      </label>
    </>
  );
}

/**
 * Returns the edition `2026-05` as `May 2026`. Returns an edition that is a version number
 * unchanged.
 */
function dated(edition: string, { figures }: Texts): string {
  return /^\d{4}-(0[1-9]|1[0-2])$/.test(edition) ? figures.month(new Date(`${edition}-01T00:00:00Z`)) : edition;
}

/**
 * The field for the files that the model has touched, one path on each line. A note states how many
 * skills are not active, because the model has not touched a file that matches their `paths`.
 */
function Touched() {
  const { touched } = options.value;
  const texts = t.value.host;
  const waiting = waitingForFiles();
  const uses = waiting > 0 || (catalog.value?.skills.some((skill) => skill.paths.length) ?? false);
  return (
    <details class="touched">
      <summary>
        {texts.touched} <span class="count">{touched.length}</span>
        {waiting > 0 && <span class="waiting">{texts.touchedWaiting(waiting)}</span>}
      </summary>
      <Lines
        name="touched"
        label={texts.touchedLabel}
        placeholder={texts.onePath}
        help={uses && texts.touchedHelp}
        lines={touched}
        take={(touched) => void setOptions({ touched })}
      />
    </details>
  );
}

/**
 * Returns the number of skills that the host loads only after the model has touched a matching
 * file.
 */
function waitingForFiles(): number {
  const found = catalog.value;
  if (!found) return 0;
  return found.skills.filter(({ active }) => !active).length + found.leftOut.filter(({ reason }) => reason === "not-touched").length;
}

/**
 * The fields for rarely used options: the host's own options, environment variables, plugins, and
 * connected apps.
 */
function More() {
  const { variables, plugins } = options.value;
  const texts = t.value.host;
  const set = Object.keys(variables ?? {}).length + (plugins?.length ?? 0) + connectors.value.length + countSet(options.value);
  return (
    <details class="more">
      <summary>
        {texts.more} {set > 0 && <span class="count">{set}</span>}
      </summary>
      <OwnOptions />
      <Lines
        name="variables"
        title={texts.variables}
        label={texts.variablesLabel}
        placeholder="NAME=value"
        help={texts.variablesHelp}
        lines={Object.entries(variables ?? {}).map(([name, value]) => `${name}=${value}`)}
        wrong={(line) => (/^[^=\s]+=/.test(line) ? null : texts.variablesWrong(line))}
        take={(lines) => void setOptions({ variables: Object.fromEntries(lines.map((line) => splitAt(line, "="))) })}
      />
      <Lines
        name="plugins"
        title={texts.plugins}
        label={texts.pluginsLabel}
        placeholder="name@marketplace /directory"
        help={texts.pluginsHelp}
        lines={(plugins ?? []).map(({ id, root }) => `${id} ${root}`)}
        wrong={(line) => (/^\S+ \s*\//.test(line) ? null : texts.pluginsWrong(line))}
        take={(lines) =>
          void setOptions({ plugins: lines.map((line) => splitAt(line, " ")).map(([id, root]) => ({ id, root: root.trim() })) })
        }
      />
      <Lines
        name="connectors"
        title={texts.connectors}
        label={texts.connectorsLabel}
        placeholder="calendar"
        help={texts.connectorsHelp}
        lines={connectors.value}
        take={(lines) => (connectors.value = lines.map((line) => line.toLowerCase()))}
      />
    </details>
  );
}
