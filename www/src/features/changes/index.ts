/** This module lists the views that compare editions and trees. */
import type { JSX } from "preact";
import type { Comparison } from "../../state/comparing.ts";
import { ChangelogView } from "./ChangelogView.tsx";
import { EditionsView } from "./EditionsView.tsx";
import { SinceView } from "./SinceView.tsx";
import { TreesView } from "./TreesView.tsx";
import "./changes.css";

export const VIEWS: Readonly<Record<Exclude<Comparison, "hosts">, () => JSX.Element>> = {
  editions: EditionsView,
  since: SinceView,
  changelog: ChangelogView,
  trees: TreesView,
};
