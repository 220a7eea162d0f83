import { PermanentError, UserError } from '../user-error.ts'
import { isDiskProblem } from './disk-problem.ts'

const maxRestarts = 5
const periodMs = 10 * 60_000
const longestPauseMs = 8000
const diskPauseMs = 5000

export interface RunningPart {
  /** Resolves with a description of how it ended. */
  ended: Promise<string>
}

export interface SupervisedPart {
  /** As the subject of a sentence, such as "The server". */
  name: string
  first: RunningPart
  start: () => Promise<RunningPart>
}

interface SuperviseOptions {
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

interface End {
  reason: string
  /** It was not a crash: the part cannot restart before its disk can be written. */
  waitsForDisk: boolean
}

/**
 * Restarts a part that ends or fails to restart, after growing pauses. While its disk is full or read-only, it keeps
 * trying. Resolves when `stopping` fires.
 * @throws UserError after five restarts within ten minutes, and any PermanentError of a restart
 */
export async function supervisePart(first: RunningPart, options: SuperviseOptions): Promise<void> {
  const { name, stopping, printLine, now = Date.now, wait } = options
  const stopRequested = new Promise<undefined>((resolve) => {
    stopping.addEventListener('abort', () => resolve(undefined), { once: true })
    if (stopping.aborted) resolve(undefined)
  })
  let restarts: number[] = []
  let isWaitingForDisk = false
  let ended: Promise<End> = first.ended.then(crash)
  for (;;) {
    const end = await Promise.race([ended, stopRequested])
    if (end === undefined || stopping.aborted) return
    const { reason, waitsForDisk } = end
    if (waitsForDisk) {
      const seconds = diskPauseMs / 1000
      if (!isWaitingForDisk)
        printLine(
          `${name} cannot restart while its disk is full or read-only; trying again every ${seconds} seconds`,
        )
      isWaitingForDisk = true
      await wait(diskPauseMs)
      if (stopping.aborted) return
      ended = restart(options.start)
      continue
    }
    isWaitingForDisk = false
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

/**
 * Supervises parts until `stopping` fires or one of them can no longer be restarted. The others, which the caller then
 * stops, are not restarted any more.
 * @throws what `supervisePart` throws
 */
export async function superviseParts(
  parts: readonly SupervisedPart[],
  { stopping, ...options }: Omit<SuperviseOptions, 'name' | 'start'>,
): Promise<void> {
  const failure = new AbortController()
  const signal = AbortSignal.any([stopping, failure.signal])
  try {
    await Promise.all(
      parts.map(({ first, name, start }) =>
        supervisePart(first, { ...options, name, start, stopping: signal }),
      ),
    )
  } finally {
    failure.abort()
  }
}

const crash = (reason: string): End => ({ reason, waitsForDisk: false })

async function restart(start: () => Promise<RunningPart>): Promise<End> {
  try {
    const part = await start()
    return crash(await part.ended)
  } catch (error) {
    if (error instanceof PermanentError) throw error
    const message = String(error instanceof Error ? error.message : error)
    // The last output of a server follows in further lines.
    return { reason: message.split('\n')[0] ?? '', waitsForDisk: isDiskProblem(error) }
  }
}
