import { ensureSeatingPlans } from './ensure-seating-plans.ts'
import { importSeatingPlan } from './import-seating-plan.ts'
import { importSectionNames } from './import-section-names.ts'
import type { ImportContext, ImportReport } from './importers/import-report.ts'
import { importers } from './importers/run-import.ts'

export interface ImportSource {
  kind: string
  content: string
  /** Some sources say only in their name what they hold ("en.1-2026-27-reschedules.json"). */
  fileName: string
  /** Slug or number; what belongs to one venue needs it, anything else must not have it. */
  venue?: string | undefined
}

/** What belongs to one venue, of which the file does not say the name. */
const venueImporters: ReadonlyMap<string, VenueImporter> = new Map([
  [
    'seating-plan',
    {
      about: 'the plan of a venue: a schematic, a seats.io or a seatmap-canvas chart (JSON)',
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

/** The kinds of files that can be imported, with what each holds, and whether a venue must be said with it. */
export function importKinds(): { kind: string; about: string; needsVenue: boolean }[] {
  return [
    ...[...importers].map(([kind, { about }]) => ({ kind, about, needsVenue: false })),
    ...[...venueImporters].map(([kind, { about }]) => ({ kind, about, needsVenue: true })),
  ]
}

/**
 * Loads one file into the catalogue. Good rows are loaded whatever the bad ones are, but of a seating plan all or none;
 * the same file again changes nothing. Throws a `RangeError` for an unknown kind, and `thing.unknown` for an unknown venue.
 */
export async function importFile(
  context: ImportContext,
  { kind, content, fileName, venue }: ImportSource,
): Promise<ImportReport & { rowsName: string }> {
  const ofVenue = venueImporters.get(kind)
  if (ofVenue && venue !== undefined) {
    return { ...(await ofVenue.run(context, venue, content)), rowsName: ofVenue.rows }
  }
  const importer = importers.get(kind)
  if (!importer) throw new RangeError(`no importer for ${kind}`)
  const report = await importer.run(context, content, fileName)
  return { ...report, rowsName: importer.rows }
}

/** What follows from new venues and events: a plan for each venue in use. */
export async function finishImport({ db, onProgress }: ImportContext): Promise<{ plans: number }> {
  return { plans: await ensureSeatingPlans(db, onProgress) }
}
