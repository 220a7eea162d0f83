import type { RouteContract } from '@terrace/contracts/route'
import type { CallOptions } from '#web/lib/http/api-client.ts'
import type { BrowserTrace } from './browser-trace.ts'

interface FailedCall {
  trace: BrowserTrace
  resends: number
  at: number
}

/** The same call later than this is no retry. */
const retryMs = 60_000
const maxRemembered = 50

/** Remembers calls without a useful answer, so that the same call is known as a retry. */
export function createFailedCalls() {
  const calls = new Map<string, FailedCall>()
  return {
    take(key: string | undefined): FailedCall | undefined {
      const failed = key === undefined ? undefined : calls.get(key)
      if (!failed || key === undefined) return undefined
      calls.delete(key)
      return performance.now() - failed.at < retryMs ? failed : undefined
    },
    add(key: string | undefined, trace: BrowserTrace, resends = 0): void {
      if (key === undefined) return
      const [oldest] = calls.keys()
      if (oldest !== undefined && calls.size >= maxRemembered) calls.delete(oldest)
      calls.set(key, { trace, resends, at: performance.now() })
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
