import { SearchView } from "../features/search/SearchView.tsx";
import { t } from "../i18n/index.ts";
import { late } from "../lib/late.ts";
import { SEARCHES, searching } from "../state/searching.ts";
import { Choices } from "../ui/Choices.tsx";

const useSearches = late(() => import("./searches.ts"));

/** The tab "Search": the buttons that choose what is searched, and the view of this search. */
export function SearchTab() {
  const { search: texts } = t.value;
  const now = searching.value;
  const searches = useSearches(now !== "skills");
  const View = now === "skills" ? SearchView : searches?.VIEWS[now];
  return (
    <div class="with-choices">
      <Choices legend={texts.choices} choices={SEARCHES} labels={texts.choice} now={now} choose={(one) => (searching.value = one)} />
      {View ? <View key={now} /> : <p class="empty">{texts.loading}</p>}
    </div>
  );
}
