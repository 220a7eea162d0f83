import { generateSeatingPlan, type SeatingPlan, type VenueKind } from '@terrace/domain/seating-plan'
import { sql } from 'kysely'
import type { Db } from '#api/db/client.ts'
import { inTransaction, type Tx } from '#api/db/transaction.ts'
import { batchesOf } from './importers/import-report.ts'

interface BareVenue {
  id: number
  slug: string
  kind: VenueKind
  capacity: number
}

const batchSize = 25

/**
 * Draws a schematic for each venue that has events and no plan (product.md §2). A venue's plan depends on its kind,
 * capacity and slug alone, so it is the same on every machine. Answers how many were drawn.
 */
export async function ensureSeatingPlans(
  db: Db,
  onProgress?: (done: number, total: number) => void,
): Promise<number> {
  const { rows } = await sql<BareVenue>`
    select v.id, v.slug, v.kind, v.capacity from venues v
    where exists (select 1 from events e where e.venue_id = v.id)
      and not exists (select 1 from seating_plans p where p.venue_id = v.id)
    order by v.id`.execute(db)
  let done = 0
  for (const batch of batchesOf(rows, batchSize)) {
    const drawn = batch.map((venue) => ({
      venueId: venue.id,
      plan: generateSeatingPlan({ kind: venue.kind, capacity: venue.capacity, seed: venue.slug }),
    }))
    await inTransaction(db, (tx) => insertPlans(tx, drawn))
    done += batch.length
    onProgress?.(done, rows.length)
  }
  return rows.length
}

async function insertPlans(tx: Tx, drawn: readonly { venueId: number; plan: SeatingPlan }[]): Promise<void> {
  await sql`
    insert into seating_plans (venue_id, is_schematic, plan)
    select "venueId", true, plan from jsonb_to_recordset(${JSON.stringify(drawn)}::jsonb)
      as r("venueId" integer, plan jsonb)
    on conflict (venue_id) do nothing`.execute(tx)
  const categories = drawn.flatMap(({ venueId, plan }) =>
    plan.categories.map(({ name, level, rank }) => ({ venueId, name, level, rank })),
  )
  await sql`
    insert into seating_categories (venue_id, name, level, rank)
    select "venueId", name, level, rank from jsonb_to_recordset(${JSON.stringify(categories)}::jsonb)
      as r("venueId" integer, name text, level text, rank smallint)
    on conflict (venue_id, name) do update set level = excluded.level, rank = excluded.rank`.execute(tx)
}
