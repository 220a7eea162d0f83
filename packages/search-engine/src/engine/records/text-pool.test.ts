import { expect, test } from 'vitest'
import { createTextPool } from './text-pool.ts'

test('texts of any length and script are read as they were stored', () => {
  const pool = createTextPool()
  const texts = [
    '',
    'plain',
    'Atlético أرسنال 🎟️',
    'x'.repeat(100_000),
    ...Array.from({ length: 1000 }, (_, at) => `text ${at}`),
  ]
  for (const text of texts) pool.push(text)
  expect(pool.size).toBe(texts.length)
  expect(texts.map((_, number) => pool.at(number))).toEqual(texts)
})
