import type { ImportReport } from '../importers/import-report.ts'
import type { ImportWarning } from '../importers/source-rows.ts'
import type { RunReport } from './import-rows.ts'
import type { ImportRow } from './import-run.ts'

/** The report of a run as commands print it. */
export function importReportOf({
  result,
  counts,
  samples,
  newArtists,
  spellings,
  unknown,
}: RunReport): Omit<ImportReport, 'read'> {
  const { invalid: bad = 0, skipped = 0, ...others } = counts
  const notes = {
    applied: [],
    'dry run': [
      ...(unknown.length > 0
        ? ['--apply proposes the unknown names, and their rows wait for a decision']
        : []),
      'dry run: nothing was changed; --apply imports the file',
    ],
    refused: ['nothing was changed'],
  }
  return {
    counts: { new: 0, moved: 0, changed: 0, cancelled: 0, unchanged: 0, waiting: 0, ...others },
    bad: warningsOf(samples, 'invalid'),
    skipped: warningsOf(samples, 'skipped'),
    totals: { bad, skipped },
    notes: [...spellings, ...notes[result]],
    isApplied: result === 'applied',
    rows: samples,
    newArtists,
    unknown,
  }
}

function warningsOf(rows: readonly ImportRow[], outcome: ImportRow['outcome']): ImportWarning[] {
  return rows
    .filter((row) => row.outcome === outcome)
    .map(({ line, reason }) => ({ line: line ?? 0, reason: reason ?? '' }))
}
