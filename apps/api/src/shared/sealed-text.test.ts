import { randomBytes } from 'node:crypto'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { readConfig } from '../config.ts'
import { createSealer, installedDataKeys, SealBroken } from './sealed-text.ts'

const key = (id: number) => ({ id, key: randomBytes(32) })
const text = 'Zoë Łukasz, passport X1234567'
const context = 'order_lines.attendees:oln_1'

test('what was sealed opens in its own place, and the bytes show nothing of it', () => {
  const sealer = createSealer([key(1)])
  const sealed = sealer.seal(text, context)
  expect(sealed.toString('latin1')).not.toContain('X1234567')
  expect(sealer.open(sealed, context)).toBe(text)
})

test('the same text is sealed differently each time, and an empty one too', () => {
  const sealer = createSealer([key(1)])
  expect(sealer.seal(text, context).equals(sealer.seal(text, context))).toBe(false)
  expect(sealer.open(sealer.seal('', context), context)).toBe('')
})

test('no byte can be changed, cut off or added', () => {
  const sealer = createSealer([key(1)])
  const sealed = sealer.seal(text, context)
  for (let index = 0; index < sealed.length; index += 1) {
    const changed = Buffer.from(sealed)
    changed[index] = (changed[index] ?? 0) ^ 1
    expect(() => sealer.open(changed, context)).toThrow(SealBroken)
  }
  for (const bytes of [Buffer.of(), sealed.subarray(0, 28), sealed.subarray(0, -1)])
    expect(() => sealer.open(bytes, context)).toThrow(SealBroken)
  expect(() => sealer.open(Buffer.concat([sealed, Buffer.of(0)]), context)).toThrow(SealBroken)
})

test('what was sealed for one place opens in no other', () => {
  const sealer = createSealer([key(1)])
  const sealed = sealer.seal(text, context)
  expect(() => sealer.open(sealed, 'order_lines.attendees:oln_2')).toThrow(SealBroken)
})

test('after the keys were changed the old one still opens, until it is taken away', () => {
  const [old, young] = [key(1), key(2)]
  const sealed = createSealer([old]).seal(text, context)
  const both = createSealer([young, old])
  expect(both.open(sealed, context)).toBe(text)
  const anew = both.seal(text, context)
  expect(createSealer([young]).open(anew, context)).toBe(text)
  expect(() => createSealer([young]).open(sealed, context)).toThrow(SealBroken)
  // Another installation's key of the same number is still another key.
  expect(() => createSealer([key(1)]).open(sealed, context)).toThrow(SealBroken)
})

test('an installation makes its key once and keeps it', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'terrace-keys-'))
  onTestFinished(() => rm(folder, { recursive: true }))
  const sealed = createSealer(installedDataKeys(folder)).seal(text, context)
  expect(createSealer(installedDataKeys(folder)).open(sealed, context)).toBe(text)
})

test('keys come by configuration, the sealing one first; a bad list is named and not repeated', () => {
  const read = (DATA_KEYS: string) => readConfig({ DATABASE_URL: 'postgres://x', DATA_KEYS }).dataKeys
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
    expect(() => read(bad)).toThrow(/^Configuration is not valid\. DATA_KEYS: (?!.*\w{40})/)
})
