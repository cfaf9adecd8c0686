/**
 * This module lists the tabs beside the editor in their order. Each tab is an entry with its
 * component.
 */
import type { JSX } from "preact";
import { catalog } from "../engine/client.ts";
import { ModelView } from "../features/model/ModelView.tsx";
import { SkillsView } from "../features/skills/SkillsView.tsx";
import { TurnView } from "../features/turn/TurnView.tsx";
import type { Texts } from "../i18n/index.ts";
import { CompareTab } from "./CompareTab.tsx";
import { ProblemsTab } from "./ProblemsTab.tsx";
import { SearchTab } from "./SearchTab.tsx";

export interface View {
  /** The name of the view in the page's address. */
  name: keyof Texts["host"]["tabs"];
  /** A number that is shown on the tab before the view is open. */
  badge?: () => number | undefined;
  /** The content of the view. It is rendered after the engine has been loaded. */
  Content: () => JSX.Element | null;
}

export const VIEWS: readonly View[] = [
  { name: "skills", badge: () => catalog.value?.skills.length, Content: SkillsView },
  { name: "model", Content: ModelView },
  { name: "turn", Content: TurnView },
  { name: "compare", Content: CompareTab },
  { name: "problems", Content: ProblemsTab },
  { name: "search", Content: SearchTab },
];
