import { rejectedOffer } from '@terrace/contracts/quote-page'
import { z } from 'zod/mini'
import { ApiError } from '#web/lib/http/api-error.ts'

const rejectionSchema = z.object({ lines: z.array(rejectedOffer) })

/** The rejected offers without remaining tickets. */
export function unavailableOfferIds(error: unknown): readonly string[] {
  const lines = error instanceof ApiError ? (rejectionSchema.safeParse(error.errors).data?.lines ?? []) : []
  return lines
    .filter(({ code }) => code === 'offer.unavailable' || code === 'offer.unknown')
    .map(({ offer_id: id }) => id)
}
