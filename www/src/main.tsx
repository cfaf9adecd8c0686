import { render } from "preact";
import { App } from "./app/App.tsx";
import { begin } from "./app/begin.ts";
import { keepOffline } from "./app/offline.ts";
import { applyTheme } from "./app/theme.ts";
import { firstAnswer } from "./engine/client.ts";
import { connect, start } from "./engine/start.ts";
import { preparePacking } from "./files/open/pack.ts";
import { applyLanguage, LANGUAGES } from "./i18n/index.ts";

connect();
applyTheme();
await applyLanguage();
await begin();
render(<App />, document.getElementById("app")!);
start();
// After the first view, even modules that are imported on demand are fetched, so that the page works without a network once it has loaded.
await firstAnswer;
void Promise.all([
  import("./app/searches.ts"),
  import("./editor/language.ts"),
  import("./features/changes/index.ts"),
  import("./features/model/BudgetPlan.tsx"),
  import("./features/turn/name-completion.ts"),
  import("./features/upkeep/index.ts"),
  import("./files/gallery/index.ts"),
  ...Object.values(LANGUAGES).map(({ load }) => load()),
]);
preparePacking();
keepOffline();
