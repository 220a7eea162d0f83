import type { WireQuoteDetail } from '@terrace/contracts/quote-shapes'
import { useRef } from 'react'
import { z } from 'zod/mini'
import { useIdempotencyKeys } from '#web/lib/http/use-idempotency-keys.ts'
import { ApiError } from '#web/lib/http/api-error.ts'
import { useGenerateQuote } from '#web/features/quotes/mutations.ts'
import { quotePayload, type PendingQuote } from './pending-quote.ts'

/** Creates a quote. A double click or a retry after a lost response creates one quote. */
export function useGeneration(onCreated: (quote: WireQuoteDetail) => void) {
  const { mutateAsync, error, isPending, reset } = useGenerateQuote()
  const withIdempotencyKey = useIdempotencyKeys()
  const isRunning = useRef(false)

  async function generate(pendingQuote: PendingQuote): Promise<void> {
    if (isRunning.current) return
    isRunning.current = true
    const body = quotePayload(pendingQuote)
    try {
      const { data } = await withIdempotencyKey(JSON.stringify(body), (idempotencyKey) =>
        mutateAsync({ body, idempotencyKey }),
      )
      onCreated(data)
    } catch {
      // The form shows the mutation's error.
    } finally {
      isRunning.current = false
    }
  }

  return { generate, error, isPending, clearError: () => error && reset(), offerErrors: offerErrorsOf(error) }
}

const offerErrorsSchema = z.looseObject({
  lines: z.array(
    z.looseObject({ listing_id: z.optional(z.string()), hold_id: z.optional(z.string()), title: z.string() }),
  ),
})

/** Server errors of single offers, by listing or hold id. */
function offerErrorsOf(error: unknown): ReadonlyMap<string, string> {
  const lines = error instanceof ApiError ? (offerErrorsSchema.safeParse(error.errors).data?.lines ?? []) : []
  return new Map(
    lines.flatMap(({ listing_id, hold_id, title }) => {
      const id = listing_id ?? hold_id
      return id === undefined ? [] : [[id, title] as const]
    }),
  )
}
