/**
 * The life of a quote (product.md §5, §12 "Quotes").
 *
 *     active ⇄ accepted ⇄ declined      a visitor answers, and may think again while the quote stands
 *     any of these ──withdraw──▶ withdrawn
 *     active past its end, declined, withdrawn ──revive──▶ active
 *     any ──order──▶ ordered            the broker may also buy what was never accepted
 *
 * Time is no state: an active quote past its end is shown as expired. What time forbids, `quoteCan` does not know: ask
 * {@link shownQuoteStatus} and {@link takesAnswers}. Accepted and declined ones keep their name: the client has spoken in time.
 */
import { defineLifecycle } from './lifecycle.ts'

export const quoteStates = ['active', 'accepted', 'declined', 'withdrawn', 'ordered'] as const

export type QuoteState = (typeof quoteStates)[number]

export const quoteLifecycle = defineLifecycle({
  /** By a visitor: all or some of the offers; a second visitor, or the same again, replaces what was chosen. */
  accept: { from: ['active', 'accepted', 'declined'], to: 'accepted' },
  /** By a visitor. */
  decline: { from: ['active', 'accepted', 'declined'], to: 'declined' },
  /** By the broker: the link shows whom to contact instead. */
  withdraw: { from: ['active', 'accepted', 'declined'], to: 'withdrawn' },
  /** By the broker: it stands again, for a new time; answers given before stay in its history. */
  revive: { from: ['active', 'declined', 'withdrawn'], to: 'active' },
  /** By the broker's purchase. A quote may be bought from again: a part may be ordered later. */
  order: { from: ['active', 'accepted', 'declined', 'withdrawn', 'ordered'], to: 'ordered' },
} satisfies Record<string, { from: QuoteState[]; to: QuoteState }>)

/** `quoteCan.withdraw(quote)`. */
export const quoteCan = quoteLifecycle.can

/** As the wire and a user spell it (product.md §5). */
export const quoteStatuses = ['Active', 'Accepted', 'Declined', 'Expired', 'Withdrawn', 'Ordered'] as const

export type QuoteStatus = (typeof quoteStatuses)[number]

const statusOf: Readonly<Record<QuoteState, QuoteStatus>> = {
  active: 'Active',
  accepted: 'Accepted',
  declined: 'Declined',
  withdrawn: 'Withdrawn',
  ordered: 'Ordered',
}

/** What a quote is called now. `isOver`: its time has run out, by the server's clock. */
export function shownQuoteStatus(state: QuoteState, isOver: boolean): QuoteStatus {
  return isOver && state === 'active' ? 'Expired' : statusOf[state]
}

/** Whether a visitor may still answer it. */
export function takesAnswers(state: QuoteState, isOver: boolean): boolean {
  return !isOver && (state === 'active' || state === 'accepted' || state === 'declined')
}
