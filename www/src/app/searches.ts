/** This module has the views of the tab "Search" that are loaded only when a visitor opens them. */
import type { JSX } from "preact";
import { PassagesView } from "../features/passages/PassagesView.tsx";
import { TriggersView } from "../features/triggers/TriggersView.tsx";
import { UsageView } from "../features/usage/UsageView.tsx";
import type { Search } from "../state/searching.ts";

export const VIEWS: Readonly<Record<Exclude<Search, "skills">, () => JSX.Element>> = {
  passages: PassagesView,
  triggers: TriggersView,
  logs: UsageView,
};
