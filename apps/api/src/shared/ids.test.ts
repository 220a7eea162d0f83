import { expect, test, vi } from 'vitest'
import { randomIds } from './ids.ts'

test('ids are 22 base-62 characters after their prefix and unique', () => {
  const ids = Array.from({ length: 2000 }, () => randomIds.next('ord'))
  for (const id of ids) expect(id).toMatch(/^ord_[0-9A-Za-z]{22}$/)
  expect(new Set(ids).size).toBe(ids.length)
})

test('ids of attempts sort by the time at which they were made', () => {
  vi.useFakeTimers()
  try {
    const ids = [1_700_000_000_000, 1_700_000_000_001, 1_800_000_000_000, 2_000_000_000_000].map((time) => {
      vi.setSystemTime(time)
      return randomIds.next('att')
    })
    expect(ids.toSorted((one, other) => (one < other ? -1 : 1))).toEqual(ids)
  } finally {
    vi.useRealTimers()
  }
})
