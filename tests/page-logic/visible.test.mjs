// Names as they are: nothing in them is unseen.
import assert from "node:assert/strict";
import { test } from "node:test";
import { source } from "./source.mjs";

const { visible } = await source("lib/visible.ts");

for (const [what, name, shown] of [
  ["a zero-width space", "dep\u200Bloy", "dep⟨U+200B⟩loy"],
  ["a joiner between letters", "dep\u200Dloy", "dep⟨U+200D⟩loy"],
  ["an override of the direction", "\u202Egpj.exe", "⟨U+202E⟩gpj.exe"],
  ["an isolate of a direction", "a\u2066b\u2069", "a⟨U+2066⟩b⟨U+2069⟩"],
  ["a byte order mark", "\uFEFFname", "⟨U+FEFF⟩name"],
  ["a soft hyphen", "na\u00ADme", "na⟨U+00AD⟩me"],
  ["a tag character", "name\u{E0041}", "name⟨U+E0041⟩"],
  ["a Hangul filler", "name\u3164", "name⟨U+3164⟩"],
  ["a selector behind a letter", "a\uFE0F", "a⟨U+FE0F⟩"],
  ["a control character", "a\u0007b\nc", "a⟨U+0007⟩b⟨U+000A⟩c"],
  ["a lone surrogate", "a\uD800", "a⟨U+D800⟩"],
]) {
  test(`${what} in a name stands as its number`, () => assert.equal(visible(name), shown));
}

for (const name of ["release-notes", "Ünïcödé 名前 اسم", "❤️", "👩‍💻 dev", "👍🏽", ""]) {
  test(`“${name}” stays as it is`, () => assert.equal(visible(name), name));
}
