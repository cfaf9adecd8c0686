import { journeys } from "./journeys.mjs";

journeys("firefox");
