/** The messages between the page and the worker for zips. */
import type { GivenUp, Refused } from "./reasons.ts";

export type Job = { type: "unpack"; file: Blob; whole: boolean } | { type: "pack"; files: [string, Uint8Array][] };

export type ToZip = (Job | { type: "stop" }) & { job: number };

export type FromZip = { job: number } & (
  | { type: "no-zip" }
  | { type: "files"; files: [string, Uint8Array][]; done: number; total: number }
  | { type: "unpacked"; folders: string[]; refused: { path: string; reason: Refused }[]; skipped: string[] }
  | { type: "packed"; zip: Uint8Array }
  | { type: "stopped"; because: GivenUp }
  | { type: "failed"; message: string }
);
