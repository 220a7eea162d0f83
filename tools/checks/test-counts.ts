import { readFileSync } from 'node:fs'
import type { TestCounts } from './stage.ts'

interface VitestReport {
  numPassedTests: number
  numFailedTests: number
  numTotalTests: number
}

interface PlaywrightReport {
  stats: { expected: number; unexpected: number; flaky: number }
}

/**
 * Reads vitest's JSON report. A failed run without a failed test, such as a file that does not load, counts as one.
 */
export function vitestCounts(file: string, ok: boolean): TestCounts {
  const report = read(file) as VitestReport | undefined // its documented format
  return atLeastOne({ passed: report?.numPassedTests ?? 0, failed: report?.numFailedTests ?? 0 }, ok)
}

/** Reads Playwright's JSON report; a test that passed only on retry counts as failed. */
export function playwrightCounts(file: string, ok: boolean): TestCounts {
  const stats = (read(file) as PlaywrightReport | undefined)?.stats // its documented format
  return atLeastOne(
    { passed: stats?.expected ?? 0, failed: (stats?.unexpected ?? 0) + (stats?.flaky ?? 0) },
    ok,
  )
}

function atLeastOne({ passed, failed }: TestCounts, ok: boolean): TestCounts {
  return { passed, failed: ok ? failed : Math.max(failed, 1) }
}

function read(file: string): unknown {
  try {
    return JSON.parse(readFileSync(file, 'utf8'))
  } catch {
    // The runner crashed before writing a report; the exit code of the stage reports it.
    return undefined
  }
}
