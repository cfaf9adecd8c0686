/** Help with writing a file. It is in a separate chunk, so the editor accepts text before the help has been loaded. */
import { search, searchKeymap } from "@codemirror/search";
import type { Extension } from "@codemirror/state";
import { Prec } from "@codemirror/state";
import { keymap } from "@codemirror/view";
import { fieldCompletion, fieldHelp } from "./fields.ts";

export const assistance: Extension = [search({ top: true }), Prec.high(keymap.of(searchKeymap)), fieldCompletion, fieldHelp];
