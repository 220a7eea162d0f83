import type { WireQuoteWhole } from '@terrace/contracts/quote-shapes'
import { useRef } from 'react'
import { z } from 'zod/mini'
import { useIntentionKeys } from '#web/features/holds/use-intention-keys.ts'
import { ApiError } from '#web/lib/api-error.ts'
import { useGenerateQuote } from './mutations.ts'
import { quotePayload, type QuoteDraft } from './quote-draft.ts'

/** Makes a quote of a draft; a double click and a repeat after a lost answer are one quote. */
export function useGeneration(onMade: (quote: WireQuoteWhole) => void) {
  const { mutateAsync, error, isPending, reset } = useGenerateQuote()
  const withKey = useIntentionKeys()
  const isRunning = useRef(false)

  async function generate(draft: QuoteDraft): Promise<void> {
    if (isRunning.current) return
    isRunning.current = true
    const body = quotePayload(draft)
    try {
      const { data } = await withKey(JSON.stringify(body), (idempotencyKey) =>
        mutateAsync({ body, idempotencyKey }),
      )
      onMade(data)
    } catch {
      // Kept by the mutation, and said in the form.
    } finally {
      isRunning.current = false
    }
  }

  return { generate, error, isPending, forget: () => error && reset(), refusals: refusalsOf(error) }
}

const refusedOffers = z.looseObject({
  lines: z.array(
    z.looseObject({ listing_id: z.optional(z.string()), hold_id: z.optional(z.string()), title: z.string() }),
  ),
})

/** What the server said of single offers, by listing or hold. */
function refusalsOf(error: unknown): ReadonlyMap<string, string> {
  const lines = error instanceof ApiError ? (refusedOffers.safeParse(error.errors).data?.lines ?? []) : []
  return new Map(
    lines.flatMap(({ listing_id, hold_id, title }) => {
      const id = listing_id ?? hold_id
      return id === undefined ? [] : [[id, title] as const]
    }),
  )
}
