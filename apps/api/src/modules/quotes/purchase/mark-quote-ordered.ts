import { quoteLifecycle } from '@terrace/domain/lifecycles/quote-lifecycle'
import type { Tx } from '#api/db/transaction.ts'
import { recordEvents } from '#api/outbox/outbox.repo.ts'
import type { Clock } from '#api/shared/clock.ts'
import { addEntries } from '../manage/quote-history.repo.ts'
import { changeQuote } from '../manage/quote-changes.repo.ts'
import { deleteQuoteOrder, insertQuoteOrder, readStateBeforeOrders } from './quote-orders.repo.ts'
import { findQuotesSharingHolds, lockQuote } from '../quotes.repo.ts'

interface QuoteOrder {
  quoteId: string
  orderId: string
  number: string
}

/** Marks the quote as ordered, in the transaction that places its order. */
export async function markQuoteOrdered(
  { clock }: { clock: Clock },
  tx: Tx,
  { quoteId, orderId, number, accountId }: QuoteOrder & { accountId: string },
): Promise<void> {
  const quote = await lockExistingQuote(tx, quoteId)
  const state = quoteLifecycle.next(quote.state, 'order')
  if (!state) throw new Error(`quote ${quoteId} is ${quote.state} and can’t be ordered`)
  const at = clock.now()
  await insertQuoteOrder(tx, { orderId, quoteId, at })
  await changeQuote(tx, quoteId, { state })
  await addEntries(tx, [
    {
      quoteId,
      at,
      event: 'ordered',
      accountId,
      reason: `Order ${number}`,
      details: { order_id: orderId, from: quote.state },
    },
  ])
  await announceQuoteChange(tx, quote)
}

/**
 * Removes a reversed order from its quote, in the same transaction. Restores the quote's previous state unless it has
 * another order.
 */
export async function reverseOrderOfQuote(
  { clock }: { clock: Clock },
  tx: Tx,
  { quoteId, orderId, number, reason }: QuoteOrder & { reason: string },
): Promise<void> {
  const quote = await lockExistingQuote(tx, quoteId)
  const hasOtherOrders = await deleteQuoteOrder(tx, { orderId, quoteId })
  if (!hasOtherOrders) await changeQuote(tx, quoteId, { state: await readStateBeforeOrders(tx, quoteId) })
  await addEntries(tx, [
    {
      quoteId,
      at: clock.now(),
      event: 'order_reversed',
      reason: `Order ${number}: ${reason}`,
      details: { order_id: orderId },
    },
  ])
  await announceQuoteChange(tx, quote)
}

async function lockExistingQuote(tx: Tx, quoteId: string) {
  const quote = await lockQuote(tx, quoteId)
  if (!quote) throw new Error(`quote ${quoteId} does not exist`)
  return quote
}

interface QuoteKey {
  id: string
  teamId: string
}

/** Publishes the quote as changed, so that open pages reload it. */
export async function announceQuoteChange(tx: Tx, quote: QuoteKey): Promise<void> {
  await recordEvents(tx, [changeEvent(quote)])
  await announceSharedHoldChanges(tx, quote)
}

/** Publishes other quotes that offer the same holds, because each shows which client was promised the tickets. */
export async function announceSharedHoldChanges(tx: Tx, { id, teamId }: QuoteKey): Promise<void> {
  const others = await findQuotesSharingHolds(tx, id)
  await recordEvents(
    tx,
    others.map((other) => changeEvent({ id: other, teamId })),
  )
}

const changeEvent = ({ id, teamId }: QuoteKey) => ({
  topic: 'quote.changed' as const,
  subject: id,
  payload: { quoteId: id, teamId },
})
