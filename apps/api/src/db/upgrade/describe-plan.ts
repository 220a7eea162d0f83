import { formatCount } from '@terrace/domain/tickets/format-count'
import type { UpgradePlan } from './plan-upgrade.ts'

/** The plan as text, and whether the release can be started on this database without harm. */
export function describePlan(plan: UpgradePlan): { isSafe: boolean; lines: string[] } {
  const { isNewDatabase, migrations, conflicts } = plan
  const conflictLines = conflicts.map(
    (conflict) => `CONFLICT  ${conflict}. Restore the file; a change needs a new migration.`,
  )
  if (isNewDatabase)
    return {
      isSafe: true,
      lines: [`The database is empty; ${migrations.length} migrations create its tables.`],
    }
  const isSafe =
    conflicts.length === 0 && !migrations.some(({ risks }) => risks.some(({ isUnsafe }) => isUnsafe))
  const lines = [
    ...conflictLines,
    ...migrations.flatMap(migrationLines),
    ...definitionLines('changed', plan.changed),
    ...definitionLines('added', plan.added),
    ...definitionLines('removed', plan.removed),
    ...(plan.keptRelease === null
      ? []
      : [`kept: the functions, views and triggers of release ${plan.keptRelease}, which is newer`]),
  ]
  if (lines.length === 0)
    return { isSafe, lines: ['The database is up to date; this release changes nothing.'] }
  return {
    isSafe,
    lines: [
      ...lines,
      isSafe ? 'Safe: nothing waits long, and the previous release keeps running.' : 'Not safe to run now.',
    ],
  }
}

function migrationLines({
  name,
  statements,
  isConcurrent,
  reviewed,
  risks,
}: UpgradePlan['migrations'][number]): string[] {
  const way = isConcurrent ? 'one by one, while others read and write' : 'in one transaction'
  return [
    `${name}: ${formatCount(statements)} statements, ${way}${reviewed === null ? '' : `; reviewed: ${reviewed}`}`,
    ...risks.map(({ isUnsafe, statement, text, table, rows, kind }) => {
      const size =
        table === null || kind !== 'locks' ? '' : ` (${table}: about ${formatCount(Math.round(rows))} rows)`
      return `  ${isUnsafe ? 'UNSAFE' : 'ok    '}  ${shorten(statement)}: ${text}${size}`
    }),
  ]
}

function definitionLines(what: string, names: readonly string[]): string[] {
  return names.length === 0 ? [] : [`${what}: ${names.join(', ')}`]
}

function shorten(statement: string): string {
  const line = statement.replaceAll(/\s+/g, ' ')
  return line.length > 90 ? `${line.slice(0, 89)}…` : line
}
