import { expect, test } from 'vitest'
import { createRowKeys, type RowSlot } from './row-keys.ts'

const rows = (...ids: string[]) => ids.map((id) => ({ id, isReusable: true }))
const ids = (slots: readonly RowSlot[]) => slots.map(({ id }) => id)
const keys = (slots: readonly RowSlot[]) => slots.map(({ key }) => key)
const keyOf = (slots: readonly RowSlot[], id: string) => slots.find((slot) => slot.id === id)?.key

test('a listing keeps its key while it is rendered', () => {
  const slotsOf = createRowKeys()
  const before = slotsOf(rows('a', 'b', 'c'), false)
  const after = slotsOf(rows('c', 'b', 'd'), false)
  expect([keyOf(after, 'b'), keyOf(after, 'c')]).toEqual([keyOf(before, 'b'), keyOf(before, 'c')])
})

test('the rows of another list take over the elements in the same order', () => {
  const slotsOf = createRowKeys()
  const before = keys(slotsOf(rows('a', 'b'), false))
  const after = keys(slotsOf(rows('c', 'd', 'e'), false))
  expect(after.slice(0, 2)).toEqual(before)
  expect(new Set(after).size).toBe(3)
})

test('no listing takes over a row with the focus, a hold or an error', () => {
  const slotsOf = createRowKeys()
  const before = slotsOf([{ id: 'a', isReusable: false }, ...rows('b')], false)
  const after = keys(slotsOf(rows('c', 'd'), false))
  expect(after).not.toContain(keyOf(before, 'a'))
  expect(after).toContain(keyOf(before, 'b'))
})

test('scrolling moves no element in the document, and at rest the rows are in the order of the list', () => {
  const slotsOf = createRowKeys()
  const before = keys(slotsOf(rows('a', 'b', 'c'), false))
  const scrolled = slotsOf(rows('b', 'c', 'd', 'e'), true)
  expect(keys(scrolled).slice(0, 3)).toEqual(before)
  expect(ids(scrolled)).toEqual(['d', 'b', 'c', 'e'])
  expect(ids(slotsOf(rows('a', 'b', 'c', 'd'), true))).toEqual(['d', 'b', 'c', 'a'])
  expect(ids(slotsOf(rows('a', 'b', 'c', 'd'), false))).toEqual(['a', 'b', 'c', 'd'])
})
