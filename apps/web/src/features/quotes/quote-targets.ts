import { keepPreviousData, queryOptions, useQuery } from '@tanstack/react-query'
import type { WireQuote } from '@terrace/contracts/quote-shapes'
import { quotesRoutes } from '@terrace/contracts/quotes'
import { targetResults, type JumpTarget, type TargetResults } from '#web/lib/commands/jump-target.ts'
import { call } from '#web/lib/http/api-client.ts'
import { isKnownEmpty } from '#web/lib/http/is-known-empty.ts'
import { clientTotalText, ticketsText, totalsSpan } from './quote-texts.ts'

const maxTargets = 20

function foundQuotesQuery(text: string) {
  const query = { per_page: maxTargets, ...(text !== '' && { search: text.slice(0, 100) }) }
  return queryOptions({
    queryKey: [quotesRoutes.list.name, 'targets', query],
    queryFn: async ({ signal, client }): Promise<WireQuote[]> =>
      isKnownEmpty(client, text, (shorter) => foundQuotesQuery(shorter).queryKey)
        ? []
        : (await call(quotesRoutes.list, { query, signal })).data,
    placeholderData: keepPreviousData,
  })
}

/** The latest quotes and those found by this text. */
export function useQuoteTargets(text: string): TargetResults {
  const latest = useQuery(foundQuotesQuery(''))
  const found = useQuery({ ...foundQuotesQuery(text), enabled: text !== '' })
  return targetResults({ latest: latest.data, found }, quoteTarget)
}

function quoteTarget(quote: WireQuote): JumpTarget {
  const totals = totalsSpan(quote)
  const { title, client_name: client, event, status, reference } = quote
  const names = [client, title === event.title ? null : title, reference].filter((name) => name !== null)
  return {
    kind: 'quote',
    id: quote.id,
    title: event.title,
    detail: ['Quote', ...names, status].join(' · '),
    ...(totals !== null && { aside: clientTotalText(totals), count: ticketsText(totals) }),
    href: `/profile?tab=quotes&quote=${encodeURIComponent(quote.id)}`,
  }
}
