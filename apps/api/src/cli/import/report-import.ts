import { formatCount } from '@terrace/domain/tickets/format-count'
import type { ImportReport } from '#api/modules/catalogue/index.ts'

const maxWarnings = 200

/** Report of an import: its counts, then each bad row with line and reason. */
export function reportLines(report: ImportReport, rows: string, file: string): string[] {
  const counts = Object.entries(report.counts)
    .filter(([name, count]) => count > 0 || name === 'unchanged')
    .map(([name, count]) => `${formatCount(count)} ${name}`)
  const left = report.skipped.length > 0 ? [`${formatCount(report.skipped.length)} left out`] : []
  const bad = report.bad.length > 0 ? [`${formatCount(report.bad.length)} bad`] : []
  return [
    `${formatCount(report.read)} ${rows} read: ${[...counts, ...left, ...bad].join(', ')}`,
    ...summary(report.skipped, 5).map((line) => `  left out: ${line}`),
    ...summary(report.bad, maxWarnings).map((line) => `  ${file}:${line}`),
    ...(report.notes ?? []).map((note) => `  ${plainText(note)}`),
  ]
}

function summary(warnings: readonly { line: number; reason: string }[], maxShown: number): string[] {
  const lines = warnings.slice(0, maxShown).map(({ line, reason }) => `${line}: ${plainText(reason)}`)
  const hidden = warnings.length - maxShown
  return hidden > 0 ? [...lines, `… and ${formatCount(hidden)} more`] : lines
}

/** Strips control characters: a warning may quote the file. */
function plainText(text: string): string {
  return text.replaceAll(/\p{C}/gu, '?')
}
