import { explainStartupError } from '#api/shared/startup/startup-error.ts'

/** Prints why a command could not start and returns its exit code. Unexpected errors keep their stack. */
export function reportStartupError(error: unknown): number {
  console.error(explainStartupError(error))
  return 1
}
