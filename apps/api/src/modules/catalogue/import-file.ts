import { ensureSeatingPlans } from './ensure-seating-plans.ts'
import type { ImportContext, ImportReport } from './importers/import-report.ts'
import { importers } from './importers/run-import.ts'

export interface ImportSource {
  kind: string
  content: string
  /** Some sources say only in their name what they hold ("en.1-2026-27-reschedules.json"). */
  fileName: string
}

/** The kinds of files that can be imported, with what each holds. */
export function importKinds(): { kind: string; about: string }[] {
  return [...importers].map(([kind, { about }]) => ({ kind, about }))
}

/**
 * Loads one file into the catalogue. Good rows are loaded whatever the bad ones are; the same file again changes
 * nothing. Throws a `RangeError` for an unknown kind.
 */
export async function importFile(
  context: ImportContext,
  { kind, content, fileName }: ImportSource,
): Promise<ImportReport & { rowsName: string }> {
  const importer = importers.get(kind)
  if (!importer) throw new RangeError(`no importer for ${kind}`)
  const report = await importer.run(context, content, fileName)
  return { ...report, rowsName: importer.rows }
}

/** What follows from new venues and events: a plan for each venue in use. */
export async function finishImport({ db, onProgress }: ImportContext): Promise<{ plans: number }> {
  return { plans: await ensureSeatingPlans(db, onProgress) }
}
