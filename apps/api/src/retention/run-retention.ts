import type { Logger } from 'pino'
import type { RetentionDays, RetentionName } from '#api/config/retention.ts'
import type { Db } from '#api/db/client.ts'
import type { Clock } from '#api/shared/clock.ts'
import { retentionRules, type RetentionRule } from './retention-rules.ts'
import {
  insertRun,
  readOldest,
  removeBatch,
  tableExists,
  type Batch,
  type RetentionRun,
} from './retention.repo.ts'

export interface RetentionDeps {
  db: Db
  clock: Clock
  config: { retentionDays: RetentionDays }
  logger: Pick<Logger, 'error'>
}

/** A retention rule that a module carries out itself, because it changes more than one table. */
export interface ModuleRetention {
  name: RetentionName
  table: string
  /** Removes at most `limit` items due before `until` and returns how many it removed. */
  remove(options: { until: Date; limit: number }): Promise<number>
  findOldest(): Promise<Date | null>
  countDue(until: Date): Promise<number>
}

const batchSize = 2000
/** A rule stops after this time, so that the others also run; the next night continues it. */
const maxRunMs = 20 * 60_000

export const dueBefore = (
  { clock, config }: Pick<RetentionDeps, 'clock' | 'config'>,
  name: RetentionName,
): Date => new Date(clock.now().getTime() - config.retentionDays[name] * 86_400_000)

/**
 * Removes data older than its retention period, table by table, in small transactions, and records how much. A rule that
 * fails does not stop the others. Returns the number of removed rows.
 * @throws the first error, after all rules have run
 */
export async function runRetention(
  deps: RetentionDeps,
  moduleRetentions: readonly ModuleRetention[],
): Promise<number> {
  const errors: unknown[] = []
  let removed = 0
  const steps = [
    ...moduleRetentions.map((each) => ({
      name: each.name,
      table: each.table,
      run: () => removeByModule(deps, each),
    })),
    ...retentionRules.map((rule) => ({
      name: rule.name,
      table: rule.table,
      run: () => removeRows(deps, rule),
    })),
  ]
  for (const { name, table, run } of steps) {
    if (!(await tableExists(deps.db, table))) continue
    try {
      removed += await run()
    } catch (error) {
      deps.logger.error({ err: error, rule: name }, 'retention rule failed')
      errors.push(error)
    }
  }
  if (errors.length > 0) throw errors[0]
  return removed
}

async function removeRows(deps: RetentionDeps, rule: RetentionRule): Promise<number> {
  const until = dueBefore(deps, rule.name)
  let from = new Date(0)
  return await repeat(deps, rule.name, {
    async step() {
      const batch = await removeBatch(deps.db, rule, { from, until, limit: batchSize })
      from = batch.last ?? from
      return batch
    },
    findOldest: () => readOldest(deps.db, rule),
  })
}

async function removeByModule(deps: RetentionDeps, moduleRetention: ModuleRetention): Promise<number> {
  const until = dueBefore(deps, moduleRetention.name)
  return await repeat(deps, moduleRetention.name, {
    async step() {
      const removed = await moduleRetention.remove({ until, limit: batchSize })
      return { found: removed, removed }
    },
    findOldest: () => moduleRetention.findOldest(),
  })
}

/** Runs steps until one removes less than a full batch, and records the run even when a step fails. */
async function repeat(
  { db, clock }: RetentionDeps,
  rule: RetentionName,
  {
    step,
    findOldest,
  }: { step: () => Promise<Pick<Batch, 'found' | 'removed'>>; findOldest: () => Promise<Date | null> },
): Promise<number> {
  const startedAt = clock.now()
  const started = performance.now()
  const run: RetentionRun = { rule, startedAt, tookMs: 0, removed: 0, isComplete: false, oldestLeft: null }
  try {
    while (!run.isComplete && performance.now() - started < maxRunMs) {
      const { found, removed } = await step()
      run.removed += removed
      run.isComplete = found < batchSize
    }
    run.oldestLeft = await findOldest()
  } finally {
    run.tookMs = Math.round(performance.now() - started)
    await insertRun(db, run)
  }
  return run.removed
}
