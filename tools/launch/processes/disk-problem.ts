/** Errors of the system, PostgreSQL and SQLite about a disk that is full or only reads. */
const diskProblem =
  /No space left on device|Read-only file system|Disk quota exceeded|\b(?:ENOSPC|EROFS|EDQUOT)\b|readonly database|database or disk is full/

/** Whether an error says so, perhaps in the last output of a program that it quotes. */
export function isDiskProblem(error: unknown): boolean {
  return diskProblem.test(String(error instanceof Error ? error.message : error))
}
