import { expect, test, vi } from 'vitest'
import { figure, report } from './measure.ts'

test('the median of an odd number of samples is the middle one, of an even number the mean of the two', () => {
  expect(figure([9, 1, 5])).toEqual({ median: 5, min: 1, max: 9 })
  expect(figure([4, 1, 3, 2])).toEqual({ median: 2.5, min: 1, max: 4 })
})

test('a figure of no samples is refused rather than zero', () => {
  expect(() => figure([])).toThrow(RangeError)
})

test('the ratio is that of the medians, and a bar that is missed is told', () => {
  const print = vi.spyOn(console, 'log').mockReturnValue()
  const sides = { ours: [30, 20, 25], ground: [100, 100, 50] }
  const common = { bench: 'x', unit: 'per second', aim: 0.5, conditions: {} }
  expect(report({ ...common, ...sides, bar: 0.25 })).toBe(true)
  expect(report({ ...common, ...sides, bar: 0.26 })).toBe(false)
  expect(JSON.parse(String(print.mock.calls[0]?.[0]))).toMatchObject({
    bench: 'x',
    ratio: 0.25,
    ok: true,
    ours: { median: 25, min: 20, max: 30 },
    spread: { min: 0.2, max: 0.5 },
  })
})
