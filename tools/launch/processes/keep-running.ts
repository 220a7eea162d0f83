import { PermanentError, UserError } from '../user-error.ts'

const maxRestarts = 5
const periodMs = 10 * 60_000
const longestPauseMs = 8000

export interface RunningPart {
  /** Resolves with a description of how it ended. */
  ended: Promise<string>
}

interface KeepRunningOptions {
  /** As the subject of a sentence, such as "The server". */
  name: string
  start: () => Promise<RunningPart>
  /** Ends the supervision; the caller stops the part. */
  stopping: AbortSignal
  printLine: (line: string) => void
  now?: () => number
  /** Waits, or resolves early when `stopping` fires. */
  wait: (milliseconds: number) => Promise<void>
}

/**
 * Restarts a part that ends or fails to restart, after growing pauses. Resolves when `stopping` fires.
 * @throws UserError after five restarts within ten minutes, and any PermanentError of a restart
 */
export async function keepRunning(first: RunningPart, options: KeepRunningOptions): Promise<void> {
  const { name, stopping, printLine, now = Date.now, wait } = options
  const stopRequested = new Promise<undefined>((resolve) => {
    stopping.addEventListener('abort', () => resolve(undefined), { once: true })
    if (stopping.aborted) resolve(undefined)
  })
  let restarts: number[] = []
  let ended: Promise<string> = first.ended
  for (;;) {
    const reason = await Promise.race([ended, stopRequested])
    if (reason === undefined || stopping.aborted) return
    restarts = restarts.filter((time) => now() - time < periodMs)
    if (restarts.length >= maxRestarts) {
      throw new UserError(
        `${name} ended again (${reason}), after ${maxRestarts} restarts within ten minutes. All other parts are stopped. Remove the cause and run the command again.`,
      )
    }
    const pauseMs = restarts.length === 0 ? 0 : Math.min(1000 * 2 ** (restarts.length - 1), longestPauseMs)
    restarts.push(now())
    printLine(`${name} ended unexpectedly (${reason}); restarting, ${restarts.length} of ${maxRestarts}`)
    await wait(pauseMs)
    if (stopping.aborted) return
    ended = restart(options.start)
  }
}

async function restart(start: () => Promise<RunningPart>): Promise<string> {
  try {
    return await (
      await start()
    ).ended
  } catch (error) {
    if (error instanceof PermanentError) throw error
    // The last output of a server follows in further lines.
    return String(error instanceof Error ? error.message : error).split('\n')[0] ?? ''
  }
}
