/**
 * This module has an example repository in which each host finds different skills. The page opens
 * the example at the first visit.
 */
import { SAMPLE_CURRENT, SAMPLE_PROMPT, sample } from "../../state/sample.ts";
import type { Example } from "./example.ts";

export const OUTCOMES: Example = {
  id: "outcomes",
  fault: false,
  files: sample,
  current: SAMPLE_CURRENT,
  options: { host: "codex" },
  prompt: SAMPLE_PROMPT,
  shows: [
    { host: "codex", fate: "loaded", path: "/repo/.agents/skills/release-notes/SKILL.md" },
    { host: "codex", edition: "2026-05", fate: "error", path: "/repo/.agents/skills/incident-report/SKILL.md", code: "invalid-yaml" },
    { host: "codex", fate: "loaded", path: "/repo/.agents/skills/incident-report/SKILL.md" },
    { host: "claude-code", fate: "loaded", path: "/repo/.claude/skills/release-check/SKILL.md" },
    { host: "codex", fate: "left-out", path: "/repo/.claude/skills/release-check/SKILL.md", reason: "outside-roots" },
    { host: "opencode", fate: "loaded", path: "/repo/.agents/skills/.drafts/onboarding/SKILL.md" },
    { host: "codex", fate: "left-out", path: "/repo/.agents/skills/.drafts/onboarding/SKILL.md", reason: "hidden" },
  ],
};
