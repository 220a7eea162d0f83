import { onSessionEnd } from '#web/lib/session.ts'

const place = 'checkout-quote'

/**
 * Of which quote this tab's latest checkout was, or that it was of none. The bank sends buyers back to an address of its own:
 * by this the way back to the checkout still leads to the same purchase.
 */
export function rememberQuote(quoteId: string | undefined): void {
  if (quoteId === undefined) sessionStorage.removeItem(place)
  else sessionStorage.setItem(place, quoteId)
}

export function rememberedQuote(): string | undefined {
  return sessionStorage.getItem(place) ?? undefined
}

onSessionEnd(() => rememberQuote(undefined))
