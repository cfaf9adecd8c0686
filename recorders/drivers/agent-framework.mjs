// Microsoft Agent Framework: `SkillsProvider` and its tools.
import { sdk } from "../sdks.mjs";

export const { source, generate, start, ask } = sdk({
  name: "agent-framework-core",
  key: "agent-framework-core",
  script: "agent_framework_skills",
});
