import { homeRoutes } from '@terrace/contracts/home'
import { beforeEach, expect, test } from 'vitest'
import { setEnv } from '#web/lib/env.ts'
import { createQueryClient } from '#web/lib/http/query-client.ts'
import { mockRoute, errorReply } from '#web/test/mock-api.ts'
import { testEnv } from '#web/test/test-env.ts'
import { marketTotalsQuery, popularEventsQuery } from './home-queries.ts'

beforeEach(() => setEnv(testEnv))

test('the shared call is not retried in addition to its data key', async () => {
  const requests = mockRoute(homeRoutes.home, () => errorReply(500, 'Something went wrong!'))
  const client = createQueryClient()
  await expect(client.fetchQuery({ ...popularEventsQuery(), retry: false })).rejects.toThrow(
    'Something went wrong!',
  )
  expect(requests).toHaveLength(1)
})

test('[HOME-02] data keys requested together share one call', async () => {
  const market = { event_count: 3, ticket_count: 12, seller_count: 1 }
  const requests = mockRoute(homeRoutes.home, () => ({
    data: { banners: [], popular_events: [], featured: null, market },
    meta: { currency: 'GBP', rate_stale: false },
  }))
  const client = createQueryClient()
  const both = [client.fetchQuery(marketTotalsQuery()), client.fetchQuery(popularEventsQuery())] as const
  expect(await Promise.all(both)).toEqual([market, []])
  expect(requests).toHaveLength(1)
})
