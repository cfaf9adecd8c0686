import { journeys } from "./journeys.mjs";

journeys("chromium");
