import type { Logger } from 'pino'
import type { Db } from '#api/db/client.ts'
import type { Clock } from '#api/shared/clock.ts'
import { addDemand } from './event-stats.repo.ts'

const everyMs = 1000

export interface ViewCounter {
  /** Somebody has opened the event's page. */
  saw(eventId: number): void
  /** Writes down what has been seen since the last time; what is seen later is forgotten. */
  stop(): Promise<void>
}

interface ViewCounterDeps {
  db: Db
  clock: Clock
  logger: Pick<Logger, 'warn'>
}

/** Counts looks at events towards their demand, a second's worth at a time: a read must not wait for a write. */
export function createViewCounter({ db, clock, logger }: ViewCounterDeps): ViewCounter {
  const seen = new Map<number, number>()
  let timer: NodeJS.Timeout | undefined
  let writing = Promise.resolve()

  async function write(): Promise<void> {
    const demands = [...seen].map(([eventId, weight]) => ({ eventId, weight }))
    seen.clear()
    try {
      await addDemand(db, demands, clock.now())
    } catch (error) {
      // Demand is a hint for the order of a list; a lost second of it is not worth another try.
      logger.warn({ err: error }, 'views were not counted')
    }
  }

  function flush(): Promise<void> {
    clearTimeout(timer)
    timer = undefined
    writing = writing.then(write)
    return writing
  }

  return {
    saw(eventId) {
      seen.set(eventId, (seen.get(eventId) ?? 0) + 1)
      timer ??= setTimeout(() => void flush(), everyMs).unref()
    },
    stop: flush,
  }
}
