/**
 * A file of which nothing may be loaded: cut off, unbalanced, or not what its profile describes. What is missing or
 * shifted cannot be known, so the rows read before are discarded too.
 */
export class RefusedFileError extends Error {
  readonly line: number

  constructor(line: number, reason: string) {
    super(reason)
    this.name = 'RefusedFileError'
    this.line = line
  }
}
