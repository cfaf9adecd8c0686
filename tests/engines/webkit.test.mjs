import { journeys } from "./journeys.mjs";

journeys("webkit");
