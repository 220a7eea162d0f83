import { refusedOffer } from '@terrace/contracts/quote-page'
import { z } from 'zod/mini'
import { ApiError } from '#web/lib/api-error.ts'

/** Whether the server has refused the answer, so that what the page shows is no longer how things are. */
export function isJudged(error: unknown): boolean {
  return error instanceof ApiError && error.status < 500 && error.status !== 429
}

const refusal = z.object({ lines: z.array(refusedOffer) })

/** The offers of a refused answer of which nothing is left. */
export function goneOf(error: unknown): readonly string[] {
  const lines = error instanceof ApiError ? (refusal.safeParse(error.errors).data?.lines ?? []) : []
  return lines
    .filter(({ code }) => code === 'offer.gone' || code === 'offer.unknown')
    .map(({ offer_id: id }) => id)
}
