import { env } from '#web/lib/env.ts'
import { traceCalls } from '#web/lib/http/api-client.ts'

/**
 * Measures calls and what the user does, if the server records traces. Elsewhere, nothing is loaded. `routeOf` returns the
 * pattern of the route that the address has.
 */
export function startTracing(routeOf: () => string | undefined): void {
  const { traces, api_base } = env()
  if (traces !== true) return
  // Not awaited: the page must not wait, and works without it.
  import('./tracer.ts').then(
    // What is passed here is not imported there, so it is one small file.
    ({ createTracer }) => traceCalls(createTracer(routeOf, api_base)),
    () => undefined,
  )
}
