import { expect, test } from 'vitest'
import { createRowKeys } from './row-keys.ts'

const rows = (...ids: string[]) => ids.map((id) => ({ id, isReusable: true }))

test('a listing keeps its key while it is rendered', () => {
  const keysOf = createRowKeys()
  const before = keysOf(rows('a', 'b', 'c'))
  const after = keysOf(rows('c', 'b', 'd'))
  expect([after.get('b'), after.get('c')]).toEqual([before.get('b'), before.get('c')])
})

test('the rows of another list take over the elements in the same order', () => {
  const keysOf = createRowKeys()
  const before = [...keysOf(rows('a', 'b')).values()]
  const after = [...keysOf(rows('c', 'd', 'e')).values()]
  expect(after.slice(0, 2)).toEqual(before)
  expect(new Set(after).size).toBe(3)
})

test('no listing takes over a row with the focus, a hold or an error', () => {
  const keysOf = createRowKeys()
  const before = keysOf([{ id: 'a', isReusable: false }, ...rows('b')])
  const after = keysOf(rows('c', 'd'))
  expect([...after.values()]).not.toContain(before.get('a'))
  expect([...after.values()]).toContain(before.get('b'))
})
