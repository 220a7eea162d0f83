import type { QueryClient } from '@tanstack/react-query'
import type { WireQuoteDetail } from '@terrace/contracts/quote-shapes'
import { quotesRoutes } from '@terrace/contracts/quotes'
import { quoteUpdate, type QuoteUpdate } from '@terrace/contracts/realtime'
import { formatTickets } from '@terrace/domain/tickets/format-count'
import { priceText } from '#web/lib/format/price.ts'
import { inQuotationMarks } from '#web/lib/format/quotation-marks.ts'
import { waitUntilVisible } from '#web/lib/wait-until-visible.ts'
import { showRecordedToast, toastSeverity } from '#web/ui/overlay/toast-queue.ts'
import { quoteQuery } from '#web/features/quotes/queries.ts'

/** Refreshes cached quotes and shows a toast for a client's action. Updates without valid data only refresh. */
export async function onQuoteUpdate(queryClient: QueryClient, data: unknown): Promise<void> {
  for (const name of [quotesRoutes.list.name, quotesRoutes.one.name]) {
    void queryClient.invalidateQueries({ queryKey: [name] })
  }
  const update = quoteUpdate.safeParse(data)
  if (!update.success || update.data.kind === 'changed') return
  await waitUntilVisible()
  const quote = await queryClient.fetchQuery({ ...quoteQuery(update.data.quote_id), staleTime: 0 })
  showUpdateToast(update.data.kind, quote)
}

function showUpdateToast(kind: Exclude<QuoteUpdate['kind'], 'changed'>, quote: WireQuoteDetail): void {
  const title = inQuotationMarks(quote.title)
  const clientName = quote.response?.name ?? quote.client_name
  if (kind === 'viewed') {
    showRecordedToast(withDetails(`Client opened ${title}`, quote.client_name))
  } else if (kind === 'accepted') {
    const { totals } = quote
    const summary = totals && `${formatTickets(totals.quantity)} for ${priceText(totals.client_total)}`
    showRecordedToast(withDetails(`Client accepted ${title}`, clientName, summary))
  } else {
    showRecordedToast(
      withDetails(`Client declined ${title}`, clientName, quote.response?.reason),
      toastSeverity.warning,
    )
  }
}

/** Adds the known details as a second line. */
function withDetails(line: string, ...details: readonly (string | null | undefined)[]): string {
  return [line, details.filter(Boolean).join(', ')].filter(Boolean).join('\n')
}
