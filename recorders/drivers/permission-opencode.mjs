// opencode's permissions: `opencode serve` over a workspace with rules.
import { askServer, configuration } from "../calls.mjs";
import { permissionCase } from "../permissions.mjs";
import { Random } from "../random.mjs";
import { source } from "./opencode.mjs";

export { source };

const HOME = "/home/u";
const REPOSITORY = "/w/project";

export function generate(seed) {
  const random = new Random(seed);
  return { cwd: REPOSITORY, home: HOME, git: REPOSITORY, env: {}, ...permissionCase("opencode", random, HOME, REPOSITORY) };
}

export const start = ({ program }) => ({ command: `${program}/node_modules/opencode-linux-x64/bin/opencode` });

export const ask = (question, context) =>
  askServer(question, context, {
    folder: "/tmp/opencode",
    env: {
      OPENCODE_CONFIG_CONTENT: JSON.stringify(configuration(context.model.url)),
      OPENCODE_DISABLE_AUTOUPDATE: "1",
      OPENCODE_DISABLE_MODELS_FETCH: "1",
      OPENCODE_DISABLE_DEFAULT_PLUGINS: "1",
      OPENCODE_DISABLE_LSP_DOWNLOAD: "1",
    },
  });
