import { defineRoute } from '@terrace/contracts/route'
import { afterEach, beforeEach, vi } from 'vitest'
import { z } from 'zod'
import { setEnv } from '#web/lib/env.ts'
import { call, traceCalls, type CallOptions } from '#web/lib/http/api-client.ts'
import type { WireSpan } from '#web/lib/tracing/browser-trace.ts'
import { createTracer } from '#web/lib/tracing/tracer.ts'
import { testEnv } from './test-env.ts'

const response = z.object({})
export const place = defineRoute({
  name: 'test.place',
  method: 'POST',
  path: '/place',
  auth: 'buyer',
  body: z.object({}),
  response,
  errors: [],
})
export const feed = defineRoute({
  name: 'test.feed',
  method: 'GET',
  path: '/feed',
  auth: 'buyer',
  response,
  errors: [],
})

/** Server's clock minus that of the page. */
export const aheadMs = 90_000
export const networkMs = 40
export const servedMs = 10

interface Request {
  path: string
  traceId: string
  spanId: string
  headers: Headers
}

/** A page in the state of one test. */
export const page = {
  requests: [] as Request[],
  reports: [] as { spans: WireSpan[]; init: RequestInit }[],
  respond: reply as (request: Request) => Promise<Response>,
}

export const sleep = (ms: number) => vi.advanceTimersByTimeAsync(ms)

/** A response of the server, which says that the request is recorded if it names a span. */
export async function reply({ spanId }: { spanId?: string }, status = 200): Promise<Response> {
  await wait(networkMs / 2)
  const startedMs = performance.timeOrigin + performance.now() + aheadMs
  await wait(servedMs + networkMs / 2)
  const headers: Record<string, string> =
    spanId === undefined
      ? {}
      : { 'server-timing': `cache;dur=0, trace;dur=${servedMs};desc="${spanId} ${Math.round(startedMs)}"` }
  return Response.json({}, { status, headers })
}

export async function failRequest(): Promise<Response> {
  await wait(5)
  throw new TypeError('Failed to fetch')
}

function wait(ms: number): Promise<void> {
  return new Promise((resolve) => {
    setTimeout(resolve, ms)
  })
}

let stop = new AbortController()

/** Measures the page from now on, as if its code had just arrived. */
export function trace({
  hasCalled = false,
  routeOf = (): string | undefined => location.pathname,
} = {}): void {
  stop.abort()
  stop = new AbortController()
  const startSpan = createTracer(routeOf, testEnv.api_base, stop.signal)
  let isFirst = !hasCalled
  traceCalls((route, options) => {
    const span = startSpan(route, options, isFirst)
    isFirst = false
    return span
  })
}

/** Each test of the file has a page whose calls are measured, with a clock that only {@link sleep} moves. */
export function setUpTracedPage(): void {
  beforeEach(() => {
    vi.useFakeTimers({
      toFake: ['setTimeout', 'clearTimeout', 'performance', 'requestAnimationFrame', 'Date'],
    })
    history.replaceState(null, '', '/checkout')
    setEnv({ ...testEnv, traces: true })
    Object.assign(page, { requests: [], reports: [], respond: reply })
    vi.stubGlobal('fetch', async (url: string, init: RequestInit) => {
      if (url.endsWith('/browser-spans')) {
        page.reports.push({ ...(JSON.parse(init.body as string) as { spans: WireSpan[] }), init })
        return Response.json({})
      }
      const headers = new Headers(init.headers)
      const [, traceId = '', spanId = ''] = headers.get('traceparent')?.split('-') ?? []
      const request = { path: new URL(url).pathname, traceId, spanId, headers }
      page.requests.push(request)
      return await page.respond(request)
    })
    trace()
  })
  afterEach(() => {
    stop.abort()
    traceCalls(undefined)
    setEnv(testEnv)
    vi.useRealTimers()
    vi.unstubAllGlobals()
    vi.restoreAllMocks()
  })
}

export const spans = () => page.reports.flatMap((report) => report.spans)
/** Kind and name of what was sent. */
export const spanNames = () => spans().map(({ kind, name }) => `${kind} ${name}`)

export function press(event: Event = new Event('pointerup'), target: EventTarget = globalThis): void {
  Object.defineProperty(event, 'timeStamp', { value: performance.now() })
  target.dispatchEvent(event)
}

/** Until spans have been sent. */
export const waitForReports = () => sleep(5000)

type Options = Pick<CallOptions<typeof feed>, 'idempotencyKey' | 'signal'>

export async function run(route: typeof feed | typeof place, options: Options = {}): Promise<void> {
  const done = call(route, options).catch(() => undefined)
  await sleep(100)
  await done
}
