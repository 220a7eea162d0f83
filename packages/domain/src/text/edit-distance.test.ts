import { expect, test } from 'vitest'
import { editDistance } from './edit-distance.ts'

test.each([
  ['arsenal', 'arsenal', 0],
  ['arsnal', 'arsenal', 1],
  ['arsneal', 'arsenal', 1],
  ['arzenal', 'arsenal', 1],
  ['mnchestr', 'manchester', 2],
  ['', 'abc', 3],
])('%s and %s differ by %i', (left, right, distance) => {
  expect(editDistance(left, right, 10)).toBe(distance)
  expect(editDistance(right, left, 10)).toBe(distance)
})

test('beyond the limit the distance is the limit', () => {
  expect(editDistance('chelsea', 'arsenal', 2)).toBe(2)
  expect(editDistance('a', 'abcdef', 3)).toBe(3)
})
