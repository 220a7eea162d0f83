import { setTimeout as pause } from 'node:timers/promises'
import { runBuyers } from '../buyers.ts'
import { verifyRecord } from '../verify-record.ts'
import { dataOf, type Trial } from './trial.ts'

export interface ClusterFault {
  /** Causes the fault. */
  inject: (trial: Trial) => Promise<void>
  lastsMs: number
  /** Restarts or reconnects what failed, as a supervisor or an operator does, and waits until the cluster is complete. */
  recover: (trial: Trial) => Promise<void>
  /** The longest time without a successful hold that is allowed. */
  maxGapMs: number
  /** Returns further problems; called after the recovery. */
  check?: (trial: Trial) => Promise<string[]>
  /** Further figures to print; called after the checks. */
  figures?: () => Record<string, unknown>
}

export interface FaultResult {
  problems: string[]
  [count: string]: unknown
}

const beforeMs = 3000
const afterMs = 3000
const giveUpMs = 60_000

/** Runs buyers before, during and after a fault, and compares the data with the responses that they got. */
export async function runFault(trial: Trial, fault: ClusterFault): Promise<FaultResult> {
  const { record } = trial
  const [holds, orders] = [record.holds.size, record.orders.size]
  record.statuses = {}
  record.heldAt = []
  const buying = startBuyers(trial)
  let from = 0
  let to = 0
  let recoveryMs = 0
  try {
    await pause(beforeMs)
    from = performance.now()
    try {
      await fault.inject(trial)
    } catch (error) {
      // The steps after this one need a whole cluster; the first error says more than one of the recovery.
      await fault.recover(trial).catch(() => undefined)
      throw error
    }
    await pause(fault.lastsMs)
    const recovering = performance.now()
    await fault.recover(trial)
    recoveryMs = Math.round(performance.now() - recovering)
    await pause(afterMs)
    to = performance.now()
  } finally {
    await buying.stop()
  }
  const gap = longestGap(record.heldAt, from, to)
  const problems = [
    ...(gap.ms > fault.maxGapMs ? [`no hold for ${gap.ms} ms; at most ${fault.maxGapMs} are allowed`] : []),
    ...(await findProblems(trial)),
    ...((await fault.check?.(trial)) ?? []),
  ]
  return {
    problems,
    longestGapMs: gap.ms,
    recoveryMs,
    holds: record.holds.size - holds,
    orders: record.orders.size - orders,
    statuses: record.statuses,
    ...fault.figures?.(),
  }
}

/** Buyers who hold and pay until they are stopped: through HAProxy, unless `port` names one process. */
export function startBuyers(
  { layout, tokens, listingIds, record }: Trial,
  { port = layout.ports.site, pays = true } = {},
): { stop: () => Promise<void> } {
  const [stopping, giveUp] = [new AbortController(), new AbortController()]
  const running = runBuyers({
    port,
    pays,
    tokens,
    listingIds,
    record,
    stopping: stopping.signal,
    giveUp: giveUp.signal,
  })
  return {
    async stop() {
      stopping.abort()
      const timer = setTimeout(() => giveUp.abort(), giveUpMs)
      await running
      clearTimeout(timer)
    },
  }
}

/** How data and payment provider differ from the responses to buyers; empty if everything is right. */
async function findProblems(trial: Trial): Promise<string[]> {
  const { record } = trial
  const problems = [
    ...(await verifyRecord(dataOf(trial), record)),
    ...record.refusedPayments.map((text) => `a payment failed: ${text}`),
    ...(record.withoutResponse > 0 ? [`${record.withoutResponse} requests never got a response`] : []),
  ]
  record.problems = []
  record.refusedPayments = []
  return problems
}

/** The longest time without a success between two moments. */
function longestGap(successes: readonly number[], from: number, to: number): { ms: number } {
  const times = [from, ...successes.filter((at) => at >= from && at <= to).toSorted((a, b) => a - b), to]
  return { ms: Math.round(Math.max(...times.slice(1).map((at, index) => at - (times[index] ?? at)))) }
}
