import { browserErrorsRoutes } from '@terrace/contracts/browser-errors'
import type { BodyOf } from '@terrace/contracts/route'
import type { Config } from '#api/config/config.ts'
import { mountRoute, type HttpContext } from '#api/http/mount-route.ts'
import { reportBrowserError } from './error-reports.ts'

/** For all browsers together, so that visitors cannot use up the server's quota at the error service. */
const maxPerMinute = 20
const minuteMs = 60_000
const maxRemembered = 1000

interface BrowserErrorsDeps {
  config: Pick<Config, 'telemetry'>
  requestCounts: { take(key: string, max: number): { current: number } }
}

/** Accepts error reports of browsers. Without an error service, pages send none, and any that arrive are ignored. */
export function mountBrowserErrors(http: HttpContext, { config, requestCounts }: BrowserErrorsDeps): void {
  const isCollected = config.telemetry.sentryDsn !== undefined
  const isRepeated = createRepeatCheck()
  mountRoute(http, browserErrorsRoutes.report, async ({ body }) => {
    if (
      isCollected &&
      !isRepeated(body) &&
      requestCounts.take('browser errors', maxPerMinute).current <= maxPerMinute
    )
      reportBrowserError(body)
    return {}
  })
}

/** Whether an error of this type at this place came within the last minute. */
function createRepeatCheck(): (error: BodyOf<typeof browserErrorsRoutes.report>) => boolean {
  const seen = new Map<string, number>()
  return ({ type, frames }) => {
    const now = Date.now()
    // Oldest first. Their number is limited, because visitors choose the texts.
    for (const [key, at] of seen) {
      if (now - at < minuteMs && seen.size < maxRemembered) break
      seen.delete(key)
    }
    const key = JSON.stringify([type, frames[0]])
    if (seen.has(key)) return true
    seen.set(key, now)
    return false
  }
}
