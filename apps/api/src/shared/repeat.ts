import { setTimeout as wait } from 'node:timers/promises'

export interface Repeated {
  start(): void
  /** Waits for what runs; nothing runs after it. */
  stop(): Promise<void>
}

interface RepeatOptions {
  /** From the end of one time to the beginning of the next. */
  everyMs: number
  work: () => Promise<unknown>
  /** A time that failed does not end it. */
  onError: (error: unknown) => void
}

/** Does the same at the start and over and over, one time after the other. */
export function repeat({ everyMs, work, onError }: RepeatOptions): Repeated {
  const stopping = new AbortController()
  let running: Promise<void> | undefined

  async function run(): Promise<void> {
    while (!stopping.signal.aborted) {
      try {
        await work()
      } catch (error) {
        onError(error)
      }
      await pause(everyMs, stopping.signal)
    }
  }

  return {
    start() {
      running ??= run()
    },
    async stop() {
      stopping.abort()
      await running
    },
  }
}

/** Waits, or ends at once when the signal says so. */
async function pause(milliseconds: number, signal: AbortSignal): Promise<void> {
  try {
    await wait(milliseconds, undefined, { signal })
  } catch (error) {
    if (!signal.aborted) throw error
  }
}
