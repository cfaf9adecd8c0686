import { t } from "../i18n/index.ts";
import { CopyButton } from "./CopyButton.tsx";
import "./command-line.css";

/** The line of the command that has the same report, to copy. */
export function CommandLine({ line }: { line: string }) {
  return (
    <p class="command-line">
      <span class="help">{t.value.page.command}</span> <code>{line}</code> <CopyButton class="quiet" text={() => line} />
    </p>
  );
}
