import { render } from "preact";
import { App } from "./components/App.tsx";
import { start } from "./store.ts";
import { applyLanguage } from "./texts/index.ts";
import { applyTheme } from "./theme.ts";

applyTheme();
applyLanguage();
render(<App />, document.getElementById("app")!);
start();
