import { t } from "../i18n/index.ts";
import { CopyButton } from "./CopyButton.tsx";
import "./command-line.css";

/** The command line that prints the same report in a terminal, with a button that copies it. */
export function CommandLine({ line }: { line: string }) {
  return (
    <p class="command-line">
      <span class="help">{t.value.page.command}</span> <code>{line}</code> <CopyButton class="quiet" text={() => line} />
    </p>
  );
}
