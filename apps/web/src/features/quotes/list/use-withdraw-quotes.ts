import { useQueryClient } from '@tanstack/react-query'
import type { WireQuote, WireQuoteDetail } from '@terrace/contracts/quote-shapes'
import { quotesRoutes } from '@terrace/contracts/quotes'
import { useState } from 'react'
import { reloadQuoteLists } from '#web/features/quotes/mutations.ts'
import { quoteQuery } from '#web/features/quotes/queries.ts'
import { call } from '#web/lib/http/api-client.ts'
import { errorText } from '#web/lib/http/api-error.ts'
import { showToast, toastSeverity } from '#web/ui/overlay/toast-queue.ts'
import { showUndo } from '#web/ui/overlay/show-undo.ts'

type QuoteCall = (params: { quote_id: string }) => Promise<{ data: WireQuoteDetail }>

/** Withdraws quotes one after the other; a single undo restores all of them. `onProblem` receives which ones stay. */
export function useWithdrawQuotes(onProblem: (problem: string | null) => void) {
  const queryClient = useQueryClient()
  const [isPending, setPending] = useState(false)

  async function changeEach(quotes: readonly WireQuote[], change: QuoteCall) {
    const changed: WireQuote[] = []
    const failures: { quote: WireQuote; reason: string }[] = []
    for (const quote of quotes) {
      const { queryKey } = quoteQuery(quote.id)
      try {
        const { data } = await change({ quote_id: quote.id })
        queryClient.setQueryData(queryKey, data)
        changed.push(quote)
      } catch (error) {
        // The quote may have changed, so reload it.
        void queryClient.invalidateQueries({ queryKey })
        failures.push({ quote, reason: errorText(error) })
      }
    }
    reloadQuoteLists(queryClient)
    return { changed, failures }
  }

  async function undo(quotes: readonly WireQuote[]) {
    onProblem(null)
    const { failures } = await changeEach(quotes, (params) => call(quotesRoutes.undoWithdrawal, { params }))
    if (failures.length > 0) showToast(`Still withdrawn: ${listFailures(failures)}`, toastSeverity.error)
  }

  /** Returns whether all were withdrawn. */
  async function withdraw(quotes: readonly WireQuote[]): Promise<boolean> {
    onProblem(null)
    setPending(true)
    const { changed, failures } = await changeEach(quotes, (params) =>
      call(quotesRoutes.withdraw, { params, body: {} }),
    )
    setPending(false)
    if (changed.length > 0)
      showUndo(
        changed.length === 1 ? 'Quote withdrawn' : `${changed.length} quotes withdrawn`,
        () => void undo(changed),
      )
    if (failures.length > 0) onProblem(`Not withdrawn: ${listFailures(failures)}`)
    return failures.length === 0
  }

  return { withdraw, isPending }
}

/** 'Ada Wong, Lee Park (This quote has been bought since)', with each reason once. */
function listFailures(failures: readonly { quote: WireQuote; reason: string }[]): string {
  return [...Map.groupBy(failures, ({ reason }) => reason)]
    .map(([reason, group]) => {
      const names = group.map(({ quote }) => quote.client_name ?? quote.title)
      return `${names.join(', ')} (${reason})`
    })
    .join('; ')
}
