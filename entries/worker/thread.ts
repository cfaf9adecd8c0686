/** The Web Worker of the package. */
import * as skillglass from "../../skillglass.js";
import { serve } from "./serve.js";

serve(skillglass);
