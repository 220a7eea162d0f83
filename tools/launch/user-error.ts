/** An error whose message is complete for the user; shown without a stack. */
export class UserError extends Error {}

/** An error that another try cannot remedy, so nothing is restarted. */
export class PermanentError extends UserError {}

/** Message of a known error, otherwise the error with its stack. */
export function explain(error: unknown): unknown {
  if (error instanceof UserError) return error.message
  const { code, path } = error instanceof Error ? (error as NodeJS.ErrnoException) : {} // all fields are optional
  if (code !== 'EACCES' && code !== 'EPERM' && code !== 'EROFS') return error
  return `This account cannot write ${path ?? 'a required file'}. If another account started Terrace here, use that account or set another data folder: DATA_DIR=<folder>`
}

/**
 * A signal that fires once when the user, a supervisor or a dying parent requests a stop. Later requests are ignored.
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
