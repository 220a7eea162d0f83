import { generateSync } from 'otplib'
import { expect, test } from 'vitest'
import { createSecret, setupUri, stepOfCode } from './totp.ts'

const secret = 'GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ'
/** In the middle of a 30-second step. */
const now = new Date('2031-02-03T12:00:15Z')
const step = Math.floor(now.getTime() / 30_000)

const codeAt = (secondsFromNow: number) =>
  generateSync({ secret, epoch: Math.floor(now.getTime() / 1000) + secondsFromNow })

test('the codes of RFC 6238 are right', () => {
  expect(stepOfCode({ secret, code: '287082', now: new Date(59_000) })).toBe(1)
  expect(stepOfCode({ secret, code: '005924', now: new Date(1_234_567_890_000) })).toBe(41_152_263)
})

test.each([
  [0, step],
  [-30, step - 1],
  [30, step + 1],
  // The clocks of phone and server differ by at most one step, 60 s in total.
  [-60, undefined],
  [60, undefined],
])('a code of a clock that is %d s wrong is of the step %j', (seconds, expected) => {
  expect(stepOfCode({ secret, code: codeAt(seconds), now })).toBe(expected)
})

test('a code of another secret is wrong', () => {
  expect(stepOfCode({ secret: createSecret(), code: codeAt(0), now })).toBeUndefined()
})

test('the setup names brand and account', () => {
  const uri = setupUri({ secret, brand: 'Terrace', username: 'ann lee' })
  expect(uri).toMatch(/^otpauth:\/\/totp\/Terrace:ann%20lee\?/)
  expect(new URL(uri).searchParams.get('secret')).toBe(secret)
})
