import type { QueryClient, QueryKey } from '@tanstack/react-query'

/** As long as results count as fresh. */
const freshMs = 15_000

/**
 * Whether a recent search for the beginning of this text found nothing. Every word must match, so a longer text finds
 * nothing either, and the server need not be asked with each letter.
 */
export function isKnownEmpty(
  client: QueryClient,
  text: string,
  keyOf: (shorterText: string) => QueryKey,
): boolean {
  return Array.from({ length: Math.max(0, text.length - 1) }, (_, index) => text.slice(0, index + 1)).some(
    (shorter) => {
      const state = client.getQueryState<readonly unknown[]>(keyOf(shorter))
      return state?.data?.length === 0 && !state.isInvalidated && Date.now() - state.dataUpdatedAt < freshMs
    },
  )
}
