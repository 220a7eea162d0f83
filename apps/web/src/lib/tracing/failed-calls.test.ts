import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { newTrace } from './browser-trace.ts'
import { createFailedCalls } from './failed-calls.ts'

beforeEach(() => void vi.useFakeTimers({ toFake: ['performance', 'setTimeout'] }))
afterEach(() => void vi.useRealTimers())

/** Fails again and again after a pause; returns how often the first try and its retries were one trace. */
function countTries(pauseMs: number): number {
  const calls = createFailedCalls()
  const first = newTrace('0af7651916cd43dd8448eb211c80319c', {})
  calls.add('feed', first)
  for (let tries = 1; tries < 1000; tries += 1) {
    vi.advanceTimersByTime(pauseMs)
    const failed = calls.take('feed')
    if (!failed) return tries
    calls.add('feed', first, failed)
  }
  return Infinity
}

test('a call that fails again and again begins a new trace after ten retries', () => {
  expect(countTries(100)).toBe(11)
})

test('a call that fails again and again begins a new trace after two minutes', () => {
  expect(countTries(25_000)).toBe(5)
})

test('the same call a minute later is no retry', () => {
  expect(countTries(60_000)).toBe(1)
})
