import { browserSpansRoutes, pagePatterns } from '@terrace/contracts/browser-spans'
import { defineRoute, type BodyInputOf } from '@terrace/contracts/route'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { z } from 'zod'
import { setEnv } from '#web/lib/env.ts'
import { call, traceCalls } from '#web/lib/http/api-client.ts'
import { newIdempotencyKey } from '#web/lib/http/idempotency-key.ts'
import { createAppRouter } from '#web/router.tsx'
import { testEnv } from '#web/test/test-env.ts'
import { createTracer } from './tracer.ts'

type WireSpan = BodyInputOf<typeof browserSpansRoutes.record>['spans'][number]

const response = z.object({})
const place = defineRoute({
  name: 'test.place',
  method: 'POST',
  path: '/place',
  auth: 'buyer',
  body: z.object({}),
  response,
  errors: [],
})
const feed = defineRoute({
  name: 'test.feed',
  method: 'GET',
  path: '/feed',
  auth: 'buyer',
  response,
  errors: [],
})

/** Server's clock minus that of the page. */
const aheadMs = 90_000
const networkMs = 40
const servedMs = 10

interface Request {
  path: string
  traceId: string
  spanId: string
  headers: Headers
}
let requests: Request[] = []
let reports: { spans: WireSpan[]; init: RequestInit }[] = []
let respond: (request: Request) => Promise<Response>

const sleep = (ms: number) => vi.advanceTimersByTimeAsync(ms)

/** An answer of the server, which says that the request is recorded if it names a span. */
async function answer({ spanId }: { spanId?: string }, status = 200): Promise<Response> {
  await new Promise((resolve) => {
    setTimeout(resolve, networkMs / 2)
  })
  const startedMs = performance.timeOrigin + performance.now() + aheadMs
  await new Promise((resolve) => {
    setTimeout(resolve, servedMs + networkMs / 2)
  })
  const headers: Record<string, string> =
    spanId === undefined
      ? {}
      : { 'server-timing': `cache;dur=0, trace;dur=${servedMs};desc="${spanId} ${Math.round(startedMs)}"` }
  return Response.json({}, { status, headers })
}

const lose = async () => {
  await sleepReal()
  throw new TypeError('Failed to fetch')
}
const sleepReal = () =>
  new Promise((resolve) => {
    setTimeout(resolve, 5)
  })

