import { expect, test } from 'vitest'
import { TimeLimitExceeded, withTimeLimit } from './time-limit.ts'

test('a step that hangs is named', async () => {
  const hanging = withTimeLimit('cut-off', 10, new Promise<never>(() => undefined))
  await expect(hanging).rejects.toThrow(new TimeLimitExceeded('cut-off did not end within 0.01 s'))
})

test('the result and the error of a step that ends in time are its own', async () => {
  expect(await withTimeLimit('web', 1000, Promise.resolve(7))).toBe(7)
  await expect(withTimeLimit('web', 1000, Promise.reject(new Error('no leader')))).rejects.toThrow(
    'no leader',
  )
})
