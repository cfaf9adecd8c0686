// Describes errors of the file system.

/**
 * A file or folder that could not be read or written, with the reason. The answer of a command is
 * then incomplete.
 */
export interface Trouble {
  /** The path in the form of the operating system. */
  readonly path: string;
  readonly message: string;
}

const WORDS: Readonly<Record<string, string>> = {
  EACCES: "permission denied",
  EPERM: "not permitted",
  ELOOP: "its links lead in a circle",
  ENOENT: "it is not there",
  ENOTDIR: "a part of the path is no folder",
  EISDIR: "it is a folder",
  EIO: "the disk failed",
  EMFILE: "too many files are open",
  EROFS: "the disk is read-only",
  ENOSPC: "the disk is full",
  ENAMETOOLONG: "the path is too long",
};

export function codeOf(error: unknown): string {
  return error instanceof Error && "code" in error ? String(error.code) : "";
}

/** Describes an error of the file system in plain words. */
export function wordsFor(error: unknown): string {
  const code = codeOf(error);
  return WORDS[code] ?? (code || (error instanceof Error ? error.message : String(error)));
}
