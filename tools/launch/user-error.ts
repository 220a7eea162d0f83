/** A failure whose message tells the user all there is to know; it is shown without a stack. */
export class UserError extends Error {}

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
