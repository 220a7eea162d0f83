import { expect, test } from 'vitest'
import { randomByte, randomHex } from './random-pool.ts'

test('random values of any length never repeat, across many blocks of the pool', () => {
  const values = Array.from({ length: 5000 }, (_, index) => randomHex(index % 3 === 0 ? 16 : 8))
  expect(new Set(values).size).toBe(values.length)
  expect(values.every((value) => /^(?:[\da-f]{16}){1,2}$/.test(value))).toBe(true)
})

test('a random byte takes every value', () => {
  const values = new Set(Array.from({ length: 20_000 }, randomByte))
  expect([values.size, Math.min(...values), Math.max(...values)]).toEqual([256, 0, 255])
})
