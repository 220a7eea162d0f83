import type { Tx } from '#api/db/transaction.ts'
import { addEntries } from '../manage/quote-history.repo.ts'
import { announceQuoteChange } from '../manage/announce-quote-change.ts'

/** Records the creation of a quote or copy and announces the change. */
export async function recordQuoteCreated(
  tx: Tx,
  { id, teamId, accountId, at }: { id: string; teamId: string; accountId: string; at: Date },
): Promise<void> {
  await addEntries(tx, [{ quoteId: id, at, event: 'created', accountId }])
  await announceQuoteChange(tx, { id, teamId })
}
