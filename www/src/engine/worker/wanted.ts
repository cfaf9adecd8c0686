/** Is thrown if a method needs the contents of files that the page has not sent. */
export class Wanted {
  /** `isEarlier` is true for files of the earlier tree. */
  constructor(
    readonly paths: string[],
    readonly isEarlier = false,
  ) {}
}
