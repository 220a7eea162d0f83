import type { Tx } from '../../db/transaction.ts'
import { addEntries } from './history.repo.ts'
import { tellOfChange } from './order-quote.ts'

/** Writes down that a quote was made, also where it is a copy, and tells whoever lists the team's. */
export async function tellOfNew(
  tx: Tx,
  { id, teamId, accountId, at }: { id: string; teamId: string; accountId: string; at: Date },
): Promise<void> {
  await addEntries(tx, [{ quoteId: id, at, what: 'created', accountId }])
  await tellOfChange(tx, { id, teamId })
}
