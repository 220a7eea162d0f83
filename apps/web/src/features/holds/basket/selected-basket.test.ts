import type { WireListing } from '@terrace/contracts/listings'
import { fromWireMoney } from '@terrace/contracts/wire-money'
import { expect, test } from 'vitest'
import { gbp } from '#web/test/factories.ts'
import { selectedLine } from '#web/test/selection-factory.ts'
import { wireFeed, wireListing } from '#web/test/stock-factories.ts'
import type { HoldLineError } from '#web/features/holds/hold-error.ts'
import { lineKey, selectedBasket } from './selected-basket.ts'
import type { SelectedLine } from './selection.ts'

const none = new Map<string, HoldLineError>()
type Feed = Parameters<typeof selectedBasket>[0]['feed']

function basket(lines: SelectedLine[], feed: Feed, lineErrors = none) {
  return selectedBasket({ ...usual, lines, feed, isComplete: feed !== null, lineErrors })
}
const usual = { isFeedNewer: false, isBusy: false }
const problems = (lines: SelectedLine[], feed: Feed, lineErrors = none) =>
  basket(lines, feed, lineErrors).entries.map(({ problem, fix }) => [problem?.text ?? null, fix])

test('totals use current prices, with the fee per ticket times quantity', () => {
  const feed = wireFeed([wireListing({ proceed_price: gbp('33.33') })])
  const { tickets, totals, entries } = basket([selectedLine({ quantity: 3 })], feed)
  expect(tickets).toBe(3)
  expect(totals).toEqual([
    {
      tickets: fromWireMoney(gbp('99.99')),
      fee: fromWireMoney(gbp('5.01')),
      total: fromWireMoney(gbp('105.00')),
    },
  ])
  expect(entries[0]?.allInPrice).toEqual(fromWireMoney(gbp('35.00')))
  expect(entries[0]?.previousAllInPrice).toEqual(fromWireMoney(gbp('124.43')))
})

test('only converted prices have the date of their rates', () => {
  const converted = wireListing({ original_price: { amount: '140.00', currency: 'EUR' } })
  const rateDateOf = (listings: WireListing[]) =>
    basket([selectedLine()], wireFeed(listings, { rate_date: '2031-02-28' })).rateDate
  expect(rateDateOf([converted])).toBe('2031-02-28')
  // Another listing of the event was converted.
  expect(rateDateOf([wireListing(), { ...converted, id: 'lst_other' }])).toBeUndefined()
})

test('before the feed responds, lines show their last known price and no fee', () => {
  const { entries, totals, hasProblems } = basket([selectedLine()], null)
  expect(entries[0]).toMatchObject({
    price: fromWireMoney(gbp('118.50')),
    allInPrice: null,
    previousAllInPrice: null,
    problem: null,
  })
  expect(totals).toEqual([])
  expect(hasProblems).toBe(false)
})

test('when fewer tickets are left, the line suggests an available quantity', () => {
  const feed = wireFeed([wireListing({ available: 2, splits: [2] })])
  expect(problems([selectedLine({ quantity: 4 })], feed)).toEqual([['2 of 4 left: take 2', 2]])
})

test('the suggested quantity is lower if possible, otherwise higher', () => {
  const few = wireFeed([wireListing({ available: 5, splits: [2, 3, 5] })])
  expect(problems([selectedLine({ quantity: 4 })], few)[0]?.[1]).toBe(3)
  const many = wireFeed([wireListing({ available: 5, splits: [5] })])
  expect(problems([selectedLine({ quantity: 4 })], many)[0]?.[1]).toBe(5)
})

test('a sold-out listing is removed', () => {
  const sold = wireFeed([wireListing({ available: 0, splits: [] })])
  expect(problems([selectedLine()], sold)).toEqual([['Someone else just took the last tickets.', 'remove']])
  expect(problems([selectedLine()], wireFeed([]))).toEqual([
    ['These tickets are no longer on sale', 'remove'],
  ])
})

test('[X-HOLD-11] tickets held by the team itself are not reported as sold out', () => {
  const held = { listing_id: 'lst_1', hold_id: 'hld_1', quantity: 4, expires_at: '2031-02-01T12:05:00.000Z' }
  const feed = wireFeed([wireListing({ available: 0, splits: [] })], {
    mine: { tracked: [], held: [held] },
  })
  expect(problems([selectedLine()], feed)).toEqual([
    ['Your team already holds the remaining tickets', 'remove'],
  ])
})

test('a response for part of the selection reports nothing about the other lines', () => {
  const lines = [selectedLine(), selectedLine({ listing_id: 'lst_2' })]
  const feed = wireFeed([wireListing()])
  const { entries } = selectedBasket({ ...usual, lines, feed, isComplete: false, lineErrors: none })
  expect(entries.map(({ problem }) => problem)).toEqual([null, null])
})

test('a server error takes precedence over the feed, for that quantity only', () => {
  const line = selectedLine({ quantity: 4 })
  const lineError = { listing_id: 'lst_1', code: 'listing.insufficient_quantity', available: 2, splits: [2] }
  const feed = wireFeed([wireListing()])
  const lineErrors = new Map([[lineKey(line), lineError]])
  expect(problems([line], feed, lineErrors)).toEqual([['2 of 4 left: take 2', 2]])
  expect(problems([selectedLine({ quantity: 2 })], feed, lineErrors)).toEqual([[null, null]])
})

test('a stock error clears when stock returns; other errors stay', () => {
  const lines = [selectedLine(), selectedLine({ listing_id: 'lst_2' })]
  const feed = wireFeed([wireListing(), wireListing({ id: 'lst_2' })])
  const lineErrors = new Map([
    [lineKey(selectedLine()), { listing_id: 'lst_1', code: 'listing.unavailable', available: 0, splits: [] }],
    [
      lineKey(selectedLine({ listing_id: 'lst_2' })),
      { listing_id: 'lst_2', code: 'listing.own_team', title: 'These are your team’s own tickets' },
    ],
  ])
  const { entries } = selectedBasket({
    lines,
    feed,
    isComplete: true,
    lineErrors,
    isFeedNewer: true,
    isBusy: false,
  })
  expect(entries.map(({ problem }) => problem?.text ?? null)).toEqual([
    null,
    'These are your team’s own tickets',
  ])
})

test('while the selection is being held, feed changes are not reported as problems', () => {
  const feed = wireFeed([wireListing({ available: 0, splits: [] })])
  const { hasProblems } = selectedBasket({
    lines: [selectedLine()],
    feed,
    isComplete: true,
    lineErrors: none,
    isFeedNewer: false,
    isBusy: true,
  })
  expect(hasProblems).toBe(false)
})
