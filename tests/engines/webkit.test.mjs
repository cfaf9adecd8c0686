import { journeys } from "./journeys.mjs";

await journeys("webkit");
