import type { RouteContract } from '@terrace/contracts/route'
import type { CallOptions } from '#web/lib/http/api-client.ts'
import type { BrowserTrace } from './browser-trace.ts'

interface FailedCall {
  trace: BrowserTrace
  resends: number
  firstAt: number
  at: number
}

/** The same call later than this is no retry. */
const retryMs = 60_000
/** During a long outage, new traces begin. */
const maxChain = { ms: 2 * 60_000, resends: 10 }
const maxRemembered = 50

/** Remembers calls without a useful response, so that the same call is known as a retry. */
export function createFailedCalls() {
  const calls = new Map<string, FailedCall>()
  return {
    /** The failed call that this one repeats, and how often it has been repeated with it. */
    take(key: string | undefined): FailedCall | undefined {
      const failed = key === undefined ? undefined : calls.get(key)
      if (!failed || key === undefined) return undefined
      calls.delete(key)
      const now = performance.now()
      const resends = failed.resends + 1
      const isRetry =
        now - failed.at < retryMs && now - failed.firstAt < maxChain.ms && resends <= maxChain.resends
      return isRetry ? { ...failed, resends } : undefined
    },
    /** `previous` is what {@link take} returned for this call. */
    add(key: string | undefined, trace: BrowserTrace, previous?: FailedCall): void {
      if (key === undefined) return
      const [oldest] = calls.keys()
      if (oldest !== undefined && calls.size >= maxRemembered) calls.delete(oldest)
      const at = performance.now()
      calls.set(key, { trace, resends: previous?.resends ?? 0, firstAt: previous?.firstAt ?? at, at })
    },
  }
}

/** Equal for a call and its retry. A call that writes and has no key may be another one. */
export function retryKeyOf(
  { method, name }: RouteContract,
  { idempotencyKey, params, query }: CallOptions<RouteContract>,
): string | undefined {
  return idempotencyKey ?? (method === 'GET' ? JSON.stringify([name, params, query]) : undefined)
}
