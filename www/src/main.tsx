import { render } from "preact";
import { App } from "./components/App.tsx";
import { keepOffline } from "./offline.ts";
import { prepareArchives } from "./open/archive.ts";
import { begin } from "./share/begin.ts";
import { start } from "./store.ts";
import { applyLanguage } from "./texts/index.ts";
import { applyTheme } from "./theme.ts";

applyTheme();
applyLanguage();
// What is imported on demand is fetched all the same: nothing may be requested once the page has loaded.
addEventListener("load", () => {
  void Promise.all([import("./editor/language.ts"), import("./editor/completion.ts"), import("./gallery/index.ts")]);
  prepareArchives();
});
await begin();
render(<App />, document.getElementById("app")!);
start();
keepOffline();
