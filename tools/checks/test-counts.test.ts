import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { playwrightCounts, vitestCounts } from './test-counts.ts'

function reportFile(report: unknown): string {
  const folder = mkdtempSync(join(tmpdir(), 'terrace-report-'))
  onTestFinished(() => rmSync(folder, { recursive: true }))
  const file = join(folder, 'report.json')
  writeFileSync(file, JSON.stringify(report))
  return file
}

test('a test that passed when repeated counts as passed and is listed with its first error', () => {
  const assertionResults = [
    { fullName: 'holds expire', status: 'passed', failureMessages: ['Error: still held'] },
    { fullName: 'holds end', status: 'passed', failureMessages: [] },
    { fullName: 'holds start', status: 'failed', failureMessages: ['Error: none'] },
  ]
  const file = reportFile({ numPassedTests: 2, numFailedTests: 1, testResults: [{ assertionResults }] })
  expect(vitestCounts(file, false)).toEqual({
    passed: 2,
    failed: 1,
    flaky: ['holds expire\nError: still held'],
  })
})

test('a browser test that passed when repeated is listed with its project', () => {
  const specs = [
    {
      title: 'a hold is bought',
      tests: [
        { projectName: 'desktop', status: 'flaky' },
        { projectName: 'phone', status: 'expected' },
      ],
    },
  ]
  const file = reportFile({
    stats: { expected: 1, unexpected: 0, flaky: 1 },
    suites: [{ suites: [{ specs }] }],
  })
  expect(playwrightCounts(file, true)).toEqual({
    passed: 2,
    failed: 0,
    flaky: ['a hold is bought (desktop)'],
  })
})

test('a runner that ends without a report counts as one failure', () => {
  expect(vitestCounts('missing.json', false)).toEqual({ passed: 0, failed: 1, flaky: [] })
})
