import type { Tx } from '#api/db/transaction.ts'
import { recordEvents } from '#api/outbox/outbox.repo.ts'
import { findQuotesSharingHolds } from '../quotes.repo.ts'

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
