import { refusedOffer } from '@terrace/contracts/quote-page'
import { z } from 'zod/mini'
import { ApiError } from '#web/lib/api-error.ts'

const refusal = z.object({ lines: z.array(refusedOffer) })

/** The offers of a refused answer of which nothing is left. */
export function goneOf(error: unknown): readonly string[] {
  const lines = error instanceof ApiError ? (refusal.safeParse(error.errors).data?.lines ?? []) : []
  return lines
    .filter(({ code }) => code === 'offer.gone' || code === 'offer.unknown')
    .map(({ offer_id: id }) => id)
}
