import { statfs } from 'node:fs/promises'
import type pg from 'pg'
import { Gauge, type Registry } from 'prom-client'
import type { Db } from '#api/db/client.ts'
import { readOperationalCounts, readQueueSizes, type OperationalCounts } from './operational-counts.repo.ts'

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

type SingleCount = Exclude<keyof OperationalCounts, 'processes' | 'subscriberAges'>

/** The gauge of each count: its name and what it says. */
const countGauges = {
  openAttempts: ['checkout_attempts_open', 'Payments in progress.'],
  stuckAttempts: [
    'checkout_attempts_stuck',
    'Payments in progress that need no action by the buyer and have not changed for a minute.',
  ],
  oldestOpenAttemptSeconds: ['checkout_attempt_oldest_seconds', 'Age of the oldest payment in progress.'],
  pendingRefunds: ['refunds_pending', 'Refunds that are not paid yet.'],
  unprocessedPaymentEvents: [
    'payment_events_unprocessed',
    'Webhooks of the payment gateway in the last day that failed and are expected again.',
  ],
  waitingImports: ['inventory_imports_waiting', 'Inventory files to be read or applied.'],
  failingImports: [
    'inventory_imports_failing',
    'Inventory files to be read or applied that have failed and are tried again.',
  ],
  oldestImportSeconds: ['inventory_import_oldest_seconds', 'Age of the oldest inventory file that waits.'],
  openRuleRuns: ['price_rule_runs_open', 'Runs of price rules that have not ended.'],
  failingRuleRuns: ['price_rule_runs_failing', 'Runs of price rules that have failed and are tried again.'],
  oldestRuleRunSeconds: ['price_rule_run_oldest_seconds', 'Age of the oldest run that has not ended.'],
  archiveFailing: ['database_archive_failing', '1 while the database cannot archive its write-ahead log.'],
} as const satisfies Record<SingleCount, readonly [name: string, help: string]>

/** Gauges of this process's pool, sockets and search index, and of what all processes have left to do. */
export function createOperationalMetrics(
  registry: Registry,
  { db, pool, dataFolder, countSockets, search, replica }: Observed,
): OperationalMetrics {
  const gauge = (name: string, help: string, labelNames: string[] = []) =>
    new Gauge({ name, help, labelNames, registers: [registry] })
  const countTargets = Object.entries(countGauges).map(([count, [name, help]]) => ({
    count: count as SingleCount,
    target: gauge(name, help),
  }))
  const connections = gauge('database_connections', 'Connections of this process by state.', ['state'])
  const waiting = gauge('database_pool_waiting', 'Statements that wait for a connection of this process.')
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
  const sockets = gauge('realtime_sockets', 'Open sockets of this process.')
  const indexAge = gauge(
    'search_index_age_seconds',
    'Age of the oldest change that searches of this process do not find yet.',
  )

  const maxConnections = gauge('database_connections_max', 'Connections that this process may open.')
  maxConnections.set(pool.options.max)
  const diskFree = gauge('data_folder_free_bytes', 'Free space of the disk with the data folder.')
  const diskSize = gauge('data_folder_size_bytes', 'Size of the disk with the data folder.')
  const replicaAge = gauge('replica_age_seconds', 'Age of what the read replica shows.')

  function setAll(target: Gauge, label: string, values: Record<string, number>): void {
    target.reset()
    for (const [name, value] of Object.entries(values)) target.set({ [label]: name }, value)
  }

  async function collectFromDatabase(): Promise<void> {
    const counts = await readOperationalCounts(db)
    for (const { count, target } of countTargets) target.set(counts[count])
    setAll(processes, 'role', counts.processes)
    setAll(subscribers, 'subscriber', counts.subscriberAges)
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
      for (const each of [diskFree, diskSize]) each.set(Number.NaN)
    }
  }

  return {
    async collect() {
      // Before anything that itself waits for a connection.
      setAll(connections, 'state', {
        idle: pool.idleCount,
        busy: pool.totalCount - pool.idleCount,
      })
      waiting.set(pool.waitingCount)
      await collectDisk()
      if (countSockets) sockets.set(countSockets())
      if (replica) replicaAge.set(replica.ageSeconds() ?? Number.NaN)
      if (search) indexAge.set(search.secondsBehind())
      try {
        await collectFromDatabase()
      } catch {
        // Without the database, nothing is known; a value of before would mislead.
        for (const { target } of countTargets) target.set(Number.NaN)
        for (const labelled of [processes, subscribers, queues, failedJobs]) labelled.reset()
      }
    },
  }
}
