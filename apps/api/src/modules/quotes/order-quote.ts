import { quoteLifecycle } from '@terrace/domain/quote-lifecycle'
import type { Tx } from '../../db/transaction.ts'
import { recordEvents } from '../../outbox/outbox.repo.ts'
import type { Clock } from '../../shared/clock.ts'
import { addEntries } from './history.repo.ts'
import { changeQuote } from './quote-changes.repo.ts'
import { deleteQuoteOrder, insertQuoteOrder, readStateBeforeOrders } from './quote-orders.repo.ts'
import { findQuotesOfSameHolds, lockQuote } from './quotes.repo.ts'

interface OrderOfQuote {
  quoteId: string
  orderId: string
  number: string
}

/** An order was placed in this transaction and came of the quote: the quote is ordered with it, or not at all. */
export async function orderQuote(
  { clock }: { clock: Clock },
  tx: Tx,
  { quoteId, orderId, number, accountId }: OrderOfQuote & { accountId: string },
): Promise<void> {
  const quote = await locked(tx, quoteId)
  const state = quoteLifecycle.next(quote.state, 'order')
  if (!state) throw new Error(`the quote ${quoteId} is ${quote.state} and cannot be ordered`)
  const at = clock.now()
  await insertQuoteOrder(tx, { orderId, quoteId, at })
  await changeQuote(tx, quoteId, { state })
  await addEntries(tx, [
    {
      quoteId,
      at,
      what: 'ordered',
      accountId,
      why: `Order ${number}`,
      facts: { order_id: orderId, from: quote.state },
    },
  ])
  await tellOfChange(tx, quote)
}

/** The order was undone in this transaction: unless another came of it, the quote is what it was before. */
export async function undoOrderOfQuote(
  { clock }: { clock: Clock },
  tx: Tx,
  { quoteId, orderId, number, why }: OrderOfQuote & { why: string },
): Promise<void> {
  const quote = await locked(tx, quoteId)
  const hasOthers = await deleteQuoteOrder(tx, { orderId, quoteId })
  if (!hasOthers) await changeQuote(tx, quoteId, { state: await readStateBeforeOrders(tx, quoteId) })
  await addEntries(tx, [
    {
      quoteId,
      at: clock.now(),
      what: 'order_undone',
      why: `Order ${number}: ${why}`,
      facts: { order_id: orderId },
    },
  ])
  await tellOfChange(tx, quote)
}

async function locked(tx: Tx, quoteId: string) {
  const quote = await lockQuote(tx, quoteId)
  if (!quote) throw new Error(`the quote ${quoteId} does not exist`)
  return quote
}

interface Changed {
  id: string
  teamId: string
}

/** Whoever shows the quote is to read it again. */
export async function tellOfChange(tx: Tx, quote: Changed): Promise<void> {
  await recordEvents(tx, [changed(quote)])
  await tellOfSameHolds(tx, quote)
}

/** To whom held tickets are promised is seen in every quote that offers them. */
export async function tellOfSameHolds(tx: Tx, { id, teamId }: Changed): Promise<void> {
  const others = await findQuotesOfSameHolds(tx, id)
  await recordEvents(
    tx,
    others.map((other) => changed({ id: other, teamId })),
  )
}

const changed = ({ id, teamId }: Changed) => ({
  topic: 'quote.changed' as const,
  subject: id,
  payload: { quoteId: id, teamId },
})
