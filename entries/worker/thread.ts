/** The script of the package's Web Worker. */
import * as skillglass from "../../skillglass.js";
import { serve } from "./serve.js";

serve(skillglass);
