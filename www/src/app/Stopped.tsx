import { failure } from "../engine/client.ts";
import { startAgain } from "../engine/start.ts";
import { t } from "../i18n/index.ts";

/** Says that the engine has stopped, and starts another. */
export function Stopped() {
  const { page } = t.value;
  if (failure.value === null) return null;
  return (
    <div class="failure" role="alert">
      <p>{page.engineStopped(failure.value)}</p>
      <button type="button" onClick={onStartAgain}>
        {page.startAgain}
      </button>
    </div>
  );
}

function onStartAgain(): void {
  startAgain();
  // The button is gone.
  document.getElementById("host")?.focus();
}
