import { expect, test } from 'vitest'
import { growingWaitSeconds } from './growing-wait.ts'

const now = new Date('2026-11-21T12:00:00Z')
const ago = (seconds: number) => new Date(now.getTime() - seconds * 1000)

test.each([
  [0, 0],
  [4, 0],
  [5, 60],
  [6, 120],
  [7, 240],
  [10, 1920],
  [11, 3600],
  [10_000, 3600],
])('after %i attempts with 5 free ones, the next waits %i seconds', (count, seconds) => {
  expect(growingWaitSeconds({ count, latest: now }, 5, now)).toBe(seconds)
})

test('the wait begins with the latest attempt', () => {
  expect(growingWaitSeconds({ count: 5, latest: ago(59.5) }, 5, now)).toBe(1)
  expect(growingWaitSeconds({ count: 5, latest: ago(60) }, 5, now)).toBe(0)
  expect(growingWaitSeconds({ count: 0, latest: null }, 0, now)).toBe(0)
})
