// Strands Agents: the plugin `AgentSkills`, strict and not, and its tool.
import { sdk } from "../sdks.mjs";

export const { source, generate, start, ask } = sdk({ name: "strands-agents", key: "strands-agents", script: "strands_agents" });
