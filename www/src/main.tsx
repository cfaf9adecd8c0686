import { render } from "preact";
import { App } from "./app/App.tsx";
import { begin } from "./app/begin.ts";
import { keepOffline } from "./app/offline.ts";
import { applyTheme } from "./app/theme.ts";
import { connect, start } from "./engine/start.ts";
import { preparePacking } from "./files/open/pack.ts";
import { applyLanguage } from "./i18n/index.ts";

connect();
applyTheme();
applyLanguage();
// Modules that are imported on demand are fetched all the same: nothing may be requested once the page has loaded.
addEventListener("load", () => {
  void Promise.all([import("./editor/language.ts"), import("./features/turn/name-completion.ts"), import("./files/gallery/index.ts")]);
  preparePacking();
});
await begin();
render(<App />, document.getElementById("app")!);
start();
keepOffline();
