interface QueueLimit {
  maxWaiting: number
  /** Error for callers when the queue is full. */
  createError: () => Error
}

/** Runs work when a permit is free. `beforeWaiting` can reject a caller before it joins the queue. */
type WithPermit = <Result>(
  work: () => Promise<Result>,
  beforeWaiting?: () => Promise<void>,
) => Promise<Result>

/** Limits concurrent work; other callers wait in a queue, which is unbounded by default. */
export function createLimiter(maxConcurrent: number, queueLimit?: QueueLimit): WithPermit {
  const waiting: (() => void)[] = []
  let freePermits = maxConcurrent

  return async (work, beforeWaiting) => {
    if (freePermits === 0) await beforeWaiting?.()
    if (freePermits > 0) freePermits -= 1
    else if (queueLimit && waiting.length >= queueLimit.maxWaiting) throw queueLimit.createError()
    else await new Promise<void>((resolve) => waiting.push(resolve))
    try {
      return await work()
    } finally {
      const next = waiting.shift()
      if (next) next()
      else freePermits += 1
    }
  }
}
