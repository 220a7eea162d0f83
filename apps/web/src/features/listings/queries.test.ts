import { expect, test } from 'vitest'
import { seatingPlanQuery } from '#web/features/catalogue/queries.ts'
import { wireEvent } from '#web/test/factories.ts'
import { feedFilter } from './feed-filter.ts'
import { feedQuery, totalsQuery } from './queries.ts'

test('[LIST-08] what the event page asks for is kept under the data keys get-tickets, get-min-max-price and get-algolia-map', () => {
  const filter = feedFilter(wireEvent(), {})
  expect(feedQuery(filter).queryKey[0]).toBe('get-tickets')
  expect(totalsQuery(filter).queryKey[0]).toBe('get-min-max-price')
  expect(seatingPlanQuery(3).queryKey[0]).toBe('get-algolia-map')
})

test('in another order the list is another, and its totals are the same', () => {
  const [one, other] = [feedFilter(wireEvent(), {}), feedFilter(wireEvent(), { order: 'row', sort: 'desc' })]
  expect(feedQuery(one).queryKey).not.toEqual(feedQuery(other).queryKey)
  expect(totalsQuery(one).queryKey).toEqual(totalsQuery(other).queryKey)
})
