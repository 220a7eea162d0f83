import { expect, test } from 'vitest'
import { feedParams, type FeedParams } from '#web/features/listings/filters/feed-params.ts'
import { filterText, toWireSavedFilter, toFeedParams, toSavedFilter } from './saved-filter.ts'

const event = { id: 7, performers: [] }

const stored = (params: FeedParams) => toWireSavedFilter(toSavedFilter(event, params))

test.each<[FeedParams, string]>([
  [{ currency: 'GBP' }, 'Any listing'],
  [{ quantity: 2, max: '150', currency: 'GBP' }, '2 tickets or more · up to £157.50 all-in'],
  [
    { min: '50', max: '90', section: ['Block 1', 'Block 2'], currency: 'EUR' },
    '€52.50 to €94.50 all-in · Block 1 · Block 2',
  ],
  [
    { section: ['1', '2', '3', '4'], category: [1, 2], seller: ['tm_1'], type: ['eTicket'], currency: 'GBP' },
    '4 sections · 2 categories · E-ticket · 1 seller',
  ],
  [
    { in_hand: '1', instant: '1', hospitality: '1', new: '1', mine: '1', currency: 'GBP' },
    'In hand · Instant download · Hospitality · New listings · My listings',
  ],
])('%j is saved, shown again with the same filters, and reads "%s"', (search, text) => {
  const shown = toFeedParams(stored(search))
  expect(Object.fromEntries(Object.entries(shown).filter(([, value]) => value !== undefined))).toEqual({
    ...(search.quantity === undefined && { quantity: undefined }),
    ...Object.fromEntries(
      Object.entries(feedParams.parse(search)).filter(([, value]) => value !== undefined),
    ),
  })
  expect(filterText({ filter: stored(search), service_fee_percent: '5.00' })).toBe(text)
})

test('until the fee is known, prices are called before the fee', () => {
  const filter = stored({ max: '150', currency: 'GBP' })
  expect(filterText({ filter, service_fee_percent: undefined })).toBe('up to £150.00 before the fee')
})

test('order and page size are not part of a saved search', () => {
  expect(Object.keys(toSavedFilter(event, { order: 'age', sort: 'desc', currency: 'GBP' }))).toEqual([
    'min_quantity',
    'my_listings',
    'target_currency',
  ])
})
