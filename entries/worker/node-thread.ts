/** The script of the package's worker in Node, Deno and Bun. */
import { parentPort } from "node:worker_threads";
import * as skillglass from "../../node.js";
import { serve } from "./serve.js";

serve(skillglass, parentPort ?? undefined);
