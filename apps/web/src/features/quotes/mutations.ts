import { useMutation, useQueryClient, type QueryClient } from '@tanstack/react-query'
import type { WireQuoteDetail } from '@terrace/contracts/quote-shapes'
import { quoteCreationRoutes, type QuoteBodyInput } from '@terrace/contracts/quote-creation'
import { quotesRoutes } from '@terrace/contracts/quotes'
import { workspaceRoutes } from '@terrace/contracts/workspace'
import { call } from '#web/lib/http/api-client.ts'
import { errorText } from '#web/lib/http/api-error.ts'
import { showToast, toastSeverity } from '#web/ui/overlay/toast-queue.ts'
import { showUndo } from '#web/ui/overlay/show-undo.ts'
import { quoteQuery } from './queries.ts'

/** Creates a quote. Retries must reuse the idempotency key, so a double click creates one quote. */
export function useGenerateQuote() {
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn: ({ body, idempotencyKey }: { body: QuoteBodyInput; idempotencyKey: string }) =>
      call(quoteCreationRoutes.generate, { body, idempotencyKey }),
    onSuccess: ({ data }) => cacheQuote(queryClient, data),
  })
}

/** An API call on an existing quote that returns its new state. */
type QuoteAction = (params: { quote_id: string }) => Promise<{ data: WireQuoteDetail }>

/** Runs an action on a quote; the caller provides the API call. */
export function useQuoteAction(id: string) {
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn: (action: QuoteAction) => action({ quote_id: id }),
    onSuccess: ({ data }) => cacheQuote(queryClient, data),
    // The action may have failed because the quote changed, so reload it.
    onError: () => void queryClient.invalidateQueries({ queryKey: quoteQuery(id).queryKey }),
  })
}

/** Withdraws a quote at once; the undo bar restores its previous state. */
export function useWithdrawQuote(id: string) {
  const queryClient = useQueryClient()
  const params = { quote_id: id }
  const { mutate, isPending } = useMutation({
    mutationFn: ({ isUndo }: { isUndo: boolean }) =>
      isUndo
        ? call(quotesRoutes.undoWithdrawal, { params })
        : call(quotesRoutes.withdraw, { params, body: {} }),
    onSuccess({ data }, { isUndo }) {
      cacheQuote(queryClient, data)
      if (!isUndo) showUndo('Quote withdrawn', () => mutate({ isUndo: true }))
    },
    onError(error) {
      showToast(errorText(error), toastSeverity.error)
      void queryClient.invalidateQueries({ queryKey: quoteQuery(id).queryKey })
    },
  })
  return { withdraw: () => mutate({ isUndo: false }), isPending }
}

/** Caches the returned quote and reloads lists and counts. */
function cacheQuote(queryClient: QueryClient, quote: WireQuoteDetail): void {
  queryClient.setQueryData(quoteQuery(quote.id).queryKey, quote)
  reloadQuoteLists(queryClient)
}

/** Reloads the lists and counts that show quotes. */
export function reloadQuoteLists(queryClient: QueryClient): void {
  for (const name of [quotesRoutes.list.name, workspaceRoutes.counts.name]) {
    void queryClient.invalidateQueries({ queryKey: [name] })
  }
}
