import { formatCount } from '@terrace/domain/tickets'
import type { ImportReport } from '../modules/catalogue/index.ts'

const remarksShown = 200

/** The lines that tell what an import did: what became of the rows, then every bad row with its line and reason. */
export function reportLines(report: ImportReport, rows: string, file: string): string[] {
  const counts = Object.entries(report.counts)
    .filter(([name, count]) => count > 0 || name === 'unchanged')
    .map(([name, count]) => `${formatCount(count)} ${name}`)
  const left = report.skipped.length > 0 ? [`${formatCount(report.skipped.length)} left out`] : []
  const bad = report.bad.length > 0 ? [`${formatCount(report.bad.length)} bad`] : []
  return [
    `${formatCount(report.read)} ${rows} read: ${[...counts, ...left, ...bad].join(', ')}`,
    ...summary(report.skipped, 5).map((line) => `  left out: ${line}`),
    ...summary(report.bad, remarksShown).map((line) => `  ${file}:${line}`),
    ...(report.notes ?? []).map((note) => `  ${plainText(note)}`),
  ]
}

function summary(remarks: readonly { line: number; reason: string }[], most: number): string[] {
  const lines = remarks.slice(0, most).map(({ line, reason }) => `${line}: ${plainText(reason)}`)
  const more = remarks.length - most
  return more > 0 ? [...lines, `… and ${formatCount(more)} more`] : lines
}

/** A remark may quote the file, which may hold what moves a terminal. */
function plainText(text: string): string {
  return text.replaceAll(/\p{C}/gu, '?')
}
