import { browserErrorsRoutes } from '@terrace/contracts/browser-errors'
import type { Config } from '#api/config/config.ts'
import { mountRoute, type HttpContext } from '#api/http/mount-route.ts'
import { reportBrowserError } from './error-reports.ts'

/** Of all browsers. Visitors can send reports, which must not use up what the error service takes of the server. */
const maxPerMinute = 120

interface BrowserErrorsDeps {
  config: Pick<Config, 'telemetry'>
  requestCounts: { take(key: string, max: number): { current: number } }
}

/** Takes errors of browsers. Where errors are not collected, a page sends none; what comes anyway is ignored. */
export function mountBrowserErrors(http: HttpContext, { config, requestCounts }: BrowserErrorsDeps): void {
  const isCollected = config.telemetry.sentryDsn !== undefined
  mountRoute(http, browserErrorsRoutes.report, async ({ body }) => {
    if (isCollected && requestCounts.take('browser errors', maxPerMinute).current <= maxPerMinute)
      reportBrowserError(body)
    return {}
  })
}
