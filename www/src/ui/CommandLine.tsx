import { t } from "../i18n/index.ts";
import { CopyButton } from "./CopyButton.tsx";
import "./command-line.css";

/**
 * A command line for the terminal, with a button that copies the command. The command prints the
 * report that the page shows.
 */
export function CommandLine({ line }: { line: string }) {
  return (
    <p class="command-line">
      <span class="help">{t.value.page.command}</span> <code>{line}</code> <CopyButton class="quiet" text={() => line} />
    </p>
  );
}
