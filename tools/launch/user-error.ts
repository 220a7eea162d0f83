/** A failure whose message tells the user all there is to know; it is shown without a stack. */
export class UserError extends Error {}

/** What the terminal shows of a failure: words where they suffice, the stack where somebody has to look into it. */
export function explain(error: unknown): unknown {
  if (error instanceof UserError) return error.message
  const { code, path } = error instanceof Error ? (error as NodeJS.ErrnoException) : {} // its fields are optional
  if (code !== 'EACCES' && code !== 'EPERM' && code !== 'EROFS') return error
  return `This account may not write ${path ?? 'a file that is needed'}. Was Terrace started here under another account? Use that one, or keep the data elsewhere: TERRACE_DATA=<folder>`
}

/**
 * A signal that fires once when the user, a supervisor or a dying parent process wants an orderly end.
 * Later wishes change nothing: the end is already on its way.
 */
export function whenStopped({ quiet = false } = {}): AbortSignal {
  const controller = new AbortController()
  const stop = () => {
    if (controller.signal.aborted) return
    if (!quiet) console.log('\nStopping …')
    controller.abort()
  }
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, stop)
  process.on('message', stop)
  process.on('disconnect', stop)
  return controller.signal
}
