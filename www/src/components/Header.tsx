import { theme } from "../theme.ts";
import type { Theme } from "../theme.ts";

export function Header() {
  return (
    <header class="top">
      <h1>
        <svg viewBox="0 0 32 32" width="22" height="22" aria-hidden="true">
          <circle cx="13.5" cy="13.5" r="8.5" fill="none" stroke="currentColor" stroke-width="3" />
          <path d="M20 20l8 8" stroke="currentColor" stroke-width="3.6" stroke-linecap="round" />
          <circle cx="13.5" cy="13.5" r="2.6" fill="currentColor" />
        </svg>
        Skillglass
      </h1>
      <p class="motto">See every skill through each agent’s eyes. <span>Nothing you open leaves this tab.</span></p>
      <label class="theme">
        <span>Theme</span>
        <select value={theme.value} onChange={(event) => (theme.value = event.currentTarget.value as Theme)}>
          <option value="system">System</option>
          <option value="light">Light</option>
          <option value="dark">Dark</option>
        </select>
      </label>
    </header>
  );
}
