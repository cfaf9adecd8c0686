import type { Field } from "skillglass";

/** A host with the fields that it knows. */
export interface HostFields {
  host: string;
  fields: Field[];
}