beforeEach(() => {
  vi.useFakeTimers({
    toFake: ['setTimeout', 'clearTimeout', 'performance', 'requestAnimationFrame', 'Date'],
  })
  history.replaceState(null, '', '/checkout')
  setEnv({ ...testEnv, traces: true })
  requests = []
  reports = []
  respond = answer
  vi.stubGlobal('fetch', async (url: string, init: RequestInit) => {
    if (url.endsWith('/browser-spans')) {
      reports.push({ ...(JSON.parse(init.body as string) as { spans: WireSpan[] }), init })
      return Response.json({})
    }
    const headers = new Headers(init.headers)
    const [, traceId = '', spanId = ''] = headers.get('traceparent')?.split('-') ?? []
    const request = { path: new URL(url).pathname, traceId, spanId, headers }
    requests.push(request)
    return await respond(request)
  })
  traceCalls(createTracer(() => '/checkout', testEnv.api_base))
})
afterEach(() => {
  traceCalls(undefined)
  setEnv(testEnv)
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

const spans = () => reports.flatMap((report) => report.spans)
const press = () => {
  const event = new Event('pointerup')
  Object.defineProperty(event, 'timeStamp', { value: performance.now() })
  dispatchEvent(event)
}
/** Until spans have been sent. */
const settle = () => sleep(5000)

async function run(route: typeof feed | typeof place, idempotencyKey?: string): Promise<void> {
  const done = call(route, { ...(idempotencyKey !== undefined && { idempotencyKey }) }).catch(() => undefined)
  await sleep(100)
  await done
}

test('a press, its call and what the page then reads are one trace below the action', async () => {
  press()
  await sleep(30)
  const key = newIdempotencyKey()
  await run(place, key)
  await run(feed)
  await settle()
  const [action, ...calls] = spans()
  expect(action).toMatchObject({ kind: 'action', name: 'test.place', trace_id: key.replaceAll('-', '') })
  expect(action).not.toHaveProperty('parent_id')
  expect(calls.map(({ name, status }) => [name, status])).toEqual([
    ['test.place', 200],
    ['test.feed', 200],
  ])
  for (const span of calls)
    expect(span).toMatchObject({ kind: 'call', parent_id: action?.span_id, trace_id: action?.trace_id })
  // The server's spans are below those of the calls.
  expect(requests.map(({ spanId }) => spanId)).toEqual(calls.map(({ span_id: id }) => id))
  // From the press on.
  expect((calls[0]?.started_ms ?? 0) - (action?.started_ms ?? 0)).toBeCloseTo(30, 0)
  expect(calls[0]?.duration_ms).toBeCloseTo(networkMs + servedMs, 0)
  expect(action?.duration_ms).toBeGreaterThanOrEqual(30 + 100 + networkMs + servedMs)
})

test('times are those of the server, although the clock of the browser is wrong', async () => {
  press()
  const sentAt = performance.timeOrigin + performance.now()
  await run(place)
  await settle()
  expect((spans()[1]?.started_ms ?? 0) - sentAt).toBeCloseTo(aheadMs, -1)
})

test('the calls of a page that opens are below it, from the start of loading', async () => {
  await Promise.all([run(feed), run(feed)])
  await settle()
  const [page, ...calls] = spans()
  expect(page).toMatchObject({ kind: 'page', name: '/checkout' })
  expect(calls.map(({ parent_id: id }) => id)).toEqual([page?.span_id, page?.span_id])
})

test('a link leads to a page of its own, a filter does not', async () => {
  await run(feed)
  await settle()
  press()
  history.replaceState(null, '', '/checkout?quote=1')
  await run(feed)
  await settle()
  expect(spans().map(({ kind }) => kind)).toEqual(['page', 'call', 'call'])
  press()
  history.replaceState(null, '', '/profile')
  await run(feed)
  await settle()
  expect(spans().map(({ kind }) => kind)).toEqual(['page', 'call', 'call', 'page', 'call'])
})

test('a page that an action leads to belongs to the action', async () => {
  press()
  await run(place)
  history.replaceState(null, '', '/checkout/confirm')
  await run(feed)
  await settle()
  expect(spans().map(({ kind }) => kind)).toEqual(['action', 'call', 'call'])
})

test('another press begins another action, also while the first is underway', async () => {
  press()
  const first = run(place)
  await sleep(1)
  press()
  await Promise.all([first, run(place)])
  await settle()
  expect(spans().filter(({ kind }) => kind === 'action')).toHaveLength(2)
  expect(new Set(requests.map(({ traceId }) => traceId)).size).toBe(2)
})

test('what the page reads by itself later is a trace of its own', async () => {
  press()
  await run(place)
  await settle()
  await run(feed)
  await settle()
  const last = spans().at(-1)
  expect(last).toMatchObject({ kind: 'call', name: 'test.feed' })
  expect(last).not.toHaveProperty('parent_id')
  expect(requests[0]?.traceId).not.toBe(requests[1]?.traceId)
})

test('a call without an answer and its retry are in the trace of the action', async () => {
  respond = lose
  press()
  const key = newIdempotencyKey()
  await run(place, key)
  await settle()
  expect(reports).toEqual([])
  respond = answer
  await run(place, key)
  await settle()
  const calls = spans().filter(({ kind }) => kind === 'call')
  const action = spans().find(({ kind }) => kind === 'action')
  expect(calls.map(({ failure, status, resends }) => ({ failure, status, resends }))).toEqual(
    expect.arrayContaining([
      { failure: 'network', status: undefined, resends: undefined },
      { failure: undefined, status: 200, resends: 1 },
    ]),
  )
  expect(new Set(calls.map(({ parent_id: id }) => id))).toEqual(new Set([action?.span_id]))
  expect(new Set(spans().map(({ trace_id: id }) => id))).toEqual(new Set([key.replaceAll('-', '')]))
})

test('a read that is repeated after a failure counts as a retry, a write without a key does not', async () => {
  await run(feed)
  for (const route of [feed, place]) {
    respond = (request) => answer(request, 503)
    press()
    await run(route)
    respond = answer
    await run(route)
  }
  await settle()
  const calls = spans().filter(({ kind }) => kind === 'call')
  expect(calls.map(({ name, status, resends }) => [name, status, resends])).toEqual([
    ['test.feed', 200, undefined],
    ['test.feed', 503, undefined],
    ['test.feed', 200, 1],
    ['test.place', 503, undefined],
    ['test.place', 200, undefined],
  ])
})

test('a call that a page stops has not failed', async () => {
  press()
  await run(place)
  const stop = new AbortController()
  respond = lose
  const stopped = call(feed, { signal: stop.signal }).catch(() => undefined)
  stop.abort()
  await sleep(10)
  await stopped
  await settle()
  expect(spans().at(-1)).toMatchObject({ name: 'test.feed', failure: 'aborted' })
})

test('nothing is sent of a trace that the server does not record', async () => {
  respond = () => answer({})
  press()
  await run(place)
  await settle()
  expect(requests[0]?.headers.has('traceparent')).toBe(true)
  expect(reports).toEqual([])
})

test('the headers of an older answer, out of the cache, say nothing', async () => {
  respond = () => answer({ spanId: '00f067aa0ba902b7' })
  await run(feed)
  await settle()
  expect(reports).toEqual([])
})

test('a page that goes away sends what it has measured, without the session', async () => {
  document.cookie = 'token=t0ken'
  press()
  await run(place)
  dispatchEvent(new Event('pagehide'))
  expect(reports).toHaveLength(1)
  const { init } = reports[0] ?? {}
  expect(init).toMatchObject({ keepalive: true, credentials: 'omit', method: 'POST' })
  expect(new Headers(init?.headers).has('authorization')).toBe(false)
  expect(spans().map(({ kind }) => kind)).toEqual(['action', 'call'])
  await settle()
  expect(reports).toHaveLength(1)
})

test('a call that ends after its page was hidden is sent, too, and its action once', async () => {
  press()
  await run(place)
  const late = run(feed)
  await sleep(1)
  dispatchEvent(new Event('pagehide'))
  await late
  await settle()
  expect(spans().map(({ kind, name }) => `${kind} ${name}`)).toEqual([
    'action test.place',
    'call test.place',
    'call test.feed',
  ])
})

test('a report has the shape that the server accepts, and no address of the page', async () => {
  history.replaceState(null, '', '/checkout?quote=secret')
  press()
  await run(place, newIdempotencyKey())
  await settle()
  for (const { spans: sent } of reports) {
    expect(browserSpansRoutes.record.body?.safeParse({ spans: sent }).success).toBe(true)
    expect(JSON.stringify(sent)).not.toContain('secret')
  }
  expect(reports.length).toBeGreaterThan(0)
})

test('many calls are sent in reports of limited size', async () => {
  press()
  for (let number = 0; number < 60; number += 1) void run(place)
  await sleep(200)
  await settle()
  expect(spans().length).toBeGreaterThan(60)
  for (const report of reports) expect(report.spans.length).toBeLessThanOrEqual(40)
})

test('the server knows the pattern of each page', () => {
  const patterns = Object.values(createAppRouter().routesById).map(({ fullPath }) => fullPath)
  // The last one redirects any unknown path.
  const pages = new Set([...patterns, '/quote/$slug'].filter((pattern) => !['$', '/$'].includes(pattern)))
  expect([...pages].toSorted()).toEqual([...pagePatterns].toSorted())
})
