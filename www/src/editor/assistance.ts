/** Help with writing a file, in a chunk of its own: the editor takes text before it has arrived. */
import { search, searchKeymap } from "@codemirror/search";
import type { Extension } from "@codemirror/state";
import { Prec } from "@codemirror/state";
import { keymap } from "@codemirror/view";
import { fieldCompletion, fieldHelp } from "./fields.ts";

export const assistance: Extension = [search({ top: true }), Prec.high(keymap.of(searchKeymap)), fieldCompletion, fieldHelp];
