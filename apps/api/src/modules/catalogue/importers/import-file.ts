import { ensureSeatingPlans } from '../seating-plans/ensure-seating-plans.ts'
import { importSeatingPlan } from '../seating-plans/import-seating-plan.ts'
import { importSectionNames } from '../seating-plans/import-section-names.ts'
import type { ImportReport } from './import-report.ts'
import type { ImportContext } from '../imports/import-context.ts'
import { importers } from './run-import.ts'

export interface ImportSource {
  kind: string
  content: string
  /** Slug or id; required for venue files and not allowed for others. */
  venue?: string | undefined
}

/** Files about one venue, which the file itself does not name. */
const venueImporters: ReadonlyMap<string, VenueImporter> = new Map([
  [
    'seating-plan',
    {
      about: "a venue's seating plan: schematic, seats.io or seatmap-canvas (JSON)",
      rows: 'blocks',
      run: importSeatingPlan,
    },
  ],
  [
    'section-names',
    {
      about: "other names of a venue's blocks: columns section, block (CSV)",
      rows: 'names',
      run: importSectionNames,
    },
  ],
])

interface VenueImporter {
  about: string
  rows: string
  run(context: ImportContext, venue: string, content: string): Promise<ImportReport>
}

export function importKinds(): { kind: string; about: string; needsVenue: boolean }[] {
  return [
    ...[...importers].map(([kind, { about }]) => ({ kind, about, needsVenue: false })),
    ...[...venueImporters].map(([kind, { about }]) => ({ kind, about, needsVenue: true })),
  ]
}

/**
 * Imports one file other than fixtures. Good rows load even when others are bad; a seating plan loads completely or not
 * at all. Importing the same file again changes nothing.
 * @throws `RangeError` for an unknown kind, `menu.target_not_found` for an unknown venue
 */
export async function importFile(
  context: ImportContext,
  { kind, content, venue }: ImportSource,
): Promise<ImportReport & { rowsName: string }> {
  const venueImporter = venueImporters.get(kind)
  if (venueImporter && venue !== undefined) {
    return { ...(await venueImporter.run(context, venue, content)), rowsName: venueImporter.rows }
  }
  const importer = importers.get(kind)
  if (!importer) throw new RangeError(`no importer for ${kind}`)
  const report = await importer.run(context, content)
  return { ...report, rowsName: importer.rows }
}

/** Runs after imports: generates a plan for every venue in use. */
export async function finishImport({ db, onProgress }: ImportContext): Promise<{ plans: number }> {
  return { plans: await ensureSeatingPlans(db, onProgress) }
}
