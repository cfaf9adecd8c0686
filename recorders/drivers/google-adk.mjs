// Google ADK: the lists of its functions, `SkillToolset` with all skills in the list, and its tools.
import { sdk } from "../sdks.mjs";

export const { source, generate, start, ask } = sdk({ name: "google-adk", key: "google-adk", script: "google_adk" });
