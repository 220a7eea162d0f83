import { setTimeout as pause } from 'node:timers/promises'
import { newRecord, runBuyers } from '../buyers.ts'
import { addStock, startInstallation, verifyInstallation, type Installation } from './installation.ts'
import { observeReadiness } from './observe.ts'

/** What one fault did. */
export interface Result {
  problems: string[]
  [count: string]: unknown
}

export interface Fault {
  /** The one that runs now. */
  installation: Installation
}

interface FaultPlan {
  dataFolder: string
  env?: { [name: string]: string }
  /** Causes the fault; it lasts from when this returns. */
  inject: (fault: Fault) => Promise<void>
  recover: (fault: Fault) => Promise<void>
  lastsMs: number
  /** Whether the service cannot write meanwhile, so that it must say that it is not ready. */
  stopsWrites: boolean
}

const beforeMs = 4000
const afterMs = 4000
const unreadyLimitMs = 5000
const recoveryLimitMs = 60_000

/** Runs buyers before, during and after a fault that ends by itself, and compares the data with the responses they got. */
export async function withFault(plan: FaultPlan): Promise<Result> {
  const { dataFolder, env, inject, recover, lastsMs, stopsWrites } = plan
  const fault: Fault = { installation: await startInstallation(dataFolder, { ...(env && { env }) }) }
  const { port } = fault.installation
  const record = newRecord()
  const observer = observeReadiness(port)
  const [stopping, giveUp] = [new AbortController(), new AbortController()]
  const problems: string[] = []
  try {
    const { tokens, listingIds } = await addStock(dataFolder)
    const buying = runBuyers({
      port,
      tokens,
      listingIds,
      record,
      stopping: stopping.signal,
      giveUp: giveUp.signal,
    })
    await pause(beforeMs)
    const countAcknowledged = () => ({ holds: record.holds.size, orders: record.orders.size })
    const before = countAcknowledged()
    await inject(fault)
    const from = performance.now()
    await pause(lastsMs)
    const to = performance.now()
    const during = countAcknowledged()
    await recover(fault)
    const recoveryMs = await observer.waitUntilReady(recoveryLimitMs)
    await pause(afterMs)
    stopping.abort()
    const timer = setTimeout(() => giveUp.abort(), recoveryLimitMs)
    await buying
    clearTimeout(timer)
    const after = countAcknowledged()

    const unreadyAfterMs = observer.timeUntilUnready(from, to)
    if (recoveryMs === undefined) problems.push(`not ready ${recoveryLimitMs / 1000} s after the fault`)
    if (!fault.installation.isRunning()) problems.push('the launcher ended')
    if (after.holds === during.holds) problems.push('nothing was held after the fault')
    if (stopsWrites && (unreadyAfterMs === undefined || unreadyAfterMs > unreadyLimitMs))
      problems.push(`ready while nothing can be written (not ready after ${unreadyAfterMs ?? '–'} ms)`)
    const falseReady = observer.countFalseReady(from, to)
    if (stopsWrites && falseReady > 0)
      problems.push(`claimed to be ready ${falseReady} times during the fault`)
    if (record.withoutResponse > 0) problems.push(`${record.withoutResponse} requests never got a response`)
    if (recoveryMs !== undefined && fault.installation.isRunning())
      problems.push(...(await verifyInstallation(dataFolder, record)))
    return {
      problems,
      before,
      during,
      after,
      statuses: record.statuses,
      unreadyAfterMs,
      recoveryMs,
      restarts: fault.installation.lines
        .filter((line) => line.includes('restart'))
        .map((line) => line.trim()),
    }
  } finally {
    stopping.abort()
    giveUp.abort()
    await observer.stop()
    if (fault.installation.isRunning()) await fault.installation.stop()
  }
}
