import type { VenueKind } from '@terrace/domain/seating-plan'
import { planFromFile } from '@terrace/domain/seating-plan/plan-file'
import { sectionIndex } from '@terrace/domain/section-names'
import { formatCount } from '@terrace/domain/tickets'
import { sql } from 'kysely'
import { inTransaction, type Tx } from '#api/db/transaction.ts'
import type { ImportContext, ImportReport } from './importers/import-report.ts'
import { readPlanFile, remarksOn } from './importers/plans.ts'
import type { Remark } from './importers/source-rows.ts'
import { findThing } from './operators-things.ts'
import { putPlanOfFile, readSectionsOnSale, readVenueBlocks, tellPlanChanged } from './seating-plans.repo.ts'

/**
 * Gives a venue the plan of a file, in place of the one that it has. A plan is whole or not at all: one bad block, and
 * nothing changes. Listings stay as they are; sections that the plan does not have are told.
 */
export async function importSeatingPlan(
  { db, clock }: ImportContext,
  venue: string,
  content: string,
): Promise<ImportReport> {
  return inTransaction(db, async (tx) => {
    const { typeId: venueId, title } = await findThing(tx, `venue/${venue}`)
    const read = readPlanFile(content)
    if ('bad' in read) return refused(read.bad)
    const reading = planFromFile(read.file, await readBuilding(tx, venueId))
    if ('problems' in reading) return refused(remarksOn(content, reading.problems))
    const { plan, notes } = reading
    const outcome = await putPlanOfFile(tx, { venueId, plan })
    if (outcome !== 'unchanged') await tellPlanChanged(tx, venueId, clock.now())
    const count = plan.blocks.length
    return {
      read: count,
      counts: { [outcome === 'unchanged' ? 'unchanged' : 'on the plan']: count },
      bad: [],
      skipped: [],
      notes: [
        `${title} has ${outcome === 'replaced' ? 'a new plan in place of the one before' : 'this plan'}`,
        ...(plan.schematic ? ['the plan says on the screen that it is a schematic'] : []),
        ...notes,
        ...(await offPlan(tx, venueId, clock.now())),
      ],
    }
  })
}

function refused(bad: Remark[]): ImportReport {
  return { read: bad.length, counts: {}, bad, skipped: [], notes: ['nothing is changed'] }
}

async function readBuilding(tx: Tx, venueId: number): Promise<{ kind: VenueKind; capacity: number }> {
  const { rows } = await sql<{ kind: VenueKind; capacity: number }>`
    select kind, capacity from venues where id = ${venueId}`.execute(tx)
  const [building] = rows
  if (!building) throw new Error(`venue ${venueId} is gone`)
  return building
}

/** What is on sale in sections that no block of the plan is known by, in words; nothing where there is none. */
async function offPlan(tx: Tx, venueId: number, now: Date): Promise<string[]> {
  const index = sectionIndex(await readVenueBlocks(tx, venueId))
  const sections = await readSectionsOnSale(tx, venueId, now)
  const lost = sections.filter(({ section }) => index.find(section).kind !== 'block')
  if (lost.length === 0) return []
  const listings = lost.reduce((sum, each) => sum + each.listings, 0)
  const examples = lost.slice(0, 3).map(({ section }) => `"${section}"`)
  return [
    `${formatCount(listings)} ${listings === 1 ? 'listing is' : 'listings are'} in sections that are not on the plan (${examples.join(', ')}${lost.length > 3 ? ' and others' : ''}): only the list shows them, until "section-names" says which blocks are meant`,
  ]
}
