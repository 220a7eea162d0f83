import { expect, test } from 'vitest'
import { readConfig } from './config.ts'

const read = (env: Record<string, string>) =>
  readConfig({ DATABASE_URL: 'postgres://localhost/none', ...env })

test('a hold lasts at least a minute', () => {
  expect(read({ HOLD_MINUTES: '1' }).holdMinutes).toBe(1)
  expect(() => read({ HOLD_MINUTES: '0' })).toThrow(/HOLD_MINUTES: /)
})

test('a payment has at least a minute, or every check by a bank would be cancelled', () => {
  expect(read({ PAYMENT_HOLD_EXTENSION_MINUTES: '1' }).paymentHoldExtensionMinutes).toBe(1)
  expect(() => read({ PAYMENT_HOLD_EXTENSION_MINUTES: '0' })).toThrow(/PAYMENT_HOLD_EXTENSION_MINUTES: /)
})
