import { homeRoutes } from '@terrace/contracts/home'
import { beforeEach, expect, test } from 'vitest'
import { setEnv } from '#web/lib/env.ts'
import { createQueryClient } from '#web/lib/query-client.ts'
import { answer, fail } from '#web/test/api-server.ts'
import { testEnv } from '#web/test/test-env.ts'
import { marketQuery, popularEventsQuery } from './home-queries.ts'

beforeEach(() => setEnv(testEnv))

test('a failed call is tried again by the key that wants it, and not by the call behind it as well', async () => {
  const asked = answer(homeRoutes.home, () => fail(500, 'Something went wrong!'))
  const client = createQueryClient()
  await expect(client.fetchQuery({ ...popularEventsQuery(), retry: false })).rejects.toThrow(
    'Something went wrong!',
  )
  expect(asked).toHaveLength(1)
})

test('[HOME-02] keys that are wanted together come with one call', async () => {
  const market = { event_count: 3, ticket_count: 12, seller_count: 1 }
  const asked = answer(homeRoutes.home, () => ({
    data: { banners: [], popular_events: [], featured: null, market },
    meta: { currency: 'GBP', rate_stale: false },
  }))
  const client = createQueryClient()
  const both = [client.fetchQuery(marketQuery()), client.fetchQuery(popularEventsQuery())] as const
  expect(await Promise.all(both)).toEqual([market, []])
  expect(asked).toHaveLength(1)
})
