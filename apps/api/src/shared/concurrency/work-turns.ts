import { setImmediate as yieldToEventLoop } from 'node:timers/promises'
import { cpuMsSince } from '../cpu-time.ts'

/** The work of one request in turns: other requests go on between them, and the caller pays for each. */
export interface WorkTurns {
  /** Does one piece of work, which must not take long, and ends the turn when it is due. */
  run<Result>(work: () => Result): Promise<Result>
  /** Does a piece of work for each item. */
  map<Item, Result>(items: readonly Item[], work: (item: Item, index: number) => Result): Promise<Result[]>
}

interface Budget<Spender> {
  /** Throws when the caller has no budget left. */
  assertBudgetLeft(spender: Spender): void
  charge(spender: Spender, ms: number): void
}

const turnMs = 10

/** Charges the computing time of each turn. A caller that uses up its budget is refused after any of them. */
export function createWorkTurns<Spender>(budget: Budget<Spender>, spender: Spender): WorkTurns {
  budget.assertBudgetLeft(spender)
  let startedAt: number | undefined

  async function run<Result>(work: () => Result): Promise<Result> {
    startedAt ??= performance.now()
    const from = process.threadCpuUsage()
    try {
      return work()
    } finally {
      budget.charge(spender, cpuMsSince(from))
      if (performance.now() - startedAt >= turnMs) {
        await yieldToEventLoop()
        startedAt = undefined
        budget.assertBudgetLeft(spender)
      }
    }
  }

  return {
    run,
    async map(items, work) {
      const results = []
      for (const [index, item] of items.entries()) results.push(await run(() => work(item, index)))
      return results
    },
  }
}

/** Turns for work of the server itself, which no account pays for. */
export function createServerTurns(): WorkTurns {
  return createWorkTurns({ assertBudgetLeft: () => undefined, charge: () => undefined }, undefined)
}
