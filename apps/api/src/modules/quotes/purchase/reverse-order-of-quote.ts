import type { Tx } from '#api/db/transaction.ts'
import type { Clock } from '#api/shared/clock.ts'
import { addEntries } from '../manage/quote-history.repo.ts'
import { changeQuote } from '../manage/quote-changes.repo.ts'
import { deleteQuoteOrder, readStateBeforeOrders } from './quote-orders.repo.ts'
import { announceQuoteChange } from '../manage/announce-quote-change.ts'
import { lockQuote } from '../quotes.repo.ts'

interface QuoteOrder {
  quoteId: string
  orderId: string
  number: string
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
