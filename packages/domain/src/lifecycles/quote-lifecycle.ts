/**
 * States of a quote (product.md §5, §12.6).
 *
 *     active ──accept──▶ accepted       the client responds
 *     active ──decline──▶ declined
 *     accepted ⇄ declined               the client changes the response while the quote is open
 *     active, accepted, declined ──withdraw──▶ withdrawn       an undo returns to the state before
 *     active (expired), declined, withdrawn ──reopen──▶ active
 *     any ──order──▶ ordered            the broker may also buy offers that were never accepted
 *
 * Expiry is not a state: an expired active quote is displayed as expired, while accepted and declined ones keep their
 * status. `quoteCan` ignores time; use {@link displayQuoteStatus} and {@link acceptsResponses}.
 */
import { defineLifecycle } from './lifecycle.ts'

export const quoteStates = ['active', 'accepted', 'declined', 'withdrawn', 'ordered'] as const

export type QuoteState = (typeof quoteStates)[number]

export const quoteLifecycle = defineLifecycle({
  /** A client accepts all or some offers; a later response replaces the selection. */
  accept: { from: ['active', 'accepted', 'declined'], to: 'accepted' },
  decline: { from: ['active', 'accepted', 'declined'], to: 'declined' },
  /** The broker withdraws the quote; its link then shows contact details only. */
  withdraw: { from: ['active', 'accepted', 'declined'], to: 'withdrawn' },
  /** The broker reopens the quote with a new expiry; earlier responses stay in its history. */
  reopen: { from: ['active', 'declined', 'withdrawn'], to: 'active' },
  /** The broker buys from the quote. Repeatable, because parts can be bought separately. */
  order: { from: ['active', 'accepted', 'declined', 'withdrawn', 'ordered'], to: 'ordered' },
} satisfies Record<string, { from: QuoteState[]; to: QuoteState }>)

export const quoteCan = quoteLifecycle.can

/** In the spelling of the wire and the interface (product.md §5). */
export const quoteStatuses = ['Active', 'Accepted', 'Declined', 'Expired', 'Withdrawn', 'Ordered'] as const

export type QuoteStatus = (typeof quoteStatuses)[number]

const statusOf: Readonly<Record<QuoteState, QuoteStatus>> = {
  active: 'Active',
  accepted: 'Accepted',
  declined: 'Declined',
  withdrawn: 'Withdrawn',
  ordered: 'Ordered',
}

/** The status to show. `hasExpired` is decided by the server's clock. */
export function displayQuoteStatus(state: QuoteState, hasExpired: boolean): QuoteStatus {
  return hasExpired && state === 'active' ? 'Expired' : statusOf[state]
}

/** Whether a client may still respond. */
export function acceptsResponses(state: QuoteState, hasExpired: boolean): boolean {
  return !hasExpired && (state === 'active' || state === 'accepted' || state === 'declined')
}
