import { setImmediate as nextTurn } from 'node:timers/promises'
import { badRequest } from './algolia-error.ts'

/** Limit of one response, or of all responses in a multi-query call. */
const maxBytes = 1_000_000
/** CPU time of one call, independent of the machine's load. */
const maxCpuMs = 200
/** After this long, other requests get a turn before the next query of the call. */
const turnMs = 20

/** Limits of one call. A call of many queries must neither fill the memory nor hold up other requests. */
export interface CallBudget {
  /** @throws AlgoliaError 400 when the response exceeds the limit */
  spendBytes(count: number): void
  /**
   * Called between two queries.
   * @throws AlgoliaError 400 when the call has computed for too long
   */
  takeTurn(): Promise<void>
}

export function createCallBudget(): CallBudget {
  let bytes = 0
  let cpuMicroseconds = 0
  let cpu = process.threadCpuUsage()
  let turnStart = performance.now()
  return {
    spendBytes(count) {
      bytes += count
      if (bytes > maxBytes) throw tooLarge()
    },
    async takeTurn() {
      const { user, system } = process.threadCpuUsage(cpu)
      if (cpuMicroseconds + user + system > maxCpuMs * 1000)
        throw badRequest('The call takes too long to compute; send fewer or simpler queries')
      if (performance.now() - turnStart < turnMs) return
      cpuMicroseconds += user + system
      await nextTurn()
      cpu = process.threadCpuUsage()
      turnStart = performance.now()
    },
  }
}

/** Hits of a page after which its size is estimated. */
const sampleSize = 50

/**
 * Rejects a large page before all of it is built: its first hits indicate its size. Half of the estimate must exceed
 * the limit, because the first hits can be the largest.
 * @throws AlgoliaError 400
 */
export function checkPageSize(built: readonly unknown[], total: number): void {
  if (built.length !== sampleSize || total === sampleSize) return
  const estimate = (JSON.stringify(built).length / sampleSize) * total
  if (estimate / 2 > maxBytes) throw tooLarge()
}

function tooLarge() {
  return badRequest(
    `The response would be larger than ${maxBytes} bytes. Request fewer hits, attributes or queries`,
  )
}
