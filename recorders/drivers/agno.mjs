// agno: `Skills` with `LocalSkills`, validated and not, and its tools.
import { sdk } from "../sdks.mjs";

export const { source, generate, start, ask } = sdk({ name: "agno", key: "agno", script: "agno_skills" });
