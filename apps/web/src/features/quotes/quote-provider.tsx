import { useQueryClient, type QueryClient } from '@tanstack/react-query'
import { createContext, use, useCallback, useState, type ReactNode } from 'react'
import { LazyPart } from '#web/ui/overlay/lazy-part.tsx'
import type { QuoteRequest } from './builder/quote-request.ts'

type OpenQuoteBuilder = (requests: readonly QuoteRequest[]) => void

async function loadBuilder(queryClient: QueryClient) {
  const [{ QuoteBuilder }] = await Promise.all([
    import('./builder/quote-builder.tsx'),
    import('./builder/quote-defaults.ts').then(({ loadQuoteDefaults }) => loadQuoteDefaults(queryClient)),
  ])
  return { default: QuoteBuilder }
}

const QuoteBuilderContext = createContext<OpenQuoteBuilder>(() => undefined)

/** Opens the quote builder. Several requests mean a basket with several events. */
export function useOpenQuoteBuilder(): OpenQuoteBuilder {
  return use(QuoteBuilderContext)
}

/** Provides the quote builder to all screens. Its code loads when it is first opened. */
export function QuoteProvider({ children }: { children: ReactNode }) {
  const [builder, setBuilder] = useState<{ requests: readonly QuoteRequest[]; isOpen: boolean } | null>(null)
  const queryClient = useQueryClient()
  const load = useCallback(() => loadBuilder(queryClient), [queryClient])
  const openBuilder = useCallback<OpenQuoteBuilder>((requests) => setBuilder({ requests, isOpen: true }), [])
  return (
    <QuoteBuilderContext value={openBuilder}>
      {children}
      {builder && (
        <LazyPart
          load={load}
          props={{
            ...builder,
            onClose: () => setBuilder((previous) => previous && { ...previous, isOpen: false }),
          }}
        />
      )}
    </QuoteBuilderContext>
  )
}
