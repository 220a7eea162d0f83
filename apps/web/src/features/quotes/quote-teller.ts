import type { QueryClient } from '@tanstack/react-query'
import type { WireQuoteWhole } from '@terrace/contracts/quote-shapes'
import { quotesRoutes } from '@terrace/contracts/quotes'
import { quoteNews, type QuoteNews } from '@terrace/contracts/realtime'
import { formatTickets } from '@terrace/domain/tickets'
import { priceText } from '#web/lib/price.ts'
import { quoted } from '#web/lib/quoted.ts'
import { untilVisible } from '#web/lib/until-visible.ts'
import { showToast } from '#web/ui/toast-queue.ts'
import { quoteQuery } from './queries.ts'

/** Renews what the page shows of the team's quotes and tells what a client did with one; without data nothing is told. */
export async function hearOfQuote(queryClient: QueryClient, data: unknown): Promise<void> {
  for (const name of [quotesRoutes.list.name, quotesRoutes.one.name]) {
    void queryClient.invalidateQueries({ queryKey: [name] })
  }
  const news = quoteNews.safeParse(data)
  if (!news.success || news.data.kind === 'changed') return
  await untilVisible()
  const quote = await queryClient.fetchQuery({ ...quoteQuery(news.data.quote_id), staleTime: 0 })
  tell(news.data.kind, quote)
}

function tell(kind: Exclude<QuoteNews['kind'], 'changed'>, quote: WireQuoteWhole): void {
  const title = quoted(quote.title)
  const who = quote.answer?.name ?? quote.client_name
  if (kind === 'viewed') {
    showToast(withMore(`Client opened ${title}`, quote.client_name))
  } else if (kind === 'accepted') {
    const { totals } = quote
    const what = totals && `${formatTickets(totals.quantity)} for ${priceText(totals.client_total)}`
    showToast(withMore(`Client accepted ${title}`, who, what))
  } else {
    showToast(withMore(`Client declined ${title}`, who, quote.answer?.reason), 2)
  }
}

/** A second line of what is known. */
function withMore(line: string, ...more: readonly (string | null | undefined)[]): string {
  return [line, more.filter(Boolean).join(', ')].filter(Boolean).join('\n')
}
