import { setTimeout as wait } from 'node:timers/promises'

export interface BackgroundLoop {
  start(): void
  /** Waits for the current run and prevents further ones. */
  stop(): Promise<void>
}

interface BackgroundLoopOptions {
  /** From the end of one run to the start of the next. */
  intervalMs: number
  work: () => Promise<unknown>
  /** A failed run does not stop the loop. */
  onError: (error: unknown) => void
}

/** Runs `work` when started and then again after every pause, one run at a time. */
export function createBackgroundLoop({ intervalMs, work, onError }: BackgroundLoopOptions): BackgroundLoop {
  const stopping = new AbortController()
  let running: Promise<void> | undefined

  async function run(): Promise<void> {
    while (!stopping.signal.aborted) {
      try {
        await work()
      } catch (error) {
        onError(error)
      }
      await pause(intervalMs, stopping.signal)
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

/** Resolves after the delay, or immediately when the signal aborts. */
async function pause(milliseconds: number, signal: AbortSignal): Promise<void> {
  try {
    await wait(milliseconds, undefined, { signal })
  } catch (error) {
    if (!signal.aborted) throw error
  }
}
