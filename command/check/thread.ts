// A thread that checks a share of the skills of a project, and sends the findings.
import { parentPort, workerData } from "node:worker_threads";
import { checkRequest } from "../commands/check.ts";
import { startWith } from "../start.ts";
import { shareOf } from "./findings.ts";
import { load, partsOf } from "./parts.ts";
import type { ThreadData } from "./threads.ts";

const data = workerData as ThreadData;
startWith(data.module);
const request = checkRequest(data.args);
const part = partsOf(request)[data.part];
if (part) {
  using project = load(part, request);
  parentPort?.postMessage(shareOf(project, part, request, data));
}
