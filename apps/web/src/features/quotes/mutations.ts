import { useMutation, useQueryClient, type QueryClient } from '@tanstack/react-query'
import { quoteSettingsRoutes, type WireQuoteSettings } from '@terrace/contracts/quote-settings'
import type { WireQuoteWhole } from '@terrace/contracts/quote-shapes'
import { quotesRoutes, type QuoteBodyInput } from '@terrace/contracts/quotes'
import { workspaceRoutes } from '@terrace/contracts/workspace'
import { call } from '#web/lib/api-client.ts'
import { quoteQuery, quoteSettingsQuery } from './queries.ts'

/** Makes a quote. The same key with every repeat of one intention: a double click is one quote. */
export function useGenerateQuote() {
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn: ({ body, idempotencyKey }: { body: QuoteBodyInput; idempotencyKey: string }) =>
      call(quotesRoutes.generate, { body, idempotencyKey }),
    onSuccess: ({ data }) => keep(queryClient, data),
  })
}

/** One call about a quote that there is; it answers the quote as it is then. */
type QuoteAct = (params: { quote_id: string }) => Promise<{ data: WireQuoteWhole }>

/** What a broker does with a quote: the caller says which call it is. */
export function useQuoteAct(id: string) {
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn: (act: QuoteAct) => act({ quote_id: id }),
    onSuccess: ({ data }) => keep(queryClient, data),
    // It may have changed under the reader's eyes, which is why it was refused.
    onError: () => void queryClient.invalidateQueries({ queryKey: quoteQuery(id).queryKey }),
  })
}

/** What the server said last of a quote is shown at once; lists and counts are asked for again. */
function keep(queryClient: QueryClient, quote: WireQuoteWhole): void {
  queryClient.setQueryData(quoteQuery(quote.id).queryKey, quote)
  for (const name of [quotesRoutes.list.name, workspaceRoutes.counts.name]) {
    void queryClient.invalidateQueries({ queryKey: [name] })
  }
}

export function useChangeQuoteSettings() {
  const keepSettings = useKeepSettings()
  return useMutation({
    mutationFn: (body: WireQuoteSettings) => call(quoteSettingsRoutes.change, { body }),
    onSuccess: keepSettings,
  })
}

/** Puts up a logo, given as base64, or takes it down (null). */
export function useChangeLogo() {
  const keepSettings = useKeepSettings()
  return useMutation({
    mutationFn: (base64: string | null) =>
      base64 === null
        ? call(quoteSettingsRoutes.removeLogo)
        : call(quoteSettingsRoutes.changeLogo, { body: { base64 } }),
    onSuccess: keepSettings,
  })
}

type SettingsAnswer = Awaited<ReturnType<typeof call<typeof quoteSettingsRoutes.read>>>

function useKeepSettings() {
  const queryClient = useQueryClient()
  return ({ data }: SettingsAnswer) => {
    queryClient.setQueryData(quoteSettingsQuery().queryKey, data)
  }
}
