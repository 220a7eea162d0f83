import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { createTtlCache, type TtlCache } from './ttl-cache.ts'

let memory: TtlCache
let readings: PromiseWithResolvers<string>[]
const read = () => {
  const reading = Promise.withResolvers<string>()
  readings.push(reading)
  return reading.promise
}
const readCached = (key = 'home') => memory.get(key, read)
/** Requests a value and resolves the read that follows. */
async function readAs(value: string, key?: string): Promise<string> {
  const pending = readCached(key)
  readings.at(-1)?.resolve(value)
  return pending
}

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['performance'] })
  memory = createTtlCache({ freshMs: 1000, maxEntries: 3 })
  readings = []
})
afterEach(() => {
  vi.useRealTimers()
})

test('a fresh entry is served from the cache', async () => {
  expect(await readAs('one')).toBe('one')
  vi.advanceTimersByTime(999)
  expect(await readCached()).toBe('one')
  expect(readings).toHaveLength(1)
})

test('a stale entry is served while a single read refreshes it', async () => {
  await readAs('one')
  vi.advanceTimersByTime(1000)
  expect(await Promise.all([readCached(), readCached(), readCached()])).toEqual(['one', 'one', 'one'])
  expect(readings).toHaveLength(2)
  readings[1]?.resolve('two')
  await readings[1]?.promise
  expect(await readCached()).toBe('two')
})

test('an entry past its maximum age is not served; callers wait', async () => {
  await readAs('one')
  vi.advanceTimersByTime(5000)
  expect(await readAs('two')).toBe('two')
})

test('concurrent callers share the first read', async () => {
  const pending = [readCached(), readCached()]
  expect(readings).toHaveLength(1)
  readings[0]?.resolve('one')
  expect(await Promise.all(pending)).toEqual(['one', 'one'])
})

test('a failed read rejects its waiters, is not cached and keeps the last value', async () => {
  const failed = readCached()
  readings[0]?.reject(new Error('the database is down'))
  await expect(failed).rejects.toThrow('the database is down')
  expect(await readAs('one')).toBe('one')
  vi.advanceTimersByTime(1000)
  expect(await readCached()).toBe('one')
  readings.at(-1)?.reject(new Error('down again'))
  await expect(readings.at(-1)?.promise).rejects.toThrow('down again')
  expect(await readCached()).toBe('one')
})

test('the least recently used key is evicted first', async () => {
  for (const key of ['a', 'b', 'c']) await readAs(key, key)
  await readCached('a')
  await readAs('d', 'd')
  expect(readings).toHaveLength(4)
  expect([await readCached('a'), await readCached('c'), await readCached('d')]).toEqual(['a', 'c', 'd'])
  expect(readings).toHaveLength(4)
  expect(await readAs('b again', 'b')).toBe('b again')
})

test('a TTL of zero disables the cache', async () => {
  memory = createTtlCache({ freshMs: 0, maxEntries: 3 })
  expect(await readAs('one')).toBe('one')
  expect(await readAs('two')).toBe('two')
})
