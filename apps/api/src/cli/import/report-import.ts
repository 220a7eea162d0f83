import { formatCount } from '@terrace/domain/tickets/format-count'
import type { ImportReport, ImportRow, UndoReport } from '#api/modules/catalogue/index.ts'
import { printable } from '#api/shared/text/printable.ts'

const maxWarnings = 20
/** Rows of each outcome that are listed; the result file has all. */
const maxListed = 20
const plannedOutcomes = ['new', 'moved', 'changed', 'cancelled', 'missing'] as const

/** Report of an import: its counts, then each bad row with line and reason. */
export function reportLines(report: ImportReport, rows: string, file: string): string[] {
  const counts = Object.entries(report.counts)
    .filter(([name, count]) => count > 0 || name === 'unchanged')
    .map(([name, count]) => `${formatCount(count)} ${name}`)
  const totals = report.totals ?? { bad: report.bad.length, skipped: report.skipped.length }
  const left = totals.skipped > 0 ? [`${formatCount(totals.skipped)} left out`] : []
  const bad = totals.bad > 0 ? [`${formatCount(totals.bad)} bad`] : []
  if (report.isApplied === false && report.read === 0)
    return report.bad.map(({ line, reason }) => `${file}:${line}: ${printable(reason)}`)
  return [
    `${formatCount(report.read)} ${rows} read: ${[...counts, ...left, ...bad].join(', ')}`,
    ...summary(report.skipped, { total: totals.skipped, max: 5 }).map((line) => `  left out: ${line}`),
    ...outcomesOf(report).flatMap((outcome) => group(report, outcome)),
    ...newArtists(report),
    ...unknownNames(report),
    ...summary(report.bad, { total: totals.bad, max: maxWarnings }).map((line) => `  ${file}:${line}`),
    ...(report.notes ?? []).map((note) => `  ${printable(note)}`),
  ]
}

/** A dry run lists what it would do; of a refused file, only the errors help. */
function outcomesOf({ isApplied, bad }: ImportReport): readonly (typeof plannedOutcomes)[number][] {
  if (isApplied !== false) return ['missing']
  return bad.length > 0 ? [] : plannedOutcomes
}

/** A misspelt artist looks like a new one, and only a reader can tell. */
function newArtists({ newArtists: names = [], bad }: ImportReport): string[] {
  if (bad.length > 0) return []
  const hidden = names.length - maxListed
  return [
    ...names.slice(0, maxListed).map((name) => `  new artist: ${printable(name)}`),
    ...(hidden > 0 ? [`  … and ${formatCount(hidden)} more new artists`] : []),
  ]
}

/** The names that must be decided, which say more than the rows that wait for them. */
function unknownNames({ unknown = [] }: ImportReport): string[] {
  const lines = unknown
    .slice(0, maxListed)
    .map(
      ({ what, name, rows, line }) =>
        `  unknown ${what}: ${printable(name)} (${rows === 1 ? `line ${line}` : `${formatCount(rows)} rows, the first on line ${line}`})`,
    )
  const hidden = unknown.length - maxListed
  return hidden > 0 ? [...lines, `  … and ${formatCount(hidden)} more unknown names`] : lines
}

/** What an undo took back, and the events that it left as they are. */
export function undoLines({ run, counts, kept }: UndoReport): string[] {
  const { removed = 0, moved = 0, changed = 0, cancelled = 0 } = counts
  const what =
    run.fileName === '' ? 'rows loaded after a decision about names' : `${run.kind} ${run.fileName}`
  const restored = moved + changed + cancelled
  return [
    `undone: ${what} of ${run.startedAt.toISOString().slice(0, 16).replace('T', ' ')} UTC`,
    `${formatCount(removed)} ${removed === 1 ? 'event' : 'events'} removed, ${formatCount(restored)} restored, ${formatCount(kept.length)} kept`,
    ...kept.slice(0, maxListed).map((row) => `  kept: ${describe(row)}`),
    ...(kept.length > maxListed ? [`  … and ${formatCount(kept.length - maxListed)} more`] : []),
  ]
}

function group({ rows = [], counts }: ImportReport, outcome: (typeof plannedOutcomes)[number]): string[] {
  const listed = rows.filter((row) => row.outcome === outcome).slice(0, maxListed)
  const hidden = (counts[outcome] ?? 0) - listed.length
  return [
    ...listed.map((row) => `  ${outcome}: ${row.line === null ? '' : `${row.line}: `}${describe(row)}`),
    ...(hidden > 0 ? [`  ${outcome}: … and ${formatCount(hidden)} more`] : []),
  ]
}

function describe({ title, localAt, reason }: ImportRow): string {
  const when = localAt === null ? '' : `, ${localAt.replace('T', ' ')}`
  return printable(`${title ?? ''}${when}${reason === null ? '' : ` (${reason})`}`)
}

function summary(
  warnings: readonly { line: number; reason: string }[],
  { total, max }: { total: number; max: number },
): string[] {
  const lines = warnings.slice(0, max).map(({ line, reason }) => `${line}: ${printable(reason)}`)
  const hidden = total - lines.length
  return hidden > 0 ? [...lines, `… and ${formatCount(hidden)} more`] : lines
}
