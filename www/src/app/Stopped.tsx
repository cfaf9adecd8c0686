import { failure, giveUp, silent, waitOn } from "../engine/client.ts";
import { startAgain } from "../engine/start.ts";
import { t } from "../i18n/index.ts";

/**
 * The message that the engine has stopped or does not respond, with a button that starts a new
 * engine.
 */
export function Stopped() {
  const { page } = t.value;
  if (failure.value === null && !silent.value) return null;
  return (
    <div class="failure" role="alert">
      <p>{failure.value === null ? page.engineSilent : page.engineStopped(failure.value)}</p>
      {failure.value === null && (
        <button type="button" onClick={waitOn}>
          {page.waitOn}
        </button>
      )}
      <button type="button" onClick={onStartAgain}>
        {page.startAgain}
      </button>
    </div>
  );
}

function onStartAgain(): void {
  giveUp();
  startAgain();
  // The pressed button no longer exists.
  document.getElementById("host")?.focus();
}
