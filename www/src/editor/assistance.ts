/**
 * This module has the functions of the editor that help to write a file, such as completion and
 * search. The page loads this module after the editor, so that the visitor can already type in the
 * meantime.
 */
import { search, searchKeymap } from "@codemirror/search";
import type { Extension } from "@codemirror/state";
import { Prec } from "@codemirror/state";
import { keymap } from "@codemirror/view";
import { fieldCompletion, fieldHelp } from "./fields.ts";

export const assistance: Extension = [search({ top: true }), Prec.high(keymap.of(searchKeymap)), fieldCompletion, fieldHelp];
