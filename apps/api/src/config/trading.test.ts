import { expect, test } from 'vitest'
import { readConfig } from './config.ts'

const holdMinutes = (text: string) =>
  readConfig({ DATABASE_URL: 'postgres://localhost/none', HOLD_MINUTES: text }).holdMinutes

test('a hold lasts at least a minute', () => {
  expect(holdMinutes('1')).toBe(1)
  expect(() => holdMinutes('0')).toThrow(/HOLD_MINUTES: /)
})
