import { randomBytes } from 'node:crypto'
import { cpSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { migrate } from '../../apps/api/src/db/migrate.ts'
import { seedStock } from '../../bench/bench-data.ts'
import type { Engines } from '../../deploy/cluster/engines.ts'
import {
  assertPortsFree,
  clusterFolder,
  databaseUrl,
  openLayout,
  type ClusterLayout,
} from '../../deploy/cluster/layout.ts'
import { withNodeClient, takeBackup } from '../../deploy/cluster/prepare-database.ts'
import { findLeader } from '../../deploy/cluster/cluster-state.ts'
import { startEngines, startTerrace } from '../../deploy/cluster/start-cluster.ts'
import { killCluster } from '../../deploy/cluster/stop-cluster.ts'
import { newRecord, type BuyerRecord } from '../buyers.ts'
import { withoutLimits } from '../options.ts'
import { withNodeClocks } from './node-clocks.ts'
import { copyOldRelease, migrateWith } from './old-release.ts'
import { trialExists, markTrial } from './trial-marker.ts'

/** Leaves a cluster on the default ports alone. */
const port = 4600
const folder = clusterFolder(port, 'trial')

/** Of Terrace's processes: many buyers come from one address and keep holding. */
export const trialVariables = {
  ...withoutLimits,
  MAX_HELD_TICKETS_PER_TEAM: '100000',
  WORK_MS_PER_ACCOUNT: '100000000',
  LOG_LEVEL: 'warn',
  METRICS_TOKEN: randomBytes(24).toString('hex'),
}

/** A cluster of its own with buyers and stock. */
export interface Trial {
  layout: ClusterLayout
  tokens: string[]
  listingIds: string[]
  /** The responses to buyers. */
  record: BuyerRecord
  /** The release that runs until the step `release` replaces it. */
  oldRelease?: { commit: string; folder: string }
}

/** Starts a cluster with this release, or with an old one whose replacement is tested. */
export async function startTrial(engines: Engines, oldCommit?: string): Promise<Trial> {
  await removeTrial(engines)
  assertPortsFree(port, 'trial')
  markTrial(folder)
  const layout = withNodeClocks(openLayout(engines, port, 'trial'))
  await startEngines(layout)
  const oldRelease =
    oldCommit === undefined ? undefined : { commit: oldCommit, folder: copyOldRelease(layout, oldCommit) }
  const direct = databaseUrl(layout, layout.ports.leader)
  await (oldRelease ? migrateWith(layout, oldRelease.folder) : migrate({ databaseUrl: direct }))
  const stock = { events: 2, listingsPerEvent: 10, ticketsPerListing: 5000, teams: 12 }
  const { tokens, listingIds } = await seedStock(direct, stock)
  await startTerrace(layout, trialVariables, oldRelease?.folder)
  const leader = await findLeader(layout)
  if (leader)
    await withNodeClient(leader, async (client) => void (await client.query('create database probe')))
  if (leader)
    await withNodeClient(
      leader,
      async (client) =>
        void (await client.query('create table writes (id text primary key, node text not null)')),
      'probe',
    )
  await takeBackup(layout)
  return { layout, tokens, listingIds, record: newRecord(), ...(oldRelease && { oldRelease }) }
}

/**
 * Stops the trial's processes, also those of a run that was killed, and deletes its data.
 * @throws UserError if the folder is not of a trial
 */
export async function removeTrial(engines: Engines): Promise<void> {
  if (!trialExists(folder)) return
  await killCluster(openLayout(engines, port, 'trial'))
  rmSync(folder, { recursive: true, force: true })
}

/** Where the data of the trial are, for comparisons with the responses to buyers. */
export function dataOf({ layout }: Trial): { databaseUrl: string; sandboxFolder: string } {
  return {
    databaseUrl: databaseUrl(layout, layout.ports.leader),
    sandboxFolder: join(layout.folder, 'sandbox'),
  }
}

/** Copies the logs of a trial that failed, and returns where they are. */
export function copyLogs({ layout }: Trial): string {
  const target = mkdtempSync(join(tmpdir(), 'terrace-cluster-logs-'))
  cpSync(join(layout.folder, 'logs'), target, { recursive: true })
  return target
}
