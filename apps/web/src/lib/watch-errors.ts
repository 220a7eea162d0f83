import type { RootOptions } from 'react-dom/client'
import { areErrorsCollected } from './env.ts'

let report: (error: unknown) => void = () => undefined

/** Reports an error that the page shows or survives, if the server collects errors. Expected ones are left out. */
export function reportCaughtError(error: unknown): void {
  report(error)
}

/**
 * From now on, reports uncaught errors and those passed to {@link reportCaughtError}, if the server collects errors. Returns
 * options for the page's root. `routeOf` returns the pattern of the displayed route.
 */
export function watchErrors(routeOf: () => string | undefined): RootOptions {
  const sent = new Set<string>()
  async function send(thrown: unknown): Promise<void> {
    if (!areErrorsCollected()) return
    try {
      const route = routeOf() || '/'
      const { sendError } = await import('./send-error.ts')
      await sendError(thrown, { route, sent })
    } catch {
      // The page goes on without the report.
    }
  }
  report = (thrown) => void send(thrown)
  // React passes errors without a boundary on to the window.
  addEventListener('error', ({ error }) => report(error))
  addEventListener('unhandledrejection', ({ reason }) => report(reason))
  return {
    onCaughtError(error, { componentStack }) {
      // It replaces React's own, which prints the error.
      console.error(error, componentStack)
      report(error)
    },
  }
}
