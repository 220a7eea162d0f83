import type { RootOptions } from 'react-dom/client'
import { reportedRelease } from './env.ts'

let report: (error: unknown) => void = () => undefined

/** Reports an error that the page shows or survives, while the server collects them. Expected ones are left out. */
export function reportCaughtError(error: unknown): void {
  report(error)
}

/**
 * Reports errors that nothing catches from now on, and those above, while the server collects them. Returns options for the
 * page's root. `routeOf` returns the pattern of the displayed route.
 */
export function watchErrors(routeOf: () => string | undefined): RootOptions {
  const sent = new Set<string>()
  async function send(thrown: unknown): Promise<void> {
    if (reportedRelease() === undefined) return
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
