import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { createShortMemory, type ShortMemory } from './short-memory.ts'

let memory: ShortMemory
let readings: PromiseWithResolvers<string>[]
const read = () => {
  const reading = Promise.withResolvers<string>()
  readings.push(reading)
  return reading.promise
}
const ask = (key = 'home') => memory.get(key, read)
/** Asks and answers the reading that follows. */
async function tell(answer: string, key?: string): Promise<string> {
  const asked = ask(key)
  readings.at(-1)?.resolve(answer)
  return asked
}

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['performance'] })
  memory = createShortMemory({ freshMs: 1000, entries: 3 })
  readings = []
})
afterEach(() => {
  vi.useRealTimers()
})

test('an answer serves for as long as it is fresh', async () => {
  expect(await tell('one')).toBe('one')
  vi.advanceTimersByTime(999)
  expect(await ask()).toBe('one')
  expect(readings).toHaveLength(1)
})

test('an older one serves once more and is renewed behind, by one reading however many ask', async () => {
  await tell('one')
  vi.advanceTimersByTime(1000)
  expect(await Promise.all([ask(), ask(), ask()])).toEqual(['one', 'one', 'one'])
  expect(readings).toHaveLength(2)
  readings[1]?.resolve('two')
  await readings[1]?.promise
  expect(await ask()).toBe('two')
})

test('one that is too old is waited for', async () => {
  await tell('one')
  vi.advanceTimersByTime(5000)
  expect(await tell('two')).toBe('two')
})

test('those who come while the first answer is read wait for the same reading', async () => {
  const asked = [ask(), ask()]
  expect(readings).toHaveLength(1)
  readings[0]?.resolve('one')
  expect(await Promise.all(asked)).toEqual(['one', 'one'])
})

test('a failure is told to who waited, kept for nobody, and does not take the last answer away', async () => {
  const failed = ask()
  readings[0]?.reject(new Error('the database is away'))
  await expect(failed).rejects.toThrow('the database is away')
  expect(await tell('one')).toBe('one')
  vi.advanceTimersByTime(1000)
  expect(await ask()).toBe('one')
  readings.at(-1)?.reject(new Error('away again'))
  await expect(readings.at(-1)?.promise).rejects.toThrow('away again')
  expect(await ask()).toBe('one')
})

test('no more keys are kept than agreed; the one that was asked for longest ago goes first', async () => {
  for (const key of ['a', 'b', 'c']) await tell(key, key)
  await ask('a')
  await tell('d', 'd')
  expect(readings).toHaveLength(4)
  expect([await ask('a'), await ask('c'), await ask('d')]).toEqual(['a', 'c', 'd'])
  expect(readings).toHaveLength(4)
  expect(await tell('b again', 'b')).toBe('b again')
})

test('a memory of no time keeps nothing', async () => {
  memory = createShortMemory({ freshMs: 0, entries: 3 })
  expect(await tell('one')).toBe('one')
  expect(await tell('two')).toBe('two')
})
