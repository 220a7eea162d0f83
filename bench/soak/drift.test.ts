import { expect, test } from 'vitest'
import { driftOf, type Sample } from './drift.ts'

/** A sample every five seconds of ten minutes. */
function samplesOf(figures: (minute: number) => Omit<Sample, 'seconds'>): Sample[] {
  return Array.from({ length: 120 }, (_, index) => ({ seconds: index * 5, ...figures(index / 12) }))
}

test('the last minute is compared with the second, whatever happened in the first', () => {
  const samples = samplesOf((minute) => ({
    memoryMb: minute < 1 ? 100 : 300 + minute * 3,
    eventLoopMs: minute < 1 ? 500 : 40,
    outboxLagMs: minute >= 9 ? 440 : 400,
  }))
  expect(driftOf(samples, 600)).toEqual({
    memoryMb: { after: 304.4, end: 328.4, ratio: 1.079 },
    eventLoopMs: { after: 40, end: 40, ratio: 1 },
    outboxLagMs: { after: 400, end: 440, ratio: 1.1 },
  })
})

test('one slow reading changes nothing', () => {
  const samples = samplesOf((minute) => ({
    memoryMb: 300,
    eventLoopMs: minute === 9.5 ? 900 : 30,
    outboxLagMs: 0,
  }))
  expect(driftOf(samples, 600).eventLoopMs.ratio).toBe(1)
})

test('delays that timers cannot tell apart are equal', () => {
  const samples = samplesOf((minute) => ({ memoryMb: 300, eventLoopMs: 10 + minute, outboxLagMs: minute }))
  expect(driftOf(samples, 600)).toMatchObject({
    eventLoopMs: { after: 11.5, end: 19.5, ratio: 1 },
    outboxLagMs: { ratio: 1 },
  })
})

test('a window without a sample is an error', () => {
  expect(() => driftOf([], 600)).toThrow(RangeError)
})
