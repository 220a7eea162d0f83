import { readFileSync } from 'node:fs'
import type { Tally } from './stage.ts'

interface VitestReport {
  numPassedTests: number
  numFailedTests: number
  numTotalTests: number
}

interface PlaywrightReport {
  stats: { expected: number; unexpected: number; flaky: number }
}

/** Reads vitest's JSON report. A run that failed without a failed test, such as a file that does not load, counts one. */
export function vitestTally(file: string, ok: boolean): Tally {
  const report = read(file) as VitestReport | undefined // its own documented form
  return atLeastOne({ passed: report?.numPassedTests ?? 0, failed: report?.numFailedTests ?? 0 }, ok)
}

/** Reads Playwright's JSON report; a test that passed only when repeated has failed. */
export function playwrightTally(file: string, ok: boolean): Tally {
  const stats = (read(file) as PlaywrightReport | undefined)?.stats // its own documented form
  return atLeastOne(
    { passed: stats?.expected ?? 0, failed: (stats?.unexpected ?? 0) + (stats?.flaky ?? 0) },
    ok,
  )
}

function atLeastOne({ passed, failed }: Tally, ok: boolean): Tally {
  return { passed, failed: ok ? failed : Math.max(failed, 1) }
}

function read(file: string): unknown {
  try {
    return JSON.parse(readFileSync(file, 'utf8'))
  } catch {
    // The runner ended before it could write: the stage's exit code tells.
    return undefined
  }
}
