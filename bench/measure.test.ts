import { expect, test, vi } from 'vitest'
import { metricOf, report } from './measure.ts'

test('the median of an even number of samples is the mean of the middle two', () => {
  expect(metricOf([9, 1, 5])).toEqual({ median: 5, min: 1, max: 9 })
  expect(metricOf([4, 1, 3, 2])).toEqual({ median: 2.5, min: 1, max: 4 })
})

test('a metric without samples is an error', () => {
  expect(() => metricOf([])).toThrow(RangeError)
})

test('the ratio compares medians, and a missed limit is reported', () => {
  const print = vi.spyOn(console, 'log').mockReturnValue()
  const sides = { ours: [30, 20, 25], baseline: [100, 100, 50] }
  const common = { bench: 'x', unit: 'per second', goal: 0.5, conditions: {} }
  expect(report({ ...common, ...sides, target: 0.25 })).toBe(true)
  expect(report({ ...common, ...sides, target: 0.26 })).toBe(false)
  expect(JSON.parse(String(print.mock.calls[0]?.[0]))).toMatchObject({
    bench: 'x',
    ratio: 0.25,
    ok: true,
    ours: { median: 25, min: 20, max: 30 },
    spread: { min: 0.2, max: 0.5 },
  })
})
