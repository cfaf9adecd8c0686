/**
 * An exception that a method throws if it needs the contents of files that the page has not sent
 * yet.
 */
export class Wanted {
  /**
   * Creates an exception, which reports that the contents of the files in `paths` are needed.
   * `isEarlier` is true if the files are in the earlier tree, with which the workspace is compared,
   * and false if the files are in the workspace.
   */
  constructor(
    readonly paths: string[],
    readonly isEarlier = false,
  ) {}
}
