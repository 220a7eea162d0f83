import type { Db } from '#api/db/client.ts'
import { inTransaction } from '#api/db/transaction.ts'
import type { Clock } from '#api/shared/clock.ts'
import { lockResaleRules } from '../resale-rules/resale-rules.repo.ts'
import { relistNextListings, withdrawNextListings } from './suspend-listings.repo.ts'

/**
 * Takes everything of a suspended seller off sale, batch by batch; holds and unpaid orders are honoured. Nothing new can be
 * published while the seller is suspended. Repeating it continues after an interruption. Returns the number of listings.
 */
export async function withdrawSuspended(
  { db, clock }: { db: Db; clock: Clock },
  teamId: string,
): Promise<number> {
  let count = 0
  for (;;) {
    const events = await inTransaction(db, (tx) => withdrawNextListings(tx, { teamId, now: clock.now() }))
    if (events.length === 0) return count
    count += events.length
  }
}

/** Puts them back on sale once the suspension has ended. Returns the number of listings that are on sale again. */
export async function relistSuspended(
  { db, clock }: { db: Db; clock: Clock },
  teamId: string,
): Promise<number> {
  let count = 0
  for (;;) {
    const { decided, relisted } = await inTransaction(db, async (tx) => {
      await lockResaleRules(tx)
      return relistNextListings(tx, { teamId, now: clock.now() })
    })
    if (decided === 0) return count
    count += relisted
  }
}
