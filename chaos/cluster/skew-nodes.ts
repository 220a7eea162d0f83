import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import type pg from 'pg'
import { waitFor } from '../../deploy/cluster/cluster-state.ts'
import type { ClusterNode } from '../../deploy/cluster/layout.ts'
import { withNodeClient } from '../../deploy/cluster/prepare-database.ts'
import { readPostmaster } from '../../tools/launch/database/postmaster-file.ts'
import { newRecord, type BuyerRecord } from '../buyers.ts'
import { offsetProblem } from '../fake-time.ts'
import { startExtraWeb, stopExtraWeb } from './extra-web.ts'
import {
  killServer,
  leaderOf,
  synchronousReplicaOf,
  waitForOtherLeader,
  waitUntilComplete,
} from './kill-processes.ts'
import { moveClocks, readOffset, removeClock, setClock } from './node-clocks.ts'
import { startBuyers, type ClusterFault } from './run-fault.ts'
import type { Trial } from './trial.ts'

const skewSeconds = 5
const expiryTimeoutMs = 90_000

/**
 * The clocks of the database servers are wrong by five seconds each way. Two failovers move the time of the database by ten
 * seconds: first back, then forward.
 */
export function skewNodes(): ClusterFault {
  const record = newRecord()
  const problems: string[] = []
  let expiries: Expiry[] = []
  let buying: { stop: () => Promise<void> } | undefined
  return {
    maxGapMs: 15_000,
    lastsMs: 2000,
    async inject(trial) {
      buying = await startShortHolds(trial, record)
      await startClocks(trial)
      const first = await leaderOf(trial)
      const second = await synchronousReplicaOf(trial)
      const third = trial.layout.nodes.find((node) => node !== first && node !== second)
      if (!third) throw new Error('a node is missing')
      await moveClocks([
        { node: first, from: 0, to: skewSeconds },
        { node: second, from: 0, to: -skewSeconds },
        { node: third, from: 0, to: skewSeconds },
      ])
      problems.push(...(await failOver(trial, { expected: -skewSeconds })))
      await moveClocks([{ node: first, from: 0, to: skewSeconds }])
      await waitUntilComplete(trial)
      problems.push(...(await failOver(trial, { expected: skewSeconds })))
    },
    async recover(trial) {
      await buying?.stop()
      for (const [key, ids] of record.holds) trial.record.holds.set(key, ids)
      trial.record.problems.push(...record.problems)
      trial.record.withoutResponse += record.withoutResponse
      await stopExtraWeb(trial.layout, 'web8')
      await stopClocks(trial)
      await waitUntilComplete(trial)
    },
    async check(trial) {
      expiries = await waitForExpiries(trial, record)
      return [...problems, ...findWrongExpiries(expiries)]
    },
    figures: () => ({ expired: expiries.length }),
  }
}

/** Kills PostgreSQL of the primary; the new one has another time. */
async function failOver(trial: Trial, { expected }: { expected: number }): Promise<string[]> {
  const before = await leaderOf(trial)
  killServer(before)
  // Patroni starts it again, which needs the right time.
  setClock(before, 0)
  const after = await waitForOtherLeader(trial, before)
  const offset = await readOffset(after)
  await waitUntilComplete(trial)
  return [offsetProblem('the new primary', offset, expected)].filter((problem) => problem !== undefined)
}

/** Restarts PostgreSQL of all nodes with clocks that can be changed; they are right at first. */
async function startClocks(trial: Trial): Promise<void> {
  for (const node of trial.layout.nodes) setClock(node, 0)
  const leader = await leaderOf(trial)
  const replicas = trial.layout.nodes.filter((node) => node !== leader)
  for (const node of [...replicas, leader]) {
    const postmaster = pidOf(node)
    killServer(node)
    const isNew = async () => ![undefined, postmaster].includes(pidOf(node))
    await waitFor(`PostgreSQL of ${node.name} again`, isNew, 60_000)
    await waitUntilComplete(trial)
  }
}

async function stopClocks({ layout }: Trial): Promise<void> {
  const offsets = await Promise.all(
    layout.nodes.map(async (node) => ({ node, from: Math.round(await readOffset(node)), to: 0 })),
  )
  await moveClocks(offsets)
  for (const node of layout.nodes) removeClock(node)
}

function pidOf(node: ClusterNode): number | undefined {
  return readPostmaster(join(node.folder, 'data'))?.identity.pid
}

/** Buyers at a process whose holds last a minute. */
async function startShortHolds(trial: Trial, record: BuyerRecord): Promise<{ stop: () => Promise<void> }> {
  const port = await startExtraWeb(trial.layout, 'web8', { HOLD_MINUTES: '1' })
  return startBuyers({ ...trial, tokens: trial.tokens.slice(0, 3), record }, { port, pays: false })
}

interface Expiry {
  id: string
  isOver: boolean
  announced: number
}

/** Waits until all short holds that the team did not release have expired and were announced; returns them. */
async function waitForExpiries(trial: Trial, { holds }: BuyerRecord): Promise<Expiry[]> {
  const ids = [...holds.values()].flat()
  const leader = await leaderOf(trial)
  const until = performance.now() + expiryTimeoutMs
  for (;;) {
    const expiries = await withNodeClient(leader, async (client) => readExpiries(client, ids), 'terrace')
    if (expiries.every(({ isOver, announced }) => isOver && announced > 0)) return expiries
    if (performance.now() > until) return expiries
    await pause(1000)
  }
}

async function readExpiries(client: pg.Client, ids: readonly string[]): Promise<Expiry[]> {
  const { rows } = await client.query<Expiry>(
    `select h.id, h.reserved_until <= clock_timestamp() as "isOver", count(o.id)::integer as announced
     from holds h left join outbox o
       on o.topic = 'hold.expired' and o.subject = h.listing_id and o.payload ->> 'holdId' = h.id
     where h.id = any($1) and h.released_at is null group by h.id`,
    [ids],
  )
  return rows
}

/** The time of the database moved, but every hold expires, and its expiry is announced once. */
function findWrongExpiries(expiries: readonly Expiry[]): string[] {
  return [
    ...(expiries.length === 0 ? ['no hold expired'] : []),
    ...expiries
      .filter(({ isOver, announced }) => !isOver || announced !== 1)
      .map(({ id, announced }) => `the expiry of ${id} was announced ${announced} times`),
  ]
}
