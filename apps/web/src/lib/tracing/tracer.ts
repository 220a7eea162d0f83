import type { RouteContract } from '@terrace/contracts/route'
import type { CallOptions, StartSpan } from '#web/lib/http/api-client.ts'
import {
  newSpanId,
  newTrace,
  readResponse,
  takeSpans,
  traceIdOf,
  type BrowserTrace,
  type Root,
} from './browser-trace.ts'
import { createFailedCalls, retryKeyOf } from './failed-calls.ts'
import { createSpanQueue } from './span-queue.ts'

/** An action or page ends when no call was underway for so long. */
const idleMs = 500
/** Sent whenever the socket connects, which no user asks for. */
const socketCall = 'realtime.authorise'
const maxRootMs = 60_000
const maxCalls = 30
/** A press leads to what follows within this time; a page may have to load its code first. */
const pressMs = { action: 1000, page: 10_000 } as const

/**
 * Traces begin with what the user does. A call that writes begins an action if a press led to it, and a new path opens a page.
 * Other calls join while it has not ended, and so does a path that no press led to; later they are on their own. A call that
 * is sent again joins the trace of the first try. `signal` stops watching what the user does.
 */
export function createTracer(
  routeOf: () => string | undefined,
  apiBase: string,
  signal?: AbortSignal,
): StartSpan {
  const queue = createSpanQueue(apiBase)
  const live = new Set<BrowserTrace>()
  const failedCalls = createFailedCalls()
  let current: BrowserTrace | undefined
  let idleTimer: ReturnType<typeof setTimeout> | undefined
  /** Of the latest press of a key, a button or the screen, until something begins with it. */
  let pressedAt: number | undefined
  /** At the latest press or call. Undefined while the page opens; a hidden one waits until the user looks at it. */
  let path = document.hidden ? location.pathname : undefined

  const onPress = (event: Event) => {
    if (isTyping(event)) return
    pressedAt = event.timeStamp
    path = location.pathname
  }
  const watch = signal ? { signal } : {}
  addEventListener('pointerup', onPress, { ...watch, capture: true })
  addEventListener('keydown', onPress, { ...watch, capture: true })
  addEventListener('pagehide', sendAll, watch)
  document.addEventListener('visibilitychange', () => document.hidden && sendAll(), watch)

  function traceOf(route: RouteContract, options: CallOptions<RouteContract>): BrowserTrace {
    const now = performance.now()
    if (current?.root && now - current.root.startedAt > maxRootMs) endCurrent()
    const begun = beginPage(now) ?? beginAction(route, options, now)
    if (begun) return begun
    return current && current.started < maxCalls ? current : newTrace(traceIdOf(options.idempotencyKey), {})
  }

  function beginPage(now: number): BrowserTrace | undefined {
    const name = routeOf()
    // Before there are pages, there are only calls.
    if (name === undefined) return undefined
    const isLoading = path === undefined && now < maxRootMs
    const isOther = isLoading || (path !== undefined && path !== location.pathname)
    path = location.pathname
    if (isOther && (!current || pressedAt !== undefined))
      return begin('page', { name, startedAt: isLoading ? 0 : (latestPress('page', now) ?? now) })
    // A redirect leads to the page that is shown.
    if (isOther && current?.root?.kind === 'page') current.root.name = name
    return undefined
  }

  function beginAction(
    route: RouteContract,
    options: CallOptions<RouteContract>,
    now: number,
  ): BrowserTrace | undefined {
    if (!isWrite(route, options)) return undefined
    const { idempotencyKey } = options
    const startedAt = latestPress('action', now)
    // A key is only made for what the user wants, such as a purchase whose card was confirmed long after the press.
    const isWanted = idempotencyKey !== undefined && (!current || pressedAt !== undefined)
    if (startedAt === undefined && !isWanted) return undefined
    return begin('action', { name: route.name, startedAt: startedAt ?? now, idempotencyKey })
  }

  /** When the user pressed what led to this, if that was just now. */
  function latestPress(kind: Root['kind'], now: number): number | undefined {
    return pressedAt !== undefined && now - pressedAt < pressMs[kind] ? pressedAt : undefined
  }

  function begin(
    kind: Root['kind'],
    {
      name,
      startedAt,
      idempotencyKey,
    }: { name: string; startedAt: number; idempotencyKey?: string | undefined },
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
    if (trace !== current) {
      if (trace.open === 0) finish(trace)
      return
    }
    // The page shows the response in the next frame; a hidden one has none.
    if (!document.hidden)
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

  return function startSpan(route, options, isFirst) {
    // An earlier call was part of opening the page, which is no longer measured then.
    if (!isFirst) path ??= location.pathname
    const key = retryKeyOf(route, options)
    const failed = failedCalls.take(key)
    const trace = failed ? retried(failed.trace) : traceOf(route, options)
    // Reads are also sent again without a press.
    if (failed && isWrite(route, options)) pressedAt = undefined
    const resends = failed?.resends
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
        readResponse(trace, response, { spanId, sentAt })
      },
      end() {
        const isAborted = wasStopped(options.signal)
        if (!isAborted && (status === undefined || status >= 500)) failedCalls.add(key, trace, failed)
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

/** Queries pass a signal, which stops them when no one needs them, also those that are POST; writes are not stopped. */
const isWrite = ({ method, name }: RouteContract, { signal }: CallOptions<RouteContract>) =>
  method !== 'GET' && signal === undefined && name !== socketCall

/** In a field, only these keys order something; others change its text. */
function isTyping(event: Event): boolean {
  if (!(event instanceof KeyboardEvent) || ['Enter', 'Tab'].includes(event.key)) return false
  const { target } = event
  return target instanceof Element && target.matches('textarea, input:not([type=checkbox], [type=radio])')
}

/** By the page, and not because it took too long. */
const wasStopped = (signal: AbortSignal | undefined) =>
  signal?.aborted === true && (signal.reason as Error | undefined)?.name !== 'TimeoutError'
