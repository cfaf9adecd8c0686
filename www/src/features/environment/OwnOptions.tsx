import type { ComponentChildren } from "preact";
import { useId } from "preact/hooks";
import { t } from "../../i18n/index.ts";
import { hosts } from "../../state/hosts.ts";
import { options, setOptions } from "../../state/options.ts";
import { Field, Hinted, Lines, splitAt } from "../../ui/fields.tsx";
import type { HostOption } from "./host-options.ts";
import { HOST_OPTIONS, isOn, linesOf, switchesOf, textOf, withOption } from "./host-options.ts";

/** The fields for the options that only the chosen host has. */
export function OwnOptions() {
  const { host } = options.value;
  const own = HOST_OPTIONS[host];
  if (!own) return null;
  const label = hosts.value.find((one) => one.host === host)?.label ?? host;
  const of = (...kinds: HostOption["kind"][]): ComponentChildren =>
    own.filter(({ kind }) => kinds.includes(kind)).map((option) => <Control key={`${host} ${option.key}`} option={option} />);
  return (
    <section class="own">
      <h3>{t.value.host.ownOf(label)}</h3>
      <div class="switches">{of("switch")}</div>
      <div class="fields">{of("text", "choice")}</div>
      {of("lines", "pairs", "switches")}
    </section>
  );
}

function Control({ option }: { option: HostOption }) {
  const texts = t.value.host;
  const id = useId();
  const { label, hint } = option.named.startsWith("-")
    ? { label: option.named, hint: "" }
    : texts.own[option.named as keyof typeof texts.own];
  const take = (value: Parameters<typeof withOption>[2]) => void setOptions(withOption(options.value, option, value));
  switch (option.kind) {
    case "switch":
      return (
        <Hinted class="switch" hint={hint} id={id}>
          <label>
            <input
              type="checkbox"
              checked={isOn(options.value, option)}
              {...(hint && { "aria-describedby": id })}
              onChange={({ currentTarget: { checked } }) => take(checked === option.usual ? null : checked)}
            />
            {hint === "" ? <code>{label}</code> : label}
          </label>
        </Hinted>
      );
    case "text":
      return (
        <Field
          label={label}
          hint={hint}
          placeholder={option.placeholder}
          value={textOf(options.value, option)}
          take={(text) => take(text || null)}
        />
      );
    case "choice": {
      const [usual] = option.values;
      return (
        <Hinted class="field" hint={hint} id={id}>
          <label>
            <span>{label}</span>
            <select
              aria-describedby={id}
              value={textOf(options.value, option) || usual!}
              onChange={({ currentTarget: { value } }) => take(value === usual ? null : value)}
            >
              {option.values.map((value) => (
                <option key={value} value={value}>
                  {texts.values[value as keyof typeof texts.values] ?? value}
                </option>
              ))}
            </select>
          </label>
        </Hinted>
      );
    }
    case "lines":
    case "pairs":
    case "switches": {
      const pairs = option.kind === "pairs";
      const valueOf = (lines: string[]) => {
        if (option.kind === "switches") return switchesOf(lines);
        return pairs ? Object.fromEntries(lines.map((line) => splitAt(line.replace(/\s+/, " "), " "))) : lines;
      };
      return (
        <Lines
          name={option.key}
          label={texts.onePerLine(label)}
          title={label}
          placeholder={option.placeholder}
          help={hint || texts.onePath}
          lines={linesOf(options.value, option)}
          {...(pairs && { wrong: (line: string) => (/^\S+\s+\//.test(line) ? null : texts.pairWrong(line)) })}
          take={(lines) => take(lines.length > 0 ? valueOf(lines) : null)}
        />
      );
    }
  }
}
