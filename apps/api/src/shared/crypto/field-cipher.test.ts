import { randomBytes } from 'node:crypto'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { readConfig } from '#api/config/config.ts'
import { createFieldCipher, readOrCreateDataKeys, DecryptionError } from './field-cipher.ts'

const key = (id: number) => ({ id, key: randomBytes(32) })
const text = 'Zoë Łukasz, passport X1234567'
const context = 'order_lines.attendees:oln_1'

test('a ciphertext decrypts in its own context and reveals no plaintext', () => {
  const fieldCipher = createFieldCipher([key(1)])
  const encrypted = fieldCipher.encrypt(text, context)
  expect(encrypted.toString('latin1')).not.toContain('X1234567')
  expect(fieldCipher.decrypt(encrypted, context)).toBe(text)
})

test('the same text encrypts differently each time, and empty text is allowed', () => {
  const fieldCipher = createFieldCipher([key(1)])
  expect(fieldCipher.encrypt(text, context).equals(fieldCipher.encrypt(text, context))).toBe(false)
  expect(fieldCipher.decrypt(fieldCipher.encrypt('', context), context)).toBe('')
})

test('a changed, truncated or extended ciphertext is rejected', () => {
  const fieldCipher = createFieldCipher([key(1)])
  const encrypted = fieldCipher.encrypt(text, context)
  for (let index = 0; index < encrypted.length; index += 1) {
    const changed = Buffer.from(encrypted)
    changed[index] = (changed[index] ?? 0) ^ 1
    expect(() => fieldCipher.decrypt(changed, context)).toThrow(DecryptionError)
  }
  for (const bytes of [Buffer.of(), encrypted.subarray(0, 28), encrypted.subarray(0, -1)])
    expect(() => fieldCipher.decrypt(bytes, context)).toThrow(DecryptionError)
  expect(() => fieldCipher.decrypt(Buffer.concat([encrypted, Buffer.of(0)]), context)).toThrow(
    DecryptionError,
  )
})

test('a ciphertext does not decrypt in another context', () => {
  const fieldCipher = createFieldCipher([key(1)])
  const encrypted = fieldCipher.encrypt(text, context)
  expect(() => fieldCipher.decrypt(encrypted, 'order_lines.attendees:oln_2')).toThrow(DecryptionError)
})

test('after key rotation the old key still decrypts until it is removed', () => {
  const [old, young] = [key(1), key(2)]
  const encrypted = createFieldCipher([old]).encrypt(text, context)
  const both = createFieldCipher([young, old])
  expect(both.decrypt(encrypted, context)).toBe(text)
  const encryptedAgain = both.encrypt(text, context)
  expect(createFieldCipher([young]).decrypt(encryptedAgain, context)).toBe(text)
  expect(() => createFieldCipher([young]).decrypt(encrypted, context)).toThrow(DecryptionError)
  // A key of another installation with the same id is still another key.
  expect(() => createFieldCipher([key(1)]).decrypt(encrypted, context)).toThrow(DecryptionError)
})

test('an installation generates its key once', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'terrace-keys-'))
  onTestFinished(() => rm(folder, { recursive: true }))
  const encrypted = createFieldCipher(readOrCreateDataKeys(folder)).encrypt(text, context)
  expect(createFieldCipher(readOrCreateDataKeys(folder)).decrypt(encrypted, context)).toBe(text)
})

test('configured keys encrypt with the first one; an invalid list is named, not printed', () => {
  const read = (DATA_ENCRYPTION_KEYS: string) =>
    readConfig({ DATABASE_URL: 'postgres://x', DATA_ENCRYPTION_KEYS }).dataKeys
  const [first, second] = [randomBytes(32), randomBytes(32)]
  expect(read(`2:${first.toString('base64')}, 1:${second.toString('base64url')}`)).toEqual([
    { id: 2, key: first },
    { id: 1, key: second },
  ])
  const secret = first.toString('base64')
  for (const bad of [
    secret,
    `0:${secret}`,
    `256:${secret}`,
    `1:${secret},1:${secret}`,
    `1:${secret},`,
    '1:c2hvcnQ=',
  ])
    expect(() => read(bad)).toThrow(/^Configuration is not valid\. DATA_ENCRYPTION_KEYS: (?!.*\w{40})/)
})
