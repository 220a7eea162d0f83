import { onSessionEnd } from '#web/lib/http/session.ts'

const storageKey = 'checkout-quote'

/**
 * Remembers which quote this tab's latest checkout belongs to. The bank redirects back to a fixed URL, so the quote
 * cannot be part of it.
 */
export function saveCheckoutQuote(quoteId: string | undefined): void {
  if (quoteId === undefined) sessionStorage.removeItem(storageKey)
  else sessionStorage.setItem(storageKey, quoteId)
}

export function readCheckoutQuote(): string | undefined {
  return sessionStorage.getItem(storageKey) ?? undefined
}

onSessionEnd(() => saveCheckoutQuote(undefined))
