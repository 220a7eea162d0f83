import { expect, test } from 'vitest'
import { newId } from './ids.ts'

test('[X-PAY-03] no id contains a digit, so none is rejected as a card number', () => {
  const ids = Array.from({ length: 1000 }, () => newId('pm'))
  for (const id of ids) expect(id).toMatch(/^pm_[a-p]{32}$/)
  expect(new Set(ids).size).toBe(1000)
})
