import { statfs } from 'node:fs/promises'
import type pg from 'pg'
import { Gauge, type Registry } from 'prom-client'
import type { Db } from '#api/db/client.ts'
import { readOperationalCounts, readQueueSizes } from './operational-counts.repo.ts'

export interface OperationalMetrics {
  /** Sets every gauge. What the database does not tell is left out. */
  collect(): Promise<void>
}

export interface Observed {
  db: Db
  pool: Pick<pg.Pool, 'totalCount' | 'idleCount' | 'waitingCount' | 'options'>
  dataFolder: string
  /** Absent where another service serves the sockets. */
  countSockets: (() => number) | undefined
  search: { secondsBehind(): number } | undefined
  replica: { ageSeconds(): number | undefined } | undefined
}

/** Gauges of this process's pool, sockets and search index, and of what all processes have left to do. */
export function createOperationalMetrics(
  registry: Registry,
  { db, pool, dataFolder, countSockets, search, replica }: Observed,
): OperationalMetrics {
  const gauge = (name: string, help: string, labelNames: string[] = []) =>
    new Gauge({ name, help, labelNames, registers: [registry] })
  const connections = gauge('database_connections', 'Connections of this process by state.', ['state'])
  const waiting = gauge('database_pool_waiting', 'Statements that wait for a connection of this process.')
  const attempts = gauge('checkout_attempts_open', 'Payments in progress.')
  const stuck = gauge(
    'checkout_attempts_stuck',
    'Payments in progress that wait for no one and have not changed for a minute.',
  )
  const oldest = gauge('checkout_attempt_oldest_seconds', 'Age of the oldest payment in progress.')
  const refunds = gauge('refunds_pending', 'Refunds that are not paid yet.')
  const processes = gauge('processes_running', 'Running processes by role.', ['role'])
  const subscribers = gauge(
    'outbox_subscriber_age_seconds',
    'Seconds since each durable subscriber last moved on.',
    ['subscriber'],
  )
  const queues = gauge(
    'jobs_pending',
    'Jobs that wait or run, by queue. The queues mail.send and mail.send_batch count emails.',
    ['queue'],
  )
  const failedJobs = gauge(
    'jobs_failed',
    'Jobs that were given up, by queue, while they are kept. The queues of emails count emails.',
    ['queue'],
  )
  const unprocessed = gauge(
    'payment_events_unprocessed',
    'Webhooks of the payment gateway in the last day that failed and are expected again.',
  )
  const sockets = gauge('realtime_sockets', 'Open sockets of this process.')
  const indexAge = gauge(
    'search_index_age_seconds',
    'Age of the oldest change that searches of this process do not find yet.',
  )

  const maxConnections = gauge('database_connections_max', 'Connections that this process may open.')
  maxConnections.set(pool.options.max)
  const imports = gauge('inventory_imports_waiting', 'Inventory files to be read or applied.')
  const failingImports = gauge(
    'inventory_imports_failing',
    'Inventory files to be read or applied that have failed and are tried again.',
  )
  const oldestImport = gauge(
    'inventory_import_oldest_seconds',
    'Age of the oldest inventory file that waits.',
  )
  const ruleRuns = gauge('price_rule_runs_open', 'Runs of price rules that have not ended.')
  const failingRuleRuns = gauge(
    'price_rule_runs_failing',
    'Runs of price rules that have failed and are tried again.',
  )
  const oldestRuleRun = gauge('price_rule_run_oldest_seconds', 'Age of the oldest run that has not ended.')
  const diskFree = gauge('data_folder_free_bytes', 'Free space of the disk with the data folder.')
  const diskSize = gauge('data_folder_size_bytes', 'Size of the disk with the data folder.')
  const replicaAge = gauge('replica_age_seconds', 'Age of what the read replica shows.')

  function setAll(target: Gauge, label: string, values: Record<string, number>): void {
    target.reset()
    for (const [name, value] of Object.entries(values)) target.set({ [label]: name }, value)
  }

  async function collectFromDatabase(): Promise<void> {
    const counts = await readOperationalCounts(db)
    attempts.set(counts.openAttempts)
    stuck.set(counts.stuckAttempts)
    oldest.set(counts.oldestOpenAttemptSeconds)
    refunds.set(counts.pendingRefunds)
    setAll(processes, 'role', counts.processes)
    setAll(subscribers, 'subscriber', counts.subscriberAges)
    unprocessed.set(counts.unprocessedPaymentEvents)
    imports.set(counts.waitingImports)
    failingImports.set(counts.failingImports)
    oldestImport.set(counts.oldestImportSeconds)
    ruleRuns.set(counts.openRuleRuns)
    failingRuleRuns.set(counts.failingRuleRuns)
    oldestRuleRun.set(counts.oldestRuleRunSeconds)
    const jobs = await readQueueSizes(db)
    setAll(queues, 'queue', jobs.pending)
    setAll(failedJobs, 'queue', jobs.failed)
  }

  async function collectDisk(): Promise<void> {
    try {
      const { bavail, blocks, bsize } = await statfs(dataFolder)
      diskFree.set(bavail * bsize)
      diskSize.set(blocks * bsize)
    } catch {
      for (const single of [diskFree, diskSize]) single.set(Number.NaN)
    }
  }

  const fromDatabase = [
    attempts,
    stuck,
    oldest,
    refunds,
    unprocessed,
    imports,
    failingImports,
    oldestImport,
    ruleRuns,
    failingRuleRuns,
    oldestRuleRun,
  ]

  return {
    async collect() {
      await collectDisk()
      setAll(connections, 'state', {
        idle: pool.idleCount,
        busy: pool.totalCount - pool.idleCount,
      })
      waiting.set(pool.waitingCount)
      if (countSockets) sockets.set(countSockets())
      if (replica) replicaAge.set(replica.ageSeconds() ?? Number.NaN)
      if (search) indexAge.set(search.secondsBehind())
      try {
        await collectFromDatabase()
      } catch {
        // Without the database, nothing is known; a value of before would mislead.
        for (const single of fromDatabase) single.set(Number.NaN)
        for (const labelled of [processes, subscribers, queues, failedJobs]) labelled.reset()
      }
    },
  }
}
