import { expect, test } from 'vitest'
import { hash53 } from '@terrace/domain/text/short-hash'
import { openNumberMap } from './number-map.ts'

test('a number map has what was set last, whatever its size', () => {
  const map = openNumberMap()
  const keys = Array.from({ length: 5000 }, (_, index) => hash53(`event ${index}`))
  for (const [value, key] of keys.entries()) map.set(key, value)
  map.set(keys[7] ?? 0, 70)
  map.set(0, 3)
  expect(keys.map((key) => map.get(key))).toEqual(keys.map((_, index) => (index === 7 ? 70 : index)))
  expect([map.get(0), map.get(hash53('another'))]).toEqual([3, undefined])
})
