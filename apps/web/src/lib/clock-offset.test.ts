import { beforeEach, expect, test } from 'vitest'
import { clockOffset, earliestClockOffset, recordServerTime, resetClockOffset } from './clock-offset.ts'

beforeEach(resetClockOffset)

const date = (ms: number) => new Date(ms).toUTCString()

test('without a response the offset is zero', () => {
  expect(clockOffset()).toBe(0)
  recordServerTime(null, 0, 0)
  recordServerTime('soon', 0, 0)
  expect(clockOffset()).toBe(0)
})

test('one response gives the offset to within half a second plus half its travel time', () => {
  // The server is 60 s ahead; its header truncates 400 ms; the call takes 100 ms.
  recordServerTime(date(1_060_000), 1_000_350, 1_000_450)
  expect(Math.abs(clockOffset() - 60_000)).toBeLessThanOrEqual(550)
})

test('more responses narrow the offset', () => {
  for (let at = 2_000_000; at < 2_020_000; at += 1370) {
    recordServerTime(date(Math.floor((at + 60_000) / 1000) * 1000), at - 20, at + 20)
  }
  expect(Math.abs(clockOffset() - 60_000)).toBeLessThanOrEqual(60)
})

test('after a clock change only the new response counts', () => {
  recordServerTime(date(1_060_000), 1_000_000, 1_000_050)
  recordServerTime(date(3_000_000), 3_000_000, 3_000_050)
  expect(Math.abs(clockOffset())).toBeLessThanOrEqual(525)
})

test('the earliest offset never exceeds the true one', () => {
  expect(earliestClockOffset()).toBe(0)
  // Clocks agree; the header truncates 20 ms, so the estimate alone would be almost half a second ahead.
  recordServerTime(date(1_000_000), 1_000_010, 1_000_020)
  expect(clockOffset()).toBeGreaterThan(400)
  expect(earliestClockOffset()).toBe(-20)
})
