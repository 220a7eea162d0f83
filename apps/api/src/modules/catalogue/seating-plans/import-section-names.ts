import { sectionIndex, sectionKey } from '@terrace/domain/tickets/section-names'
import { z } from 'zod'
import { inTransaction } from '#api/db/transaction.ts'
import { readCsvRows } from '../importers/csv-rows.ts'
import type { ImportReport } from '../importers/import-report.ts'
import type { ImportContext } from '../imports/import-context.ts'
import { parseRows, type RowResult } from '../importers/source-rows.ts'
import { findMenuTarget } from '../menu/menu-targets.ts'
import {
  saveSectionNames,
  readVenueBlocks,
  invalidateVenueFeeds,
  type SectionName,
} from './seating-plans.repo.ts'

const maxNameLength = 80
const cell = z.string().min(1, 'is empty').max(maxNameLength, `is longer than ${maxNameLength} characters`)
const row = z.looseObject({ section: cell, block: cell })

/** Maps section names that no rule matches ("Kop Gate 7") to blocks of a venue's plan. */
export async function importSectionNames(
  { db, clock }: ImportContext,
  venue: string,
  content: string,
): Promise<ImportReport> {
  return inTransaction(db, async (tx) => {
    const { typeId: venueId } = await findMenuTarget(tx, `venue/${venue}`)
    const index = sectionIndex(await readVenueBlocks(tx, venueId))
    const lines = readCsvRows(content, ['section', 'block'])
    const seen = new Set<string>()
    const parsed = parseRows(lines.rows, row, ({ section, block }): RowResult<SectionName> => {
      const match = index.find(block)
      if (match.kind === 'none') return { bad: `block: "${block}" is not on the plan` }
      if (match.kind === 'ambiguous')
        return { bad: `block: "${block}" matches several blocks: ${match.ids.join(', ')}` }
      const nameKey = sectionKey(section)
      if (nameKey === '') return { bad: `section: "${section}" has no letter or number` }
      if (seen.has(nameKey)) return { bad: `section: "${section}" appears twice` }
      seen.add(nameKey)
      return { value: { name: section, nameKey, blockId: match.id } }
    })
    const counts = await saveSectionNames(
      tx,
      venueId,
      parsed.rows.map(({ value }) => value),
    )
    if (counts.added + counts.changed > 0) await invalidateVenueFeeds(tx, venueId, clock.now())
    return {
      read: lines.rows.length + lines.bad.length,
      counts,
      bad: [...lines.bad, ...parsed.bad].toSorted((left, right) => left.line - right.line),
      skipped: [],
    }
  })
}
