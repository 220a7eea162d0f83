import { expect, test } from 'vitest'
import { hash32, randomInteger, randomItem, seededRandom, shortHash } from './short-hash.ts'

test('a hash never changes, because plans and colours depend on it', () => {
  expect(hash32('')).toBe(2_872_998_923)
  expect(hash32('Arsenal FC')).toBe(425_519_351)
  expect(shortHash('Arsenal FC')).toBe('071cctz')
})

test('texts that differ in one character have distant hashes', () => {
  const hashes = Array.from({ length: 1000 }, (_, index) => hash32(`Block ${index}`))
  expect(new Set(hashes).size).toBe(1000)
  const buckets = new Set(hashes.map((hash) => hash >>> 28))
  expect(buckets.size).toBe(16)
})

test('a short hash always has seven characters', () => {
  for (let index = 0; index < 2000; index += 1) expect(shortHash(String(index))).toMatch(/^[0-9a-z]{7}$/)
})

test('the same seed gives the same sequence, and another seed a different one', () => {
  const take = (seed: number | string) => Array.from({ length: 5 }, seededRandom(seed))
  expect(take('Emirates Stadium')).toEqual(take('Emirates Stadium'))
  expect(take(7)).toEqual(take(7))
  expect(take(7)).not.toEqual(take(8))
})

test('numbers are evenly distributed in [0, 1)', () => {
  const random = seededRandom('spread')
  const counts = Array.from({ length: 10 }, () => 0)
  for (let index = 0; index < 10_000; index += 1) {
    const value = random()
    expect(value >= 0 && value < 1).toBe(true)
    counts[Math.floor(value * 10)] = (counts[Math.floor(value * 10)] ?? 0) + 1
  }
  for (const count of counts) expect(Math.abs(count - 1000)).toBeLessThan(150)
})

test('a random integer includes both ends, and a random item is from the list', () => {
  const random = seededRandom(1)
  const drawn = new Set(Array.from({ length: 200 }, () => randomInteger(random, 2, 5)))
  expect([...drawn].sort((left, right) => left - right)).toEqual([2, 3, 4, 5])
  expect(['a', 'b']).toContain(randomItem(random, ['a', 'b']))
  expect(() => randomItem(random, [])).toThrow(RangeError)
})
