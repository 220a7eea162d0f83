import {
  chownSync,
  cpSync,
  mkdirSync,
  readdirSync,
  rmSync,
  statSync,
  openSync,
  writeSync,
  closeSync,
} from 'node:fs'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import pg from 'pg'
import { databaseUrl, type ClusterLayout } from '../../deploy/cluster/layout.ts'
import { runPgbackrest } from '../../deploy/cluster/prepare-database.ts'
import { restoreCluster } from '../../deploy/cluster/restore-cluster.ts'
import { settleRestored } from '../../deploy/cluster/settle-restored.ts'
import { startTerrace } from '../../deploy/cluster/start-cluster.ts'
import { newRecord } from '../buyers.ts'
import { verifyRecord } from '../verify-record.ts'
import { leaderOf, restartProcesses } from './kill-processes.ts'
import { startBuyers, type FaultResult } from './run-fault.ts'
import { dataOf, trialVariables, type Trial } from './trial.ts'

const buyingMs = 4000

/**
 * Restores the cluster to a point in time between two groups of purchases. Afterwards everything that was confirmed before is
 * there and nothing from after it, and the payment provider has refunded the payments from after it.
 */
export async function restoreToPointInTime(trial: Trial): Promise<FaultResult> {
  await restartProcesses(trial)
  await buyFor(buyingMs, trial)
  const before = trial.record
  const problems = await verifyRecord(dataOf(trial), before)
  const time = await readDatabaseTime(trial.layout)
  await pause(1500)
  const after: Trial = { ...trial, record: newRecord() }
  await buyFor(buyingMs, after)

  const from = performance.now()
  await restoreCluster(trial.layout, time)
  const restoredMs = Math.round(performance.now() - from)
  await settleRestored(trial.layout)
  await startTerrace(trial.layout, trialVariables)
  const openMs = Math.round(performance.now() - from)
  const restored = { holds: before.holds.size, orders: before.orders.size }
  await buyFor(buyingMs, trial)
  if (before.holds.size === restored.holds) problems.push('nothing was held after the restore')
  // Emails of purchases that the restore reverted stay sent, so they are not compared.
  problems.push(...(await verifyRecord(dataOf(trial), before)), ...(await findLeftoverOrders(trial, after)))
  return {
    problems,
    before: restored,
    reverted: { holds: after.record.holds.size, orders: after.record.orders.size },
    restoredMs,
    openMs,
  }
}

/** A file of the backup is damaged: restoring it must fail instead of restoring wrong data. */
export async function restoreDamagedBackup(trial: Trial): Promise<FaultResult> {
  const { layout } = trial
  const node = await leaderOf(trial)
  const [damaged, scratch] = ['damaged-backups', 'scratch'].map((name) => join(layout.folder, name)) as [
    string,
    string,
  ]
  const problems: string[] = []
  try {
    cpSync(join(layout.folder, 'backups'), damaged, { recursive: true })
    damage(join(damaged, 'backup', layout.scope))
    chownToEngines(layout, damaged)
    for (const [repository, isDamaged] of [
      [damaged, true],
      [join(layout.folder, 'backups'), false],
    ] as const) {
      rmSync(scratch, { recursive: true, force: true })
      mkdirSync(scratch, { mode: 0o700 })
      chownToEngines(layout, scratch)
      const restore = runPgbackrest(layout, node, [
        `--repo1-path=${repository}`,
        `--pg1-path=${scratch}`,
        `--lock-path=${join(layout.folder, 'scratch-lock')}`,
        'restore',
      ])
      const failure = await restore.then(() => undefined).catch(String)
      if (isDamaged && failure === undefined) problems.push('a damaged backup was restored without an error')
      if (!isDamaged && failure !== undefined) problems.push(`the undamaged backup failed: ${failure}`)
    }
  } finally {
    for (const folder of [damaged, scratch, join(layout.folder, 'scratch-lock')])
      rmSync(folder, { recursive: true, force: true })
  }
  return { problems }
}

async function buyFor(milliseconds: number, trial: Trial): Promise<void> {
  const buying = startBuyers(trial)
  await pause(milliseconds)
  await buying.stop()
}

/** Orders from after the point in time that are still there. */
async function findLeftoverOrders({ layout }: Trial, { record }: Trial): Promise<string[]> {
  const client = new pg.Client({ connectionString: databaseUrl(layout, layout.ports.leader) })
  await client.connect()
  try {
    const { rows } = await client.query<{ attempt_id: string }>('select attempt_id from orders')
    const attempts = new Set(rows.map(({ attempt_id }) => attempt_id))
    const leftover = [...record.orders.values()].filter((id) => attempts.has(id))
    return leftover.map((id) => `the order of ${id} is from after the point in time and still there`)
  } finally {
    await client.end()
  }
}

async function readDatabaseTime(layout: ClusterLayout): Promise<Date> {
  const client = new pg.Client({ connectionString: databaseUrl(layout, layout.ports.leader) })
  await client.connect()
  try {
    const { rows } = await client.query<{ now: Date }>('select clock_timestamp() as now')
    return rows[0]?.now ?? new Date()
  } finally {
    await client.end()
  }
}

/** Changes bytes in the middle of the largest file. */
function damage(folder: string): void {
  const files = readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((name) => name.includes('pg_data'))
    .map((name) => ({ file: join(folder, name), stats: statSync(join(folder, name)) }))
    .filter(({ stats }) => stats.isFile())
    .toSorted((left, right) => right.stats.size - left.stats.size)
  const [largest] = files
  if (!largest) throw new Error(`${folder} has no backup`)
  const target = openSync(largest.file, 'r+')
  writeSync(target, Buffer.alloc(64, 0xff), 0, 64, Math.floor(largest.stats.size / 2))
  closeSync(target)
}

function chownToEngines({ user }: ClusterLayout, folder: string): void {
  if (!user) return
  for (const name of ['.', ...readdirSync(folder, { recursive: true, encoding: 'utf8' })])
    chownSync(join(folder, name), user.uid, user.gid)
}
