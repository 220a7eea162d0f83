import { beforeEach, expect, test } from 'vitest'
import { clockOffset, learnServerTime, resetClockOffset } from './clock-offset.ts'

beforeEach(resetClockOffset)

const date = (ms: number) => new Date(ms).toUTCString()

test('without an answer the clocks are taken to agree', () => {
  expect(clockOffset()).toBe(0)
  learnServerTime(null, 0, 0)
  learnServerTime('soon', 0, 0)
  expect(clockOffset()).toBe(0)
})

test('one answer gives the offset to within half a second and half its travel time', () => {
  // The server is 60 s ahead; its header lost 400 ms of its second; the call took 100 ms.
  learnServerTime(date(1_060_000), 1_000_350, 1_000_450)
  expect(Math.abs(clockOffset() - 60_000)).toBeLessThanOrEqual(550)
})

test('more answers narrow it', () => {
  for (let at = 2_000_000; at < 2_020_000; at += 1370) {
    learnServerTime(date(Math.floor((at + 60_000) / 1000) * 1000), at - 20, at + 20)
  }
  expect(Math.abs(clockOffset() - 60_000)).toBeLessThanOrEqual(60)
})

test('when a clock is set, the new answer counts alone', () => {
  learnServerTime(date(1_060_000), 1_000_000, 1_000_050)
  learnServerTime(date(3_000_000), 3_000_000, 3_000_050)
  expect(Math.abs(clockOffset())).toBeLessThanOrEqual(525)
})
