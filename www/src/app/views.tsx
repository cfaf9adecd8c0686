/** The tabs beside the editor, in their order. A view is a component of its own and an entry here. */
import type { JSX } from "preact";
import { catalog } from "../engine/client.ts";
import { ModelView } from "../features/model/ModelView.tsx";
import { ProblemsView } from "../features/problems/ProblemsView.tsx";
import { SkillsView } from "../features/skills/SkillsView.tsx";
import { TurnView } from "../features/turn/TurnView.tsx";
import type { Texts } from "../i18n/index.ts";
import { CompareTab } from "./CompareTab.tsx";
import { SearchTab } from "./SearchTab.tsx";

export interface View {
  /** The name in the page's address. */
  name: keyof Texts["host"]["tabs"];
  /** A number worth seeing before the view is open. */
  badge?: () => number | undefined;
  /** Rendered once the engine is there. */
  Content: () => JSX.Element | null;
}

export const VIEWS: readonly View[] = [
  { name: "skills", badge: () => catalog.value?.skills.length, Content: SkillsView },
  { name: "model", Content: ModelView },
  { name: "turn", Content: TurnView },
  { name: "compare", Content: CompareTab },
  { name: "problems", Content: ProblemsView },
  { name: "search", Content: SearchTab },
];
