import { fromWireMoney } from '@terrace/contracts/wire-money'
import { expect, test } from 'vitest'
import { gbp } from '#web/test/factories.ts'
import { selectedLine } from '#web/test/selection-factory.ts'
import { wireFeed, wireListing } from '#web/test/stock-factories.ts'
import type { RefusedLine } from './hold-refusal.ts'
import { lineKey, selectedBasket } from './selected-basket.ts'
import type { SelectedLine } from './selection.ts'

const none = new Map<string, RefusedLine>()
type Answer = Parameters<typeof selectedBasket>[0]['answer']

function basket(lines: SelectedLine[], answer: Answer, refusals = none) {
  return selectedBasket({ ...usual, lines, answer, isComplete: answer !== null, refusals })
}
const usual = { isSince: false, isBusy: false }
const problems = (lines: SelectedLine[], answer: Answer, refusals = none) =>
  basket(lines, answer, refusals).entries.map(({ problem, repair }) => [problem?.text ?? null, repair])

test('what is selected adds up at today’s prices, fee per ticket and then by quantity', () => {
  const answer = wireFeed([wireListing({ proceed_price: gbp('33.33') })])
  const { tickets, totals, entries } = basket([selectedLine({ quantity: 3 })], answer)
  expect(tickets).toBe(3)
  expect(totals).toEqual([
    {
      tickets: fromWireMoney(gbp('99.99')),
      fee: fromWireMoney(gbp('5.01')),
      total: fromWireMoney(gbp('105.00')),
    },
  ])
  expect(entries[0]?.was).toEqual(fromWireMoney(gbp('118.50')))
})

test('before the list was asked, it shows what was seen, and no fee that nobody knows', () => {
  const { entries, totals, hasProblems } = basket([selectedLine()], null)
  expect(entries[0]).toMatchObject({ price: fromWireMoney(gbp('118.50')), was: null, problem: null })
  expect(totals).toEqual([])
  expect(hasProblems).toBe(false)
})

test('fewer left than selected: how many, and the quantity to take instead', () => {
  const answer = wireFeed([wireListing({ available: 2, splits: [2] })])
  expect(problems([selectedLine({ quantity: 4 })], answer)).toEqual([['2 of 4 left: take 2', 2]])
})

test('rather fewer than more is taken instead, and more only where there is nothing less', () => {
  const few = wireFeed([wireListing({ available: 5, splits: [2, 3, 5] })])
  expect(problems([selectedLine({ quantity: 4 })], few)[0]?.[1]).toBe(3)
  const many = wireFeed([wireListing({ available: 5, splits: [5] })])
  expect(problems([selectedLine({ quantity: 4 })], many)[0]?.[1]).toBe(5)
})

test('what is gone is taken out', () => {
  const sold = wireFeed([wireListing({ available: 0, splits: [] })])
  expect(problems([selectedLine()], sold)).toEqual([['Just gone: somebody else took the last ones.', 'out']])
  expect(problems([selectedLine()], wireFeed([]))).toEqual([['These tickets are no longer on sale', 'out']])
})

test('[X-HOLD-11] what the own team holds is not told to be gone', () => {
  const held = { listing_id: 'lst_1', hold_id: 'hld_1', quantity: 4, expires_at: '2031-02-01T12:05:00.000Z' }
  const answer = wireFeed([wireListing({ available: 0, splits: [] })], {
    mine: { tracked: [], held: [held] },
  })
  expect(problems([selectedLine()], answer)).toEqual([
    ['Your team already holds what was left of these tickets', 'out'],
  ])
})

test('an answer about fewer listings says nothing of those it was not asked for', () => {
  const lines = [selectedLine(), selectedLine({ listing_id: 'lst_2' })]
  const answer = wireFeed([wireListing()])
  const { entries } = selectedBasket({ ...usual, lines, answer, isComplete: false, refusals: none })
  expect(entries.map(({ problem }) => problem)).toEqual([null, null])
})

test('what the server refused goes before what the list says, for that quantity only', () => {
  const line = selectedLine({ quantity: 4 })
  const refusal = { listing_id: 'lst_1', code: 'listing.insufficient_quantity', available: 2, splits: [2] }
  const answer = wireFeed([wireListing()])
  const refusals = new Map([[lineKey(line), refusal]])
  expect(problems([line], answer, refusals)).toEqual([['2 of 4 left: take 2', 2]])
  expect(problems([selectedLine({ quantity: 2 })], answer, refusals)).toEqual([[null, null]])
})

test('stock that came back after a refusal can be held again; a refusal for another reason stands', () => {
  const lines = [selectedLine(), selectedLine({ listing_id: 'lst_2' })]
  const answer = wireFeed([wireListing(), wireListing({ id: 'lst_2' })])
  const refusals = new Map([
    [lineKey(selectedLine()), { listing_id: 'lst_1', code: 'listing.gone', available: 0, splits: [] }],
    [
      lineKey(selectedLine({ listing_id: 'lst_2' })),
      { listing_id: 'lst_2', code: 'listing.own', title: 'These tickets are your own team’s' },
    ],
  ])
  const { entries } = selectedBasket({
    lines,
    answer,
    isComplete: true,
    refusals,
    isSince: true,
    isBusy: false,
  })
  expect(entries.map(({ problem }) => problem?.text ?? null)).toEqual([
    null,
    'These tickets are your own team’s',
  ])
})

test('while all of it is being held, what the list says of it already is no problem', () => {
  const answer = wireFeed([wireListing({ available: 0, splits: [] })])
  const { hasProblems } = selectedBasket({
    lines: [selectedLine()],
    answer,
    isComplete: true,
    refusals: none,
    isSince: false,
    isBusy: true,
  })
  expect(hasProblems).toBe(false)
})
