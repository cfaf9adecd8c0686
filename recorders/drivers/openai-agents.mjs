// OpenAI Agents SDK: the sandbox's capability `Skills`, lazy and eager, and its tool.
import { sdk } from "../sdks.mjs";

export const { source, generate, start, ask } = sdk({ name: "openai-agents", key: "openai-agents", script: "openai_agents" });
