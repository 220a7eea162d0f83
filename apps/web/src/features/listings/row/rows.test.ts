import { expect, test } from 'vitest'
import { wireListing } from '#web/test/stock-factories.ts'
import { tableRows } from './rows.ts'

const listings = ['a', 'b', 'c'].map((id) => wireListing({ id: `lst_${id}` }))
const removedRow = { listing: wireListing({ id: 'lst_x' }), index: 1, reason: 'unavailable' as const }

function rowsOf(overrides: Partial<Parameters<typeof tableRows>[0]>) {
  return tableRows({ listings, removed: [], rowChanges: new Map(), isHeld: () => false, ...overrides })
}
const ids = (overrides: Parameters<typeof rowsOf>[0]) =>
  rowsOf(overrides).map(({ listing, removalReason }) => [listing.id, removalReason])

test('an unavailable row keeps its position', () => {
  expect(ids({ removed: [removedRow] })).toEqual([
    ['lst_a', null],
    ['lst_x', 'unavailable'],
    ['lst_b', null],
    ['lst_c', null],
  ])
})

test('a row that returns to the list is a normal row again', () => {
  const restored = { ...removedRow, listing: wireListing({ id: 'lst_b' }) }
  expect(ids({ removed: [restored] })).toEqual([
    ['lst_a', null],
    ['lst_b', null],
    ['lst_c', null],
  ])
})

test('[X-HOLD-11] a row held in this session stays visible while the hold is active', () => {
  const held = { ...removedRow, reason: 'held' as const }
  expect(ids({ removed: [held], isHeld: (id) => id === 'lst_x' })[1]).toEqual(['lst_x', 'held'])
  expect(ids({ removed: [held] })).toHaveLength(3)
})

test('in a shorter list the row moves to the end', () => {
  expect(ids({ listings: [], removed: [{ ...removedRow, index: 7 }] })).toEqual([['lst_x', 'unavailable']])
})

test('a row removed by two sources shows once', () => {
  expect(ids({ removed: [removedRow, { ...removedRow, index: 2 }] })).toHaveLength(4)
})

test('a row carries its latest change', () => {
  const rowChange = { kind: 'changed' as const, previousPrice: null }
  const rows = rowsOf({ rowChanges: new Map([['lst_b', rowChange]]) })
  expect(rows.map((row) => row.rowChange)).toEqual([null, rowChange, null])
})
