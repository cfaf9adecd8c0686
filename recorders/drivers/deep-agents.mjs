// Deep Agents: `SkillsMiddleware` over files, with virtual and with real paths, and pinned skills.
import { sdk } from "../sdks.mjs";

export const { source, generate, start, ask } = sdk({ name: "deepagents", key: "deepagents", script: "deep_agents" });
