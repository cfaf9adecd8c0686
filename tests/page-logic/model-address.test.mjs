// The policy of the document that sends requests to a model: which address it allows.
import assert from "node:assert/strict";
import { test } from "node:test";
import { source } from "./source.mjs";

const { policySourceOf } = await source("features/triggers/frame-messages.ts");

for (const [address, allowed] of [
  ["https://api.example/v1", "https://api.example/v1/"],
  ["https://api.example/v1//", "https://api.example/v1/"],
  ["http://127.0.0.1:8080", "http://127.0.0.1:8080/"],
  ["https://api.example/a;script-src *,b", "https://api.example/a%3Bscript-src%20*%2Cb/"],
  ["https://api.example/v1 https://other.example", "https://api.example/v1%20https://other.example/"],
  ["https://user:secret@api.example/v1", null],
  ["https://api.example/v1?key=1", null],
  ["https://api.example/v1#a", null],
  ["https://bücher.example/v1", "https://xn--bcher-kva.example/v1/"],
  ["https://*.example/v1", null],
  ["https://*/v1", null],
  ["https://api.example;img-src.example/v1", null],
  ["http://[::1]:8080/v1", null],
  ["api.example/v1", null],
  ["data:text/plain,a", null],
  ["", null],
]) {
  test(`the address ${JSON.stringify(address)} allows ${allowed ?? "nothing"}`, () => assert.equal(policySourceOf(address), allowed));
}
