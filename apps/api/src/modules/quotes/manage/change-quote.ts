import { isOnSale } from '@terrace/domain/lifecycles/event-status'
import type { Db } from '#api/db/client.ts'
import { inTransaction, type Tx } from '#api/db/transaction.ts'
import type { AuthenticatedAccount } from '#api/http/authenticated-account.ts'
import type { Clock } from '#api/shared/clock.ts'
import {
  claimKey,
  storeResponse,
  type IdempotencyKey,
  type IdempotencyScope,
} from '#api/shared/idempotency.ts'
import { announceQuoteChange } from './announce-quote-change.ts'
import { actionsOn, statusOf } from '../quote-status.ts'
import type { Quote } from '../quote.ts'
import { quoteErrors } from '../quotes.errors.ts'
import { lockQuote } from '../quotes.repo.ts'

export interface ChangeDeps {
  db: Db
  clock: Clock
}

/** The quote to change and the user who changes it. */
export interface QuoteCommand {
  by: Pick<AuthenticatedAccount, 'teamId' | 'accountId'>
  id: string
}

/** With a key, if the request may be repeated. */
interface KeyedCommand extends QuoteCommand {
  claim?: (IdempotencyScope & IdempotencyKey) | undefined
}

/** A locked quote in its transaction. */
export interface ChangeContext {
  tx: Tx
  quote: Quote
  now: Date
}

/**
 * Locks a quote, applies `change` and announces it. `isAllowed` is checked after the lock wait. A repeated key changes
 * nothing, also when the change is no longer allowed.
 * @throws `quote.not_found`, including for quotes of other teams, and `quote.invalid_state`.
 */
export async function changeUnderLock(
  { db, clock }: ChangeDeps,
  { by, id, claim }: KeyedCommand,
  isAllowed: (quote: Quote, now: Date) => boolean,
  change: (context: ChangeContext) => Promise<void>,
): Promise<void> {
  await inTransaction(db, async (tx) => {
    const quote = await lockQuote(tx, id)
    if (quote?.teamId !== by.teamId) throw quoteErrors.make('quote.not_found')
    if (claim && (await claimKey(tx, claim, claim)) !== undefined) return
    const now = clock.now()
    if (!isAllowed(quote, now)) throw invalidQuoteState(quote, now)
    await change({ tx, quote, now })
    await announceQuoteChange(tx, quote)
    if (claim) await storeResponse(tx, claim, claim, {})
  })
}

export const isActionAllowed =
  (action: keyof ReturnType<typeof actionsOn>) =>
  (quote: Quote, now: Date): boolean =>
    actionsOn(quote, now)[action]

/** Expiry `hours` from now, or the start of the event if that is earlier. */
export function endAfter(hours: number, { event }: Pick<Quote, 'event'>, now: Date): Date {
  return new Date(Math.min(now.getTime() + hours * 3_600_000, event.startsAt.getTime()))
}

/** @throws `quote.event_over` once the event is no longer on sale. */
export function assertEventOnSale({ event }: Pick<Quote, 'event'>, now: Date): void {
  if (!isOnSale(event, now)) throw quoteErrors.make('quote.event_over')
}

export function invalidQuoteState(quote: Quote, now: Date) {
  const status = statusOf(quote, now)
  return quoteErrors.make('quote.invalid_state', {
    title: `This quote is ${status.toLowerCase()} and can’t be changed`,
    details: { status },
  })
}
