import { expect, test } from 'vitest'
import { reportLines } from './report-import.ts'

test('a report counts every bad row, also where a large file lists only the first', () => {
  const bad = Array.from({ length: 1000 }, (_, index) => ({ line: index + 2, reason: 'no date' }))
  const lines = reportLines(
    { counts: { new: 0 }, bad, skipped: [], totals: { bad: 2500, skipped: 0 }, read: 3000, isApplied: false },
    'rows',
    'season.csv',
  )
  expect(lines[0]).toBe('3,000 rows read: 2,500 bad')
  expect(lines).toContain('  season.csv:2: no date')
  expect(lines).toContain('  season.csv:… and 2,480 more')
})
