import { quotePageRoutes } from '@terrace/contracts/quote-page'
import { beforeEach, expect, test } from 'vitest'
import { createQueryClient } from '#web/lib/http/query-client.ts'
import { mockRoute } from '#web/test/mock-api.ts'
import { quoteDetailsResponse, wireClientQuote } from '#web/test/quote-page-factories.ts'
import { useTestEnv } from '#web/test/test-env.ts'
import { createViewTracker, quoteQuery } from './queries.ts'

beforeEach(useTestEnv)

test('[QUOTE-10] the quote is cached under the key get-quote-details', async () => {
  mockRoute(quotePageRoutes.details, () => quoteDetailsResponse(wireClientQuote()))
  const queryClient = createQueryClient()
  await queryClient.fetchInfiniteQuery(
    quoteQuery('k3J9', { isSingleOffer: false, viewTracker: createViewTracker() }),
  )
  const [cached] = queryClient.getQueriesData<{ pages: unknown[] }>({ queryKey: ['get-quote-details'] })
  expect(cached?.[0].slice(0, 2)).toEqual(['get-quote-details', 'k3J9'])
  expect(cached?.[1]?.pages[0]).toMatchObject({ data: { title: 'Options for the derby' } })
})
