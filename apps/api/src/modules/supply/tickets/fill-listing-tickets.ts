import { sql } from 'kysely'
import type { Db } from '#api/db/client.ts'

const listingsPerBatch = 1000
const batchesPerRun = 50

/**
 * Writes the rows of `listing_tickets` for sales that are older than this table, in short transactions. Continues where
 * the last run stopped, and does nothing once all are written. Returns how many listings it checked.
 */
export async function fillListingTickets(db: Db): Promise<number> {
  let total = 0
  for (let batch = 0; batch < batchesPerRun; batch += 1) {
    const { rows } = await sql<{
      filled: number
    }>`select fill_listing_tickets(${listingsPerBatch}) as filled`.execute(db)
    const filled = rows[0]?.filled ?? 0
    if (filled === 0) break
    total += filled
  }
  return total
}
