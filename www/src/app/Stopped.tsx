import { change } from "../engine/client.ts";
import { failure, folders, setOptions, start } from "../state/store.ts";
import { t } from "../i18n/index.ts";

/** Says that the engine has stopped, and starts another. */
export function Stopped() {
  const { page } = t.value;
  if (failure.value === null) return null;
  return (
    <div class="failure" role="alert">
      <p>{page.engineStopped(failure.value)}</p>
      <button type="button" onClick={startAgain}>{page.startAgain}</button>
    </div>
  );
}

/** The new engine is told all that the page holds; options that were changed meanwhile may be wrong, and then the page says so. */
function startAgain(): void {
  start();
  void setOptions({});
  void change(Array.from(folders, (path) => ({ type: "folder", path })));
  // The button is gone.
  document.getElementById("host")?.focus();
}
