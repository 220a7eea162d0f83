import { browserSpanLimits } from '@terrace/contracts/browser-span-limits'
import type { RouteContract } from '@terrace/contracts/route'
import type { CallOptions, CallSpan } from '#web/lib/http/api-client.ts'
import {
  newSpanId,
  newTrace,
  readAnswer,
  takeSpans,
  traceIdOf,
  type BrowserTrace,
  type Root,
} from './browser-trace.ts'
import { createFailedCalls, retryKeyOf } from './failed-calls.ts'
import { createSpanQueue } from './span-queue.ts'

/** An action or page ends when no call was underway for so long. */
const idleMs = 500
const maxRootMs = 60_000
const maxCalls = 30
/** A press starts the action whose first call follows within this time; a page may have to load its code first. */
const pressMs = { action: 1000, page: 10_000 } as const

/**
 * Traces begin with what the user does. A call that writes begins an action, and a new path opens a page, unless the user did
 * nothing since the last one began: then it belongs to that. Calls that read join while it has not ended; others are on
 * their own. A call that is sent again joins the trace of the first try.
 */
export function createTracer(routeOf: () => string | undefined, apiBase: string) {
  const queue = createSpanQueue(apiBase)
  const live = new Set<BrowserTrace>()
  const failedCalls = createFailedCalls()
  let current: BrowserTrace | undefined
  let idleTimer: ReturnType<typeof setTimeout> | undefined
  /** Of the latest press of a key, a button or the screen, until something begins with it. */
  let pressedAt: number | undefined
  /** At the latest press or call. Undefined before the first. */
  let path: string | undefined

  const onPress = ({ timeStamp }: Event) => {
    pressedAt = timeStamp
    path = location.pathname
  }
  addEventListener('pointerup', onPress, true)
  addEventListener('keydown', onPress, true)
  addEventListener('pagehide', sendAll)
  document.addEventListener('visibilitychange', () => {
    if (document.visibilityState === 'hidden') sendAll()
  })

  function traceOf(route: RouteContract, idempotencyKey: string | undefined): BrowserTrace {
    const now = performance.now()
    if (current?.root && now - current.root.startedAt > maxRootMs) endCurrent()
    const isLoading = path === undefined && now < maxRootMs
    const isOtherPage = location.pathname !== path
    path = location.pathname
    if (!current || pressedAt !== undefined) {
      if (isOtherPage) return begin('page', { startedAt: isLoading ? 0 : startOf('page', now) })
      if (route.method !== 'GET')
        return begin('action', { name: route.name, startedAt: startOf('action', now), idempotencyKey })
    }
    return current && current.started < maxCalls ? current : newTrace(traceIdOf(idempotencyKey), {})
  }

  /** When the user pressed what led to this, if that was just now. */
  function startOf(kind: Root['kind'], now: number): number {
    return pressedAt !== undefined && now - pressedAt < pressMs[kind] ? pressedAt : now
  }

  function begin(
    kind: Root['kind'],
    {
      name,
      startedAt,
      idempotencyKey,
    }: { name?: string; startedAt: number; idempotencyKey?: string | undefined },
  ): BrowserTrace {
    endCurrent()
    pressedAt = undefined
    const root = { kind, name, startedAt, spanId: newSpanId() }
    current = newTrace(traceIdOf(idempotencyKey), { root })
    return current
  }

  function endCurrent(): void {
    clearTimeout(idleTimer)
    const ended = current
    current = undefined
    if (ended?.open === 0) finish(ended)
  }

  /** Passes on what has been measured of the trace. */
  function finish(trace: BrowserTrace): void {
    if (trace.open === 0) live.delete(trace)
    const spans = takeSpans(trace)
    if (trace.isRecorded === true) queue.add(spans)
    else if (trace.isRecorded === undefined) queue.addUndecided(spans)
  }

  function sendAll(): void {
    endCurrent()
    for (const trace of live) finish(trace)
    queue.flush()
  }

  function end(trace: BrowserTrace): void {
    const now = performance.now()
    trace.open -= 1
    trace.endedAt = now
    const isShown = location.pathname === path
    if (trace.root?.kind === 'page' && trace === current && isShown) trace.root.name = routeOf()
    if (trace !== current) {
      if (trace.open === 0) finish(trace)
      return
    }
    // The page shows the answer in the next frame.
    requestAnimationFrame(() => {
      trace.endedAt = Math.max(trace.endedAt, performance.now())
    })
    clearTimeout(idleTimer)
    if (trace.open === 0) idleTimer = setTimeout(endCurrent, idleMs)
  }

  /** The trace of the first try, or what goes on below it after that has ended. */
  function retried(first: BrowserTrace): BrowserTrace {
    return first === current ? first : newTrace(first.id, { parentId: first.parentId })
  }

  return function startSpan(route: RouteContract, options: CallOptions<RouteContract>): CallSpan {
    const key = retryKeyOf(route, options)
    const failed = failedCalls.take(key)
    const trace = failed ? retried(failed.trace) : traceOf(route, options.idempotencyKey)
    const resends = failed && Math.min(failed.resends + 1, browserSpanLimits.resends)
    if (trace === current) clearTimeout(idleTimer)
    trace.started += 1
    trace.open += 1
    live.add(trace)
    const spanId = newSpanId()
    const sentAt = performance.now()
    let status: number | undefined
    return {
      traceparent: `00-${trace.id}-${spanId}-00`,
      receive(response) {
        status = response.status
        readAnswer(trace, response, { spanId, sentAt })
      },
      end() {
        const isAborted = options.signal?.aborted === true
        if (!isAborted && (status === undefined || status >= 500)) failedCalls.add(key, trace, resends)
        trace.calls.push({
          trace_id: trace.id,
          span_id: spanId,
          ...(trace.parentId !== undefined && { parent_id: trace.parentId }),
          kind: 'call',
          name: route.name,
          startedAt: sentAt,
          endedAt: performance.now(),
          ...(status === undefined ? { failure: isAborted ? 'aborted' : 'network' } : { status }),
          ...(resends !== undefined && { resends }),
        })
        end(trace)
      },
    }
  }
}
