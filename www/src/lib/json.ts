/** This module checks the shapes of values of unknown origin. */

export function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

export function isTexts(value: unknown): value is string[] {
  return Array.isArray(value) && value.every((one) => typeof one === "string");
}

export function isTextOrNull(value: unknown): value is string | null {
  return value === null || typeof value === "string";
}
