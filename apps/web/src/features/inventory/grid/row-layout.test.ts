import fc from 'fast-check'
import { expect, test } from 'vitest'
import { flatLayout, groupedLayout } from './row-layout.ts'

test('headings and listings alternate, and a collapsed event shows its heading only', () => {
  const groups = [
    { id: 1, count: 2 },
    { id: 2, count: 3 },
    { id: 3, count: 1 },
  ]
  const layout = groupedLayout(groups, new Set([2]))
  const rows = Array.from({ length: layout.count }, (_, row) => layout.at(row))
  expect(rows.map((row) => (row?.kind === 'group' ? `event ${row.group.id}` : row?.index))).toEqual([
    'event 1',
    0,
    1,
    'event 2',
    'event 3',
    5,
  ])
  expect([0, 1, 2, 4, 5].map((index) => layout.rowOf(index))).toEqual([1, 2, 3, 3, 5])
  expect([layout.at(-1), layout.at(6)]).toEqual([undefined, undefined])
})

test('every listing of an open event is found at its row', () => {
  fc.assert(
    fc.property(
      fc.array(fc.record({ count: fc.integer({ min: 1, max: 6 }), isCollapsed: fc.boolean() })),
      (events) => {
        const groups = events.map(({ count }, id) => ({ id, count }))
        const collapsed = new Set(events.flatMap(({ isCollapsed }, id) => (isCollapsed ? [id] : [])))
        const layout = groupedLayout(groups, collapsed)
        for (let row = 0; row < layout.count; row += 1) {
          const found = layout.at(row)
          if (found?.kind === 'listing') expect(layout.rowOf(found.index)).toBe(row)
        }
      },
    ),
  )
})

test('without groups a listing is at its number', () => {
  const layout = flatLayout(3)
  expect([layout.at(2), layout.at(3)]).toEqual([{ kind: 'listing', index: 2 }, undefined])
})
