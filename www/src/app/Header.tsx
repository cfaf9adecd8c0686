import { CanIUseButton } from "../features/support/CanIUse.tsx";
import { ShareButton } from "../files/share/Share.tsx";
import type { Language } from "../i18n/index.ts";
import { LANGUAGES, language, setLanguage, t } from "../i18n/index.ts";
import { Brand } from "./Brand.tsx";
import type { Theme } from "./theme.ts";
import { theme } from "./theme.ts";

const THEMES: readonly Theme[] = ["system", "light", "dark"];

export function Header() {
  const { page } = t.value;
  return (
    <header class="top">
      <Brand />
      <p class="motto">
        {page.motto} <span>{page.promise}</span>
      </p>
      <CanIUseButton />
      <ShareButton />
      <label class="setting">
        <span>{page.language}</span>
        <select value={language.value} onChange={(event) => setLanguage(event.currentTarget.value as Language)}>
          {Object.entries(LANGUAGES).map(([name, { label, tag }]) => (
            <option key={name} value={name} lang={tag}>
              {label}
            </option>
          ))}
        </select>
      </label>
      <label class="setting">
        <span>{page.theme}</span>
        <select value={theme.value} onChange={(event) => (theme.value = event.currentTarget.value as Theme)}>
          {THEMES.map((name) => (
            <option key={name} value={name}>
              {page.themes[name]}
            </option>
          ))}
        </select>
      </label>
    </header>
  );
}
