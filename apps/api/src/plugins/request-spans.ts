import type { FastifyInstance, FastifyRequest } from 'fastify'
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
const untraced = /^\/(?:health\/|metrics$|assets\/)|^\/[^:]*\.\w+$/

/**
 * Records a span for each request of the sample, below the `traceparent` of the browser. It has the pattern of the route,
 * never the URL: that holds ids, tokens of links and queries. Most requests are not recorded, so little is done before that
 * is decided.
 */
export function installRequestSpans(app: FastifyInstance): void {
  if (!isTracing()) return
  app.decorateRequest('span', undefined)
  app.addHook('onRequest', (request, _reply, done) => {
    const { traceparent } = request.headers
    const caller = typeof traceparent === 'string' ? traceparent : undefined
    const span = isSampled(caller) ? startRequestSpan(request, caller) : undefined
    if (!span) return done()
    request.span = span
    runInSpan(span, done)
  })
  // Reading the body loses the active span, so it is entered again.
  app.addHook('preValidation', (request, _reply, done) =>
    request.span ? runInSpan(request.span, done) : done(),
  )
  app.addHook('onError', (request, _reply, error, done) => {
    request.span?.set({ 'error.type': refusalCodeOf(error) })
    done()
  })
  app.addHook('onResponse', ({ span }, { statusCode }, done) => {
    if (span) {
      span.set({ 'http.response.status_code': statusCode })
      if (statusCode >= 500) span.fail(statusCode)
      span.end()
    }
    done()
  })
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
