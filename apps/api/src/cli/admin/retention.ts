import { pino } from 'pino'
import { formatCount } from '@terrace/domain/tickets/format-count'
import { retentionNames, retentionPeriods, type RetentionDays } from '#api/config/retention.ts'
import type { Db } from '#api/db/client.ts'
import { moduleRetentions } from '#api/jobs/module-retentions.ts'
import { retentionRules } from '#api/retention/retention-rules.ts'
import { countDue, readLastRuns, tableExists } from '#api/retention/retention.repo.ts'
import { dueBefore, runRetention } from '#api/retention/run-retention.ts'
import type { Clock } from '#api/shared/clock.ts'
import type { AdminValues, ParsedCommand } from './options.ts'

/** Commands for data that is removed after its retention period. */
export type RetentionCommand = { do: 'report'; isDryRun: boolean } | { do: 'run' }

/** Parses what follows `retention`; returns an error message if it is invalid. */
export function parseRetentionCommand(
  [verb, ...rest]: string[],
  values: AdminValues,
): ParsedCommand<RetentionCommand> {
  if (rest.length > 0) return `unexpected argument: ${rest.join(' ')}`
  if (verb === 'run') return { request: { do: 'run' }, options: [] }
  if (verb !== 'report') return 'retention needs report or run'
  return { request: { do: 'report', isDryRun: values['dry-run'] ?? false }, options: ['dry-run'] }
}

interface RetentionDeps {
  db: Db
  clock: Clock
  config: { retentionDays: RetentionDays }
}

export async function manageRetention(deps: RetentionDeps, request: RetentionCommand): Promise<string> {
  if (request.do === 'report') return await report(deps, request)
  const logger = pino({ level: 'silent' })
  const removed = await runRetention({ ...deps, logger }, moduleRetentions(deps.db))
  return `${formatCount(removed)} removed\n\n${await report(deps, { isDryRun: false })}`
}

async function report(deps: RetentionDeps, { isDryRun }: { isDryRun: boolean }): Promise<string> {
  const runs = await readLastRuns(deps.db)
  const due = isDryRun ? await countAllDue(deps) : new Map<string, number>()
  const tables = new Map<string, string>(
    [...retentionRules, ...moduleRetentions(deps.db)].map(({ name, table }) => [name, table]),
  )
  const rows = retentionNames.map((name) => {
    const run = runs.get(name)
    return [
      name,
      tables.get(name) ?? '',
      String(deps.config.retentionDays[name]),
      ...(isDryRun ? [formatCount(due.get(name) ?? 0)] : []),
      run ? `${formatCount(run.removed)}${run.isComplete ? '' : ' (continues)'}` : '-',
      run ? `${(run.tookMs / 1000).toFixed(1)} s` : '-',
      run?.startedAt.toISOString().slice(0, 16) ?? '-',
      run?.oldestLeft?.toISOString().slice(0, 10) ?? '-',
      retentionPeriods[name].about,
    ]
  })
  const head = [
    'name',
    'table',
    'days',
    ...(isDryRun ? ['due now'] : []),
    'removed',
    'took',
    'last run',
    'oldest left',
  ]
  return aligned([[...head, 'what'], ...rows])
}

async function countAllDue(deps: RetentionDeps): Promise<Map<string, number>> {
  const counts = new Map<string, number>()
  for (const each of moduleRetentions(deps.db))
    counts.set(each.name, await each.countDue(dueBefore(deps, each.name)))
  for (const rule of retentionRules)
    if (await tableExists(deps.db, rule.table))
      counts.set(rule.name, await countDue(deps.db, rule, dueBefore(deps, rule.name)))
  return counts
}

function aligned(rows: readonly (readonly string[])[]): string {
  const widths = (rows[0] ?? []).map((_, at) => Math.max(...rows.map((row) => row[at]?.length ?? 0)))
  return rows
    .map((row) =>
      row
        .map((cell, at) => cell.padEnd(widths[at] ?? 0))
        .join('  ')
        .trimEnd(),
    )
    .join('\n')
}
