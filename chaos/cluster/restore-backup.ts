import { closeSync, openSync, readdirSync, readFileSync, statSync, writeSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import pg from 'pg'
import { databaseUrl, type ClusterLayout } from '../../deploy/cluster/layout.ts'
import { verifyBackup } from '../../deploy/cluster/verify-backup.ts'
import { pgTime, restoreCluster } from '../../deploy/cluster/restore-cluster.ts'
import { settleRestored } from '../../deploy/cluster/settle-restored.ts'
import { startTerrace } from '../../deploy/cluster/start-cluster.ts'
import { newRecord } from '../buyers.ts'
import { verifyRecord } from '../verify-record.ts'
import { restartProcesses } from './kill-processes.ts'
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

/** A file of the backup is damaged, or a time has no backup: restoring must fail, and the cluster goes on as before. */
export async function restoreDamagedBackup(trial: Trial): Promise<FaultResult> {
  const { layout } = trial
  const problems: string[] = []
  const expectRefusal = async (what: string, time: Date) => {
    const failure = await restoreCluster(layout, time).then(() => undefined, String)
    if (failure === undefined) problems.push(`${what} was restored without an error`)
    else if (!failure.includes('nothing was changed')) problems.push(`${what}: ${failure}`)
  }
  const now = await readDatabaseTime(layout)
  const repair = damage(join(layout.folder, 'backups', 'backup', layout.scope))
  try {
    await expectRefusal('a damaged backup', now)
  } finally {
    repair()
  }
  await expectRefusal('a time before the first backup', new Date(now.getTime() - 86_400_000))
  const [leader] = layout.nodes
  if (leader)
    await verifyBackup(layout, leader, pgTime(now)).catch((error: unknown) => problems.push(String(error)))
  const { size } = trial.record.holds
  await buyFor(buyingMs, trial)
  if (trial.record.holds.size === size) problems.push('nothing was held after the refused restores')
  problems.push(...(await verifyRecord(dataOf(trial), trial.record)))
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

/** Changes bytes in the middle of the largest file; the returned function puts them back. */
function damage(folder: string): () => void {
  const files = readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((name) => name.includes('pg_data'))
    .map((name) => ({ file: join(folder, name), stats: statSync(join(folder, name)) }))
    .filter(({ stats }) => stats.isFile())
    .toSorted((left, right) => right.stats.size - left.stats.size)
  const [largest] = files
  if (!largest) throw new Error(`${folder} has no backup`)
  const at = Math.floor(largest.stats.size / 2)
  const bytes = readFileSync(largest.file).subarray(at, at + damagedBytes)
  const write = (changed: Uint8Array) => {
    const target = openSync(largest.file, 'r+')
    writeSync(target, changed, 0, changed.length, at)
    closeSync(target)
  }
  write(Buffer.alloc(bytes.length, 0xff))
  return () => write(bytes)
}

const damagedBytes = 64
