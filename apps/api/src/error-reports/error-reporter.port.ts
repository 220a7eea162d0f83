import type { ErrorReport } from './described-error.ts'

/** Passes reports on. Never fails and never waits. */
export interface ErrorReporter {
  report(report: ErrorReport): void
  /** Sends what is left. */
  stop(): Promise<void>
}
