import { expect, test } from 'vitest'
import { wireListing } from '#web/test/stock-factories.ts'
import { tableRows } from './rows.ts'

const listings = ['a', 'b', 'c'].map((id) => wireListing({ id: `lst_${id}` }))
const ids = (rows: ReturnType<typeof tableRows>) =>
  rows.map(({ listing, departed }) => [listing.id, departed])
const gone = { listing: wireListing({ id: 'lst_x' }), index: 1, why: 'gone' as const }

test('a row that is gone stays at its place', () => {
  expect(ids(tableRows(listings, [gone], () => false))).toEqual([
    ['lst_a', null],
    ['lst_x', 'gone'],
    ['lst_b', null],
    ['lst_c', null],
  ])
})

test('a row that is back in the list is an ordinary row again', () => {
  const back = { ...gone, listing: wireListing({ id: 'lst_b' }) }
  expect(ids(tableRows(listings, [back], () => false))).toEqual([
    ['lst_a', null],
    ['lst_b', null],
    ['lst_c', null],
  ])
})

test('a row that left because it was held here shows only while it is held', () => {
  const held = { ...gone, why: 'held' as const }
  expect(tableRows(listings, [held], (id) => id === 'lst_x')).toHaveLength(4)
  expect(tableRows(listings, [held], () => false)).toHaveLength(3)
})

test('in a list that has become shorter it stands at the end', () => {
  expect(ids(tableRows([], [{ ...gone, index: 7 }], () => false))).toEqual([['lst_x', 'gone']])
})
