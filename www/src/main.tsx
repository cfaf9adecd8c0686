import { render } from "preact";
import { App } from "./app/App.tsx";
import { keepOffline } from "./app/offline.ts";
import { prepareArchives } from "./files/open/archive.ts";
import { begin } from "./app/begin.ts";
import { applyLanguage } from "./i18n/index.ts";
import { applyTheme } from "./app/theme.ts";
import { connect, start } from "./engine/start.ts";

connect();
applyTheme();
applyLanguage();
// What is imported on demand is fetched all the same: nothing may be requested once the page has loaded.
addEventListener("load", () => {
  void Promise.all([import("./editor/language.ts"), import("./features/turn/name-completion.ts"), import("./files/gallery/index.ts")]);
  prepareArchives();
});
await begin();
render(<App />, document.getElementById("app")!);
start();
keepOffline();
