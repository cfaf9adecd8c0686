import type { Field } from "skillglass";

/** A host, with the fields that it knows in the files of a skill. */
export interface HostFields {
  host: string;
  fields: Field[];
}
