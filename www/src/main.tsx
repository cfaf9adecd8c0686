import { render } from "preact";
import { App } from "./components/App.tsx";
import { keepOffline } from "./offline.ts";
import { start } from "./store.ts";
import { applyLanguage } from "./texts/index.ts";
import { applyTheme } from "./theme.ts";

applyTheme();
applyLanguage();
render(<App />, document.getElementById("app")!);
start();
keepOffline();
// What is imported on demand is fetched all the same: nothing may be requested once the page has loaded.
addEventListener("load", () => void Promise.all([import("./editor/language.ts"), import("./editor/completion.ts")]));
