import { sql } from 'kysely'
import type { Reader } from '../../db/transaction.ts'

const atOnce = 1000

/**
 * Marks holds that ran out as released, so that the indexes of open holds stay small; answers how many. Only housekeeping:
 * their tickets were free from the moment they ran out, and `tell-lapses.ts` has told of it. A minute's grace keeps it away
 * from holds that somebody is judging just now.
 */
export async function expireHolds(db: Reader): Promise<number> {
  let marked = 0
  for (;;) {
    const { numAffectedRows } = await sql`
      update holds set state = 'released' where id in (
        select id from holds where state = 'active' and reserved_until < clock_timestamp() - interval '1 minute'
        limit ${atOnce} for update skip locked
      )`.execute(db)
    marked += Number(numAffectedRows ?? 0)
    if (Number(numAffectedRows ?? 0) < atOnce) return marked
  }
}
