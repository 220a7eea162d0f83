interface FairLimit {
  maxConcurrent: number
  /** Of one team. */
  maxConcurrentPerTeam: number
  maxWaitingPerTeam: number
  /** Of all teams. */
  maxWaiting: number
  /** Error for callers when a queue is full. */
  createError: () => Error
}

/** Limits concurrent work. Teams take turns, so that one with much work does not keep the others waiting. */
export function createFairLimiter(limit: FairLimit) {
  /** Teams in the order of their turns. */
  const waiting = new Map<string, (() => void)[]>()
  const running = new Map<string, number>()
  let total = 0
  let totalWaiting = 0

  const runningOf = (team: string) => running.get(team) ?? 0
  const isFree = (team: string) => total < limit.maxConcurrent && runningOf(team) < limit.maxConcurrentPerTeam

  function take(team: string): void {
    total += 1
    running.set(team, runningOf(team) + 1)
  }

  function release(team: string): void {
    total -= 1
    const left = runningOf(team) - 1
    if (left > 0) running.set(team, left)
    else running.delete(team)
    startNext()
  }

  function startNext(): void {
    for (const [team, calls] of waiting) {
      if (!isFree(team)) continue
      const start = calls.shift()
      waiting.delete(team)
      // After the other teams.
      if (calls.length > 0) waiting.set(team, calls)
      if (!start) continue
      totalWaiting -= 1
      take(team)
      start()
      return
    }
  }

  async function waitForTurn(team: string): Promise<void> {
    const calls = waiting.get(team) ?? []
    if (calls.length >= limit.maxWaitingPerTeam || totalWaiting >= limit.maxWaiting) throw limit.createError()
    waiting.set(team, calls)
    totalWaiting += 1
    await new Promise<void>((resolve) => calls.push(resolve))
  }

  return async <Result>(team: string, work: () => Promise<Result>): Promise<Result> => {
    if (isFree(team)) take(team)
    else await waitForTurn(team)
    try {
      return await work()
    } finally {
      release(team)
    }
  }
}
