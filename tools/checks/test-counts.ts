import { readFileSync } from 'node:fs'
import type { TestCounts } from './stage.ts'

interface VitestReport {
  numPassedTests: number
  numFailedTests: number
  testResults: { assertionResults: { fullName: string; status: string; failureMessages: string[] }[] }[]
}

interface PlaywrightSuite {
  suites?: PlaywrightSuite[]
  specs?: { title: string; tests: { projectName: string; status: string }[] }[]
}

interface PlaywrightReport extends PlaywrightSuite {
  stats: { expected: number; unexpected: number; flaky: number }
}

/**
 * Reads vitest's JSON report. A failed run without a failed test, such as a file that does not load, counts as one.
 */
export function vitestCounts(file: string, ok: boolean): TestCounts {
  const report = read(file) as VitestReport | undefined // its documented format
  const tests = report?.testResults.flatMap(({ assertionResults }) => assertionResults) ?? []
  // The errors of earlier attempts stay with a test that passed.
  const flaky = tests.filter(
    ({ status, failureMessages }) => status === 'passed' && failureMessages.length > 0,
  )
  return atLeastOne(
    {
      passed: report?.numPassedTests ?? 0,
      failed: report?.numFailedTests ?? 0,
      flaky: flaky.map(({ fullName, failureMessages: [message = ''] }) => `${fullName}\n${message}`),
    },
    ok,
  )
}

/** Reads Playwright's JSON report. */
export function playwrightCounts(file: string, ok: boolean): TestCounts {
  const report = read(file) as PlaywrightReport | undefined // its documented format
  const { expected = 0, unexpected = 0, flaky = 0 } = report?.stats ?? {}
  return atLeastOne(
    { passed: expected + flaky, failed: unexpected, flaky: report ? flakyTitles(report) : [] },
    ok,
  )
}

function flakyTitles({ suites = [], specs = [] }: PlaywrightSuite): string[] {
  const titles = specs.flatMap(({ title, tests }) =>
    tests.filter(({ status }) => status === 'flaky').map(({ projectName }) => `${title} (${projectName})`),
  )
  return [...titles, ...suites.flatMap(flakyTitles)]
}

function atLeastOne({ passed, failed, flaky }: TestCounts, ok: boolean): TestCounts {
  return { passed, failed: ok ? failed : Math.max(failed, 1), flaky }
}

function read(file: string): unknown {
  try {
    return JSON.parse(readFileSync(file, 'utf8'))
  } catch {
    // The runner crashed before writing a report; the exit code of the stage reports it.
    return undefined
  }
}
