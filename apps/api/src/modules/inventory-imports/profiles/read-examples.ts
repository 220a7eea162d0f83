import type { ImportField, InventorySettings } from '@terrace/contracts/inventory-profiles'
import type { WorkTurns } from '#api/shared/concurrency/work-turns.ts'
import type { ReadRow } from '../reading/inventory-row.ts'
import { rowReader } from '../reading/read-row.ts'
import { missingFields } from '../reading/row-format.ts'
import { problemsOf, rowFormatOf } from './profile.ts'

export interface RowsToTry {
  settings: InventorySettings
  header: readonly string[]
  rows: readonly (readonly string[])[]
}

export interface Examples {
  /** Why no file could be read with these settings. */
  problems: { setting: string; message: string }[]
  missing: ImportField[]
  rows: ReadRow[]
}

/** Reads rows of a file as an import with these settings would. */
export async function readExamples(
  { settings, header, rows }: RowsToTry,
  turns: WorkTurns,
): Promise<Examples> {
  const problems = Object.entries(problemsOf(settings)).flatMap(([name, texts]) =>
    texts.map((message) => ({ setting: name.replace('settings.', ''), message })),
  )
  if (problems.some(({ setting }) => setting === 'dialect' || setting === 'currency'))
    return { problems, missing: [], rows: [] }
  const missing = missingFields(header, rowFormatOf(settings, null))
  // The upload can say which event a file without events is for; the other cells are read anyway.
  const read = rowReader(header, rowFormatOf(settings, missing.includes('event_name') ? 0 : null))
  return {
    problems,
    missing,
    // The header is the first line.
    rows: await turns.map(rows, (cells, index) => read({ line: index + 2, cells: [...cells] })),
  }
}
