import { expect, test } from 'vitest'
import { emptyDraft, parseBulk, type BulkDraft } from './bulk-change.ts'

const parsed = (draft: Partial<BulkDraft>) => {
  const result = parseBulk({ ...emptyDraft, ...draft })
  return result.ok ? result.change : result.message
}

test('a price changes by percent or amount, to an amount, or with the market', () => {
  expect(parsed({ price: '−4%', roundTo: '0.50' })).toEqual({
    price: { change: { by: 'percent', percent: '-4' }, round: { to: '0.50' }, below_floor: 'use_floor' },
  })
  expect(parsed({ priceBy: 'amount', price: '+2.50', belowFloor: 'skip' })).toEqual({
    price: { change: { by: 'amount', amount: '+2.50' }, below_floor: 'skip' },
  })
  expect(parsed({ priceBy: 'match' })).toEqual({
    price: { change: { by: 'match' }, below_floor: 'use_floor' },
  })
  expect(parsed({ priceBy: 'set', price: '0' })).toBe('Type an amount such as 95.00.')
  expect(parsed({ price: 'cheap' })).toBe('Type a percentage such as -4 or +2.5.')
})

test('a floor follows the cost or the price, is an amount, or is removed', () => {
  expect(parsed({ field: 'floor', floor: '+10%' })).toEqual({ floor: { by: 'cost', percent: '+10' } })
  expect(parsed({ field: 'floor', floor: '0' })).toEqual({ floor: { by: 'cost', percent: '0' } })
  expect(parsed({ field: 'floor', floorBy: 'price', floor: '−15' })).toEqual({
    floor: { by: 'price', percent: '-15' },
  })
  expect(parsed({ field: 'floor', floorBy: 'set', floor: '95' })).toEqual({
    floor: { by: 'set', amount: '95' },
  })
  expect(parsed({ field: 'floor', floorBy: 'none' })).toEqual({ floor: null })
  expect(parsed({ field: 'floor', floorBy: 'price', floor: '' })).toBe('Type a percentage such as -15.')
})

test('notes and tags are added, replaced or removed; nothing to add is refused', () => {
  expect(parsed({ field: 'notes', text: 'Aisle seats' })).toEqual({
    notes: { mode: 'add', notes: [{ kind: 'information', text: 'Aisle seats' }] },
  })
  expect(parsed({ field: 'notes', mode: 'replace' })).toEqual({ notes: { mode: 'replace', notes: [] } })
  expect(parsed({ field: 'tags', mode: 'remove', text: 'season, vip' })).toEqual({
    tags: { mode: 'remove', tags: ['season', 'vip'] },
  })
  expect(parsed({ field: 'internal_notes' })).toBe('Type a note.')
  expect(parsed({ field: 'shown_quantity', shown: '' })).toEqual({ shown_quantity: null })
  expect(parsed({ field: 'split', split: 'Sell In Multiples', unit: '2' })).toEqual({
    split: { split_type: 'Sell In Multiples', multiple_sale_unit: 2 },
  })
})
