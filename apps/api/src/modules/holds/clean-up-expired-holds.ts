import { sql } from 'kysely'
import type { DbOrTx } from '#api/db/transaction.ts'

const batchSize = 1000

/**
 * Sets expired holds to `released` (the state of every hold that ended unsold), to keep the indexes small, and returns how
 * many. This is cleanup only: a hold stops reserving stock at `reserved_until`. It updates only holds that
 * `announce-expired-holds.ts` has announced, because the announcement would miss updated ones. The one-minute delay avoids
 * contention with commands that are validating the same holds.
 */
export async function cleanUpExpiredHolds(db: DbOrTx): Promise<number> {
  let markedCount = 0
  for (;;) {
    const { numAffectedRows } = await sql`
      update holds set state = 'released', release_at = null, release_quantity = null where id in (
        -- \`is_open\` is true until this update; it selects the index.
        select id from holds where is_open and state = 'active'
          and expires_at < clock_timestamp() - interval '1 minute'
          and reserved_until <= (select announced_until from hold_expiry_cursor)
        limit ${batchSize} for update skip locked
      )`.execute(db)
    markedCount += Number(numAffectedRows ?? 0)
    if (Number(numAffectedRows ?? 0) < batchSize) return markedCount
  }
}
