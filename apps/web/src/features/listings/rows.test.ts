import { expect, test } from 'vitest'
import { wireListing } from '#web/test/stock-factories.ts'
import { tableRows } from './rows.ts'

const listings = ['a', 'b', 'c'].map((id) => wireListing({ id: `lst_${id}` }))
const gone = { listing: wireListing({ id: 'lst_x' }), index: 1, why: 'gone' as const }

function shown(given: Partial<Parameters<typeof tableRows>[0]>) {
  return tableRows({ listings, departed: [], marks: new Map(), isHeld: () => false, ...given })
}
const ids = (given: Parameters<typeof shown>[0]) =>
  shown(given).map(({ listing, departed }) => [listing.id, departed])

test('a row that is gone stays at its place', () => {
  expect(ids({ departed: [gone] })).toEqual([
    ['lst_a', null],
    ['lst_x', 'gone'],
    ['lst_b', null],
    ['lst_c', null],
  ])
})

test('a row that is back in the list is an ordinary row again', () => {
  const back = { ...gone, listing: wireListing({ id: 'lst_b' }) }
  expect(ids({ departed: [back] })).toEqual([
    ['lst_a', null],
    ['lst_b', null],
    ['lst_c', null],
  ])
})

test('[X-HOLD-11] a row that left because it was held here shows as held, only while it is', () => {
  const held = { ...gone, why: 'held' as const }
  expect(ids({ departed: [held], isHeld: (id) => id === 'lst_x' })[1]).toEqual(['lst_x', 'held'])
  expect(ids({ departed: [held] })).toHaveLength(3)
})

test('in a list that has become shorter it stands at the end', () => {
  expect(ids({ listings: [], departed: [{ ...gone, index: 7 }] })).toEqual([['lst_x', 'gone']])
})

test('a row that two notice to be gone is drawn once', () => {
  expect(ids({ departed: [gone, { ...gone, index: 2 }] })).toHaveLength(4)
})

test('a row carries the mark of what has just happened to it', () => {
  const mark = { kind: 'changed' as const, was: null }
  const rows = shown({ marks: new Map([['lst_b', mark]]) })
  expect(rows.map((row) => row.mark)).toEqual([null, mark, null])
})
