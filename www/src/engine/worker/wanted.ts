/**
 * An exception that a method throws if it needs the contents of files that the page has not sent
 * yet.
 */
export class Wanted {
  /**
   * Creates an exception for files whose contents are needed. `isEarlier` is true if the files are
   * in the earlier tree, and false if they are in the workspace.
   */
  constructor(
    readonly paths: string[],
    readonly isEarlier = false,
  ) {}
}
