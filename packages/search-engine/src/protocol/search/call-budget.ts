import { setImmediate as nextTurn } from 'node:timers/promises'
import type { Turns } from '../../engine/turns.ts'
import { badRequest } from '../algolia-error.ts'

/** Limit of one response, or of all responses in a multi-query call. */
export const maxResponseBytes = 1_000_000
/** CPU time of one call, independent of the machine's load. */
const maxCpuMs = 200
/** After this long, other requests get a turn before the call continues. */
const turnMs = 10

/** Limits of one call. A call of many queries must neither fill the memory nor hold up other requests. */
export interface CallBudget extends Turns {
  /** @throws AlgoliaError 400 when the response exceeds the limit */
  spendBytes(count: number): void
  /**
   * Called between two parts of a call.
   * @throws AlgoliaError 400 when the call has computed for too long
   */
  takeTurn(): Promise<void>
  /** CPU time so far. */
  spentMs(): number
}

export function createCallBudget(): CallBudget {
  let bytes = 0
  let cpuMicroseconds = 0
  let cpu = process.threadCpuUsage()
  let turnStart = performance.now()
  const sinceTurn = () => {
    const { user, system } = process.threadCpuUsage(cpu)
    return user + system
  }
  return {
    spentMs: () => (cpuMicroseconds + sinceTurn()) / 1000,
    spendBytes(count) {
      bytes += count
      if (bytes > maxResponseBytes) throw tooLarge()
    },
    isTurnOver: () => performance.now() - turnStart >= turnMs,
    async takeTurn() {
      if (performance.now() - turnStart < turnMs) return
      const spent = cpuMicroseconds + sinceTurn()
      if (spent > maxCpuMs * 1000)
        throw badRequest('The call takes too long to compute; send fewer or simpler queries')
      cpuMicroseconds = spent
      await nextTurn()
      cpu = process.threadCpuUsage()
      turnStart = performance.now()
    },
  }
}

function tooLarge() {
  return badRequest(
    `The response would be larger than ${maxResponseBytes} bytes. Request fewer hits, attributes or queries`,
  )
}
