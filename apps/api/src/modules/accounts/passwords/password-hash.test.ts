import { argon2Sync } from 'node:crypto'
import { expect, test } from 'vitest'
import { hashPassword, dummyHash, passwordMatches } from './password-hash.ts'

test('a stored hash is argon2id with the parameters in its prefix', async () => {
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

test('only the right password matches, in any Unicode normal form', async () => {
  const stored = await hashPassword('caf\u00E9')
  expect(await passwordMatches('cafe\u0301', stored)).toBe(true)
  expect(await passwordMatches('cafe', stored)).toBe(false)
  expect(await passwordMatches('caf\u00E9', await hashPassword('caf\u00E9'))).toBe(true)
  expect(await hashPassword('caf\u00E9')).not.toBe(stored)
})

test.each(['', 'an arbitrary password', '\0'.repeat(32)])(
  'no password matches the dummy hash',
  async (password) => {
    expect(await passwordMatches(password, dummyHash)).toBe(false)
  },
)

test('concurrent hashes do not mix up their results', async () => {
  const stored = await Promise.all(['a', 'b', 'c', 'd', 'e'].map(hashPassword))
  const matches = await Promise.all(stored.map((hash, index) => passwordMatches('abcde'.charAt(index), hash)))
  expect(matches).toEqual([true, true, true, true, true])
})

test('a stored text that is not a hash matches nothing', async () => {
  for (const stored of ['none', '', '$argon2id$v=19$m=19456,t=2,p=1$$']) {
    expect(await passwordMatches('none', stored)).toBe(false)
  }
})
