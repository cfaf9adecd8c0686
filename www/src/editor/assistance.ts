/**
 * This module has the help with writing a file, such as completion and search. It is loaded after
 * the editor, so that typing is possible before.
 */
import { search, searchKeymap } from "@codemirror/search";
import type { Extension } from "@codemirror/state";
import { Prec } from "@codemirror/state";
import { keymap } from "@codemirror/view";
import { fieldCompletion, fieldHelp } from "./fields.ts";

export const assistance: Extension = [search({ top: true }), Prec.high(keymap.of(searchKeymap)), fieldCompletion, fieldHelp];
