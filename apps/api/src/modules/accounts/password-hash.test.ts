import { argon2Sync } from 'node:crypto'
import { expect, test } from 'vitest'
import { hashPassword, nobodysHash, passwordMatches } from './password-hash.ts'

test('what is stored is argon2id with the parameters that it tells', async () => {
  const stored = await hashPassword('pässword')
  const [, , , parameters, salt = '', hash] = stored.split('$')
  expect(parameters).toBe('m=19456,t=2,p=1')
  const expected = argon2Sync('argon2id', {
    message: 'pässword'.normalize('NFC'),
    nonce: Buffer.from(salt, 'base64'),
    memory: 19_456,
    passes: 2,
    parallelism: 1,
    tagLength: 32,
  })
  expect(hash).toBe(expected.toString('base64'))
})

test('the right password matches, however its accents are written, and no other does', async () => {
  const stored = await hashPassword('caf\u00E9')
  expect(await passwordMatches('cafe\u0301', stored)).toBe(true)
  expect(await passwordMatches('cafe', stored)).toBe(false)
  expect(await passwordMatches('caf\u00E9', await hashPassword('caf\u00E9'))).toBe(true)
  expect(await hashPassword('caf\u00E9')).not.toBe(stored)
})

test.each(['', 'nobody has this password', '\0'.repeat(32)])(
  'nobody has the password of an account that is not there',
  async (password) => {
    expect(await passwordMatches(password, nobodysHash)).toBe(false)
  },
)

test('many at once each get their own answer', async () => {
  const stored = await Promise.all(['a', 'b', 'c', 'd', 'e'].map(hashPassword))
  const matches = await Promise.all(stored.map((hash, index) => passwordMatches('abcde'.charAt(index), hash)))
  expect(matches).toEqual([true, true, true, true, true])
})

test('what is stored and is no hash matches nothing', async () => {
  for (const stored of ['none', '', '$argon2id$v=19$m=19456,t=2,p=1$$']) {
    expect(await passwordMatches('none', stored)).toBe(false)
  }
})
