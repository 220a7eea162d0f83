import { quotePageRoutes } from '@terrace/contracts/quote-page'
import { beforeEach, expect, test } from 'vitest'
import { createQueryClient } from '#web/lib/query-client.ts'
import { answer } from '#web/test/api-server.ts'
import { quoteAnswer, wireVisitorQuote } from '#web/test/quote-page-factories.ts'
import { useTestEnv } from '#web/test/test-env.ts'
import { createOpening, quoteQuery } from './queries.ts'

beforeEach(useTestEnv)

test('[QUOTE-10] the data key get-quote-details holds the quote', async () => {
  answer(quotePageRoutes.details, () => quoteAnswer(wireVisitorQuote()))
  const queryClient = createQueryClient()
  await queryClient.fetchInfiniteQuery(quoteQuery('k3J9', { isOne: false, opening: createOpening() }))
  const [held] = queryClient.getQueriesData<{ pages: unknown[] }>({ queryKey: ['get-quote-details'] })
  expect(held?.[0].slice(0, 2)).toEqual(['get-quote-details', 'k3J9'])
  expect(held?.[1]?.pages[0]).toMatchObject({ data: { title: 'Options for the derby' } })
})
