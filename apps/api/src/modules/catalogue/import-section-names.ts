import { sectionIndex, sectionKey } from '@terrace/domain/section-names'
import { z } from 'zod'
import { inTransaction } from '#api/db/transaction.ts'
import { readCsvRows } from './importers/csv-rows.ts'
import type { ImportContext, ImportReport } from './importers/import-report.ts'
import { parseRows, type Verdict } from './importers/source-rows.ts'
import { findThing } from './operators-things.ts'
import { putSectionNames, readVenueBlocks, tellPlanChanged, type SectionName } from './seating-plans.repo.ts'

const longest = 80
const cell = z.string().min(1, 'is empty').max(longest, `is longer than ${longest} characters`)
const row = z.looseObject({ section: cell, block: cell })

/** Says which blocks of a venue are meant by names that no rule would find ("Kop Gate 7"). */
export async function importSectionNames(
  { db, clock }: ImportContext,
  venue: string,
  content: string,
): Promise<ImportReport> {
  return inTransaction(db, async (tx) => {
    const { typeId: venueId } = await findThing(tx, `venue/${venue}`)
    const index = sectionIndex(await readVenueBlocks(tx, venueId))
    const lines = readCsvRows(content, ['section', 'block'])
    const seen = new Set<string>()
    const parsed = parseRows(lines.rows, row, ({ section, block }): Verdict<SectionName> => {
      const match = index.find(block)
      if (match.kind === 'none') return { bad: `block: there is no "${block}" on the plan` }
      if (match.kind === 'ambiguous')
        return { bad: `block: "${block}" could be any of ${match.ids.join(', ')}` }
      const nameKey = sectionKey(section)
      if (nameKey === '') return { bad: `section: "${section}" has no letter or number` }
      if (seen.has(nameKey)) return { bad: `section: "${section}" is there twice` }
      seen.add(nameKey)
      return { value: { name: section, nameKey, blockId: match.id } }
    })
    const counts = await putSectionNames(
      tx,
      venueId,
      parsed.rows.map(({ value }) => value),
    )
    if (counts.added + counts.changed > 0) await tellPlanChanged(tx, venueId, clock.now())
    return {
      read: lines.rows.length + lines.bad.length,
      counts,
      bad: [...lines.bad, ...parsed.bad].toSorted((left, right) => left.line - right.line),
      skipped: [],
    }
  })
}
