import { expect, test } from 'vitest'
import { seatingPlanQuery } from '#web/features/catalogue/queries.ts'
import { wireEvent } from '#web/test/factories.ts'
import { feedRequest } from './filters/feed-request.ts'
import { feedQuery, totalsQuery } from './queries.ts'

test('[LIST-08] the event page uses the data keys get-tickets, get-min-max-price and get-algolia-map', () => {
  const request = feedRequest(wireEvent(), {})
  expect(feedQuery(request).queryKey[0]).toBe('get-tickets')
  expect(totalsQuery(request).queryKey[0]).toBe('get-min-max-price')
  expect(seatingPlanQuery(3).queryKey[0]).toBe('get-algolia-map')
})

test("the sort order changes the list's key but not the key of its totals", () => {
  const [one, other] = [
    feedRequest(wireEvent(), {}),
    feedRequest(wireEvent(), { order: 'row', sort: 'desc' }),
  ]
  expect(feedQuery(one).queryKey).not.toEqual(feedQuery(other).queryKey)
  expect(totalsQuery(one).queryKey).toEqual(totalsQuery(other).queryKey)
})
