import { expect, test } from 'vitest'
import { isQuoteDuration, quoteDurationLabel, quoteDurations } from './quote-durations.ts'

test('[QUOTE-06] the durations are the twelve even numbers from 2 to 24 hours', () => {
  expect(quoteDurations).toHaveLength(12)
  expect(Array.from({ length: 30 }, (_, hours) => hours).filter(isQuoteDuration)).toEqual([...quoteDurations])
  expect([quoteDurations[0], quoteDurations.at(-1)]).toEqual([2, 24])
})

test.each([-2, 0, 1, 2.5, 3, 25, 26, 48, Number.NaN, Infinity])(
  '[X-QUOTE-06] %d hours is not a duration',
  (hours) => {
    expect(isQuoteDuration(hours)).toBe(false)
  },
)

test('[QUOTE-07] a duration is shown as "N hours"', () => {
  expect([quoteDurationLabel(2), quoteDurationLabel(24)]).toEqual(['2 hours', '24 hours'])
})
