import { isOnSale } from '@terrace/domain/event-status'
import type { Db } from '../../db/client.ts'
import { inTransaction, type Tx } from '../../db/transaction.ts'
import type { SignedIn } from '../../http/signed-in.ts'
import type { Clock } from '../../shared/clock.ts'
import { tellOfChange } from './order-quote.ts'
import { actionsOn, statusOf } from './quote-status.ts'
import type { Quote } from './quote.ts'
import { quoteErrors } from './quotes.errors.ts'
import { lockQuote } from './quotes.repo.ts'

export interface ChangeDeps {
  db: Db
  clock: Clock
}

/** Which quote, and whose wish it is. */
export interface ToQuote {
  by: Pick<SignedIn, 'teamId' | 'accountId'>
  id: string
}

/** What `change` finds: the quote as nobody else changes it meanwhile. */
export interface Changing {
  tx: Tx
  quote: Quote
  now: Date
}

/**
 * Changes a quote that its lock keeps from being answered, ordered or changed by others until it is done, and tells whoever
 * shows it. `isPossible` is asked after the wait. Throws `quote.not_found`, also for another team's, and `quote.not_possible`.
 */
export async function changeUnderLock(
  { db, clock }: ChangeDeps,
  { by, id }: ToQuote,
  isPossible: (quote: Quote, now: Date) => boolean,
  change: (changing: Changing) => Promise<void>,
): Promise<void> {
  await inTransaction(db, async (tx) => {
    const quote = await lockQuote(tx, id)
    if (quote?.teamId !== by.teamId) throw quoteErrors.make('quote.not_found')
    const now = clock.now()
    if (!isPossible(quote, now)) throw notPossible(quote, now)
    await change({ tx, quote, now })
    await tellOfChange(tx, quote)
  })
}

export const may =
  (action: keyof ReturnType<typeof actionsOn>) =>
  (quote: Quote, now: Date): boolean =>
    actionsOn(quote, now)[action]

/** The end of a quote that stands for so many hours from now: an event that has begun ends it before. */
export function endAfter(hours: number, { event }: Pick<Quote, 'event'>, now: Date): Date {
  return new Date(Math.min(now.getTime() + hours * 3_600_000, event.startsAt.getTime()))
}

/** Throws `quote.event_over` where there is nothing to say yes to any more. */
export function assertEventAhead({ event }: Pick<Quote, 'event'>, now: Date): void {
  if (!isOnSale(event, now)) throw quoteErrors.make('quote.event_over')
}

export function notPossible(quote: Quote, now: Date) {
  const status = statusOf(quote, now)
  return quoteErrors.make('quote.not_possible', {
    title: `This quote is ${status.toLowerCase()}: that is not possible with it now`,
    details: { status },
  })
}
