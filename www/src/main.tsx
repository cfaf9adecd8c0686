import { render } from "preact";
import { App } from "./components/App.tsx";
import { start } from "./store.ts";
import { applyTheme } from "./theme.ts";

applyTheme();
render(<App />, document.getElementById("app")!);
void start();
