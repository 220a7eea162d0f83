import { expect, test } from 'vitest'
import { randomIds } from './ids.ts'

test('ids are 22 base-62 characters after their prefix and unique', () => {
  const ids = Array.from({ length: 2000 }, () => randomIds.next('ord'))
  for (const id of ids) expect(id).toMatch(/^ord_[0-9A-Za-z]{22}$/)
  expect(new Set(ids).size).toBe(ids.length)
})
