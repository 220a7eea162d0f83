import { generateSeatingPlan, type VenueKind } from '@terrace/domain/seating-plan/seating-plan'
import { sql } from 'kysely'
import type { Db } from '#api/db/client.ts'
import { inTransaction } from '#api/db/transaction.ts'
import { batchesOf } from '../importers/import-report.ts'
import { insertGeneratedPlans } from './seating-plans.repo.ts'

interface VenueWithoutPlan {
  id: number
  slug: string
  kind: VenueKind
  capacity: number
}

const batchSize = 25

/**
 * Generates a schematic plan for every venue without one, and returns how many. A plan depends on the
 * venue's kind, capacity and slug only, so it is the same on every machine.
 */
export async function ensureSeatingPlans(
  db: Db,
  onProgress?: (done: number, total: number) => void,
): Promise<number> {
  const { rows } = await sql<VenueWithoutPlan>`
    select v.id, v.slug, v.kind, v.capacity from venues v
    where not exists (select 1 from seating_plans p where p.venue_id = v.id)
    order by v.id`.execute(db)
  let done = 0
  for (const batch of batchesOf(rows, batchSize)) {
    const generated = batch.map((venue) => ({
      venueId: venue.id,
      plan: generateSeatingPlan({ kind: venue.kind, capacity: venue.capacity, seed: venue.slug }),
    }))
    await inTransaction(db, (tx) => insertGeneratedPlans(tx, generated))
    done += batch.length
    onProgress?.(done, rows.length)
  }
  return rows.length
}
