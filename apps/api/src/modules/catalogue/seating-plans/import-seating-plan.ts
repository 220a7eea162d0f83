import type { VenueKind } from '@terrace/domain/seating-plan/seating-plan'
import { planFromFile } from '@terrace/domain/seating-plan/plan-file'
import { sectionIndex } from '@terrace/domain/tickets/section-names'
import { formatCount } from '@terrace/domain/tickets/format-count'
import { sql } from 'kysely'
import { recordChanges } from '#api/audit/record-changes.ts'
import { inTransaction, type Tx } from '#api/db/transaction.ts'
import type { ImportReport } from '../importers/import-report.ts'
import type { ImportContext } from '../imports/import-context.ts'
import { readPlanFile, planWarnings } from '../importers/seating-plans/plan-formats.ts'
import type { ImportWarning } from '../importers/source-rows.ts'
import { findMenuTarget } from '../menu/menu-targets.ts'
import {
  savePlanFromFile,
  readSectionsOnSale,
  readVenueBlocks,
  invalidateVenueFeeds,
} from './seating-plans.repo.ts'

/**
 * Replaces a venue's plan with the one in a file. One bad block rejects the whole file. Listings keep their sections;
 * the report names sections that the new plan lacks.
 */
export async function importSeatingPlan(
  { db, clock, actor }: ImportContext,
  venue: string,
  content: string,
): Promise<ImportReport> {
  return inTransaction(db, async (tx) => {
    const { typeId: venueId, title } = await findMenuTarget(tx, `venue/${venue}`)
    const read = readPlanFile(content)
    if ('bad' in read) return rejectedReport(read.bad)
    const reading = planFromFile(read.file, await readVenue(tx, venueId))
    if ('problems' in reading) return rejectedReport(planWarnings(content, reading.problems))
    const { plan, notes } = reading
    const outcome = await savePlanFromFile(tx, { venueId, plan })
    const count = plan.blocks.length
    if (outcome !== 'unchanged') {
      await invalidateVenueFeeds(tx, venueId, clock.now())
      await recordChanges(tx, actor, {
        kind: 'import.loaded',
        details: { kind: 'seating-plan', venue_id: venueId, blocks: count },
      })
    }
    return {
      read: count,
      counts: { [outcome === 'unchanged' ? 'unchanged' : 'on the plan']: count },
      bad: [],
      skipped: [],
      notes: [
        `${title} has ${outcome === 'replaced' ? 'a new plan' : 'this plan'}`,
        ...(plan.schematic ? ['buyers see a note that the plan is a schematic'] : []),
        ...notes,
        ...(await unmappedSectionNotes(tx, venueId, clock.now())),
      ],
    }
  })
}

function rejectedReport(bad: ImportWarning[]): ImportReport {
  return { read: bad.length, counts: {}, bad, skipped: [], notes: ['nothing was changed'] }
}

async function readVenue(tx: Tx, venueId: number): Promise<{ kind: VenueKind; capacity: number }> {
  const { rows } = await sql<{ kind: VenueKind; capacity: number }>`
    select kind, capacity from venues where id = ${venueId}`.execute(tx)
  const [venueInfo] = rows
  if (!venueInfo) throw new Error(`venue ${venueId} does not exist`)
  return venueInfo
}

async function unmappedSectionNotes(tx: Tx, venueId: number, now: Date): Promise<string[]> {
  const index = sectionIndex(await readVenueBlocks(tx, venueId))
  const sections = await readSectionsOnSale(tx, venueId, now)
  const unmapped = sections.filter(({ section }) => index.find(section).kind !== 'block')
  if (unmapped.length === 0) return []
  const listings = unmapped.reduce((sum, each) => sum + each.listings, 0)
  const examples = unmapped.slice(0, 3).map(({ section }) => `"${section}"`)
  return [
    `${formatCount(listings)} ${listings === 1 ? 'listing is' : 'listings are'} in sections that are not on the plan (${examples.join(', ')}${unmapped.length > 3 ? ' and others' : ''}). They appear only in the list until you map them with "section-names"`,
  ]
}
