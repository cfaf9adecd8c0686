import { signal } from "@preact/signals";
import { useEffect } from "preact/hooks";
import { SearchView } from "../features/search/SearchView.tsx";
import { t } from "../i18n/index.ts";
import { SEARCHES, searching } from "../state/searching.ts";
import { Choices } from "../ui/Choices.tsx";

/** The views beside the search for skills come with the first one that is opened. */
const loaded = signal<typeof import("./searches.ts") | null>(null);

/** Search: the choice of what is searched, and its view. */
export function SearchTab() {
  const { search: texts } = t.value;
  const now = searching.value;
  useEffect(() => {
    if (now !== "skills" && !loaded.value) void import("./searches.ts").then((module) => (loaded.value = module));
  }, [now]);
  const View = now === "skills" ? null : loaded.value?.VIEWS[now];
  return (
    <div class="with-choices">
      <Choices legend={texts.choices} choices={SEARCHES} labels={texts.choice} now={now} choose={(one) => (searching.value = one)} />
      {now === "skills" ? <SearchView /> : View ? <View key={now} /> : <p class="empty">{texts.loading}</p>}
    </div>
  );
}
