import { browserSpansRoutes, pagePatterns } from '@terrace/contracts/browser-spans'
import { expandProduct } from '@terrace/contracts/product'
import type { BodyOf } from '@terrace/contracts/route'
import { mountRoute, type HttpContext } from '#api/http/mount-route.ts'
import type { Metrics } from '#api/metrics/create-metrics.ts'
import type { RequestCounts } from '#api/plugins/rate-limit/request-counts.ts'
import { isSampled, recordBrowserSpan } from '../active-span.ts'
import type { FinishedSpan, SpanAttributes } from '../tracer.port.ts'

type WireSpan = BodyOf<typeof browserSpansRoutes.record>['spans'][number]

/** For all browsers and processes together, so that strangers cannot flood the collector. */
const maxSpansPerMinute = 20_000
const counted = 'browser spans'
const maxAgeMs = 15 * 60_000
/** Browsers estimate the time of the server. */
const maxAheadMs = 2000

interface BrowserSpansDeps {
  requestCounts: Pick<RequestCounts, 'wait' | 'spend'>
  metrics: Pick<Metrics, 'droppedBrowserSpans'>
}

/**
 * Accepts what browsers measured of recorded traces. Names come from lists of the server and numbers are limited, so that
 * no caller can write texts into the traces.
 */
export function mountBrowserSpans(http: HttpContext, { requestCounts, metrics }: BrowserSpansDeps): void {
  const pages = new Set(pagePatterns)
  mountRoute(http, browserSpansRoutes.record, async ({ body }) => {
    // Reports of traces that are not recorded use up nothing of the limit.
    const sampled = body.spans.filter((span) => isSampled(`00-${span.trace_id}-${span.span_id}-00`))
    if (sampled.length === 0) return {}
    if (requestCounts.wait(counted, maxSpansPerMinute) > 0) {
      metrics.droppedBrowserSpans.inc(sampled.length)
      return {}
    }
    requestCounts.spend(counted, sampled.length, maxSpansPerMinute)
    for (const span of sampled) {
      const described = describe(span, http, pages)
      if (described && isCurrent(span)) recordBrowserSpan({ ...timesAndIdsOf(span), ...described })
    }
    return {}
  })
}

/** Undefined for a name that this release does not know, such as one of another release. */
function describe(
  { kind, name, status, failure, resends }: WireSpan,
  { mounted, product }: Pick<HttpContext, 'mounted' | 'product'>,
  pages: ReadonlySet<string>,
): Pick<FinishedSpan, 'name' | 'kind' | 'attributes' | 'hasFailed'> | undefined {
  if (kind === 'page')
    return pages.has(name)
      ? { name: `page ${name}`, kind: 'internal', attributes: {}, hasFailed: false }
      : undefined
  const route = mounted.get(name)
  if (!route) return undefined
  if (kind === 'action') return { name: `action ${name}`, kind: 'internal', attributes: {}, hasFailed: false }
  const path = `/api${expandProduct(route.path, product)}`
  const error = failure ?? (status !== undefined && status >= 400 ? String(status) : undefined)
  const attributes: SpanAttributes = {
    'http.request.method': route.method,
    'url.template': path,
    ...(status !== undefined && { 'http.response.status_code': status }),
    ...(error !== undefined && { 'error.type': error }),
    ...(resends !== undefined && { 'http.request.resend_count': resends }),
  }
  // A call that the page no longer needs has not failed.
  const hasFailed = error !== undefined && failure !== 'aborted'
  return { name: `${route.method} ${path}`, kind: 'client', attributes, hasFailed }
}

function isCurrent({ started_ms: startedMs, duration_ms: durationMs }: WireSpan): boolean {
  const now = Date.now()
  return startedMs >= now - maxAgeMs && startedMs + durationMs <= now + maxAheadMs
}

function timesAndIdsOf(
  span: WireSpan,
): Pick<FinishedSpan, 'traceId' | 'spanId' | 'parentId' | 'startedMs' | 'endedMs'> {
  return {
    traceId: span.trace_id,
    spanId: span.span_id,
    parentId: span.parent_id,
    startedMs: span.started_ms,
    endedMs: span.started_ms + span.duration_ms,
  }
}
