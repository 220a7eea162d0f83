import type { ServerResponse } from 'node:http'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { ipLimitKey } from '#api/shared/http/ip-limit-key.ts'
import { isSampled, isTracing, runInSpan, startSpan } from '#api/tracing/active-span.ts'
import type { Span, Traceparent } from '#api/tracing/tracer.port.ts'
import { refusalCodeOf } from './error-handler.ts'

declare module 'fastify' {
  interface FastifyRequest {
    /** Present while the request is recorded. */
    span: Span | undefined
  }
}

/** Probes, metrics and files of the web app say nothing about what a user did. */
const untraced = /^\/(?:health\/|metrics$|assets\/|api\/browser-spans$)|^\/[^:]*\.\w+$/

const isLogin = (route = '') => route.startsWith('/api/auth/')

interface RecordingLimit {
  /** Part of the traces to record; undefined without traces. */
  ratio: number | undefined
  /** The rate limit of a caller. */
  perMinute: number
  callerOf: (request: FastifyRequest) => { accountId: string } | undefined
  counts: { take(key: string, max: number): { current: number } }
}

/**
 * Records a span for each request of the sample, below the `traceparent` of the browser. It has the pattern of the route,
 * never the URL: that holds ids, tokens of links and queries. Most requests are not recorded, so little is done before that
 * is decided. The response to a browser says that it is recorded, and when, so that the browser sends its own spans.
 */
export function installRequestSpans(app: FastifyInstance, limit: RecordingLimit): void {
  if (!isTracing()) return
  const mayRecord = recordingCheck(limit)
  app.decorateRequest('span', undefined)
  app.addHook('onRequest', (request, reply, done) => {
    const { traceparent } = request.headers
    const caller = typeof traceparent === 'string' ? traceparent : undefined
    const span =
      isSampled(caller) && mayRecord(request, caller) ? startRequestSpan(request, caller) : undefined
    if (!span) return done()
    request.span = span
    // A caller that goes away never reaches `onResponse`.
    reply.raw.once('close', () => endRequestSpan(span, reply.raw))
    runInSpan(span, done)
  })
  // Reading the body loses the active span, so it is entered again.
  app.addHook('onRoute', (route) => {
    if (route.method === 'GET') return
    route.preValidation = [
      (request, _reply, done) => (request.span ? runInSpan(request.span, done) : done()),
      ...[route.preValidation ?? []].flat(),
    ]
  })
  app.addHook('onSend', (request, reply, _payload, done) => {
    if (request.span) {
      const timing = timingOf(request, reply.elapsedTime)
      if (timing !== undefined) void reply.header('server-timing', timing)
    }
    done()
  })
  app.addHook('onError', (request, reply, error, done) => {
    if (!reply.raw.destroyed) request.span?.set({ 'error.type': refusalCodeOf(error) })
    done()
  })
}

function endRequestSpan(span: Span, { statusCode, writableEnded }: ServerResponse): void {
  if (!writableEnded) span.set({ 'error.type': 'aborted' })
  else {
    span.set({ 'http.response.status_code': statusCode })
    if (statusCode >= 500) span.fail(statusCode)
  }
  span.end()
}

/** Names the span of the caller, because a browser may show the headers of an older response from its cache. */
function timingOf(
  { headers: { traceparent }, routeOptions }: FastifyRequest,
  elapsedMs: number,
): string | undefined {
  const [, spanId] = /^00-[\da-f]{32}-([\da-f]{16})-/.exec(String(traceparent)) ?? []
  if (spanId === undefined) return undefined
  // Strangers must not learn from exact times of a login whether an account exists.
  const shownMs = isLogin(routeOptions.url) ? 0 : Math.round(elapsedMs)
  return `trace;dur=${shownMs};desc="${spanId} ${Math.round(Date.now() - elapsedMs)}"`
}

/**
 * A browser that knows a recorded trace could name it in every request. So no caller has more requests recorded than chance
 * would record of a caller at the rate limit.
 */
function recordingCheck({ ratio = 1, perMinute, callerOf, counts }: RecordingLimit) {
  const max = Math.ceil(ratio * perMinute)
  return (request: FastifyRequest, caller: Traceparent | undefined): boolean => {
    if (ratio >= 1 || caller === undefined) return true
    const key = callerOf(request)?.accountId ?? ipLimitKey(request.ip)
    return counts.take(`recorded ${key}`, max).current <= max
  }
}

function startRequestSpan(
  { method, routeOptions, id }: FastifyRequest,
  caller: Traceparent | undefined,
): Span | undefined {
  const route = routeOptions.url
  if (route === undefined || untraced.test(route)) return undefined
  return startSpan(`${method} ${route}`, {
    kind: 'server',
    attributes: { 'http.request.method': method, 'http.route': route, 'terrace.request_id': id },
    parent: caller,
    isParentRemote: true,
  })
}
