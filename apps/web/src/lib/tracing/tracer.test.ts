import { browserSpansRoutes, pagePatterns } from '@terrace/contracts/browser-spans'
import { expect, test } from 'vitest'
import { call } from '#web/lib/http/api-client.ts'
import { newIdempotencyKey } from '#web/lib/http/idempotency-key.ts'
import { createAppRouter } from '#web/router.tsx'
import {
  aheadMs,
  feed,
  failRequest,
  networkMs,
  page,
  place,
  press,
  reply,
  run,
  servedMs,
  waitForReports,
  sleep,
  spans,
  setUpTracedPage,
} from '#web/test/traced-page.ts'

setUpTracedPage()

test('a press, its call and what the page then reads are one trace below the action', async () => {
  press()
  await sleep(30)
  const key = newIdempotencyKey()
  await run(place, { idempotencyKey: key })
  await run(feed)
  await waitForReports()
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
  expect(page.requests.map(({ spanId }) => spanId)).toEqual(calls.map(({ span_id: id }) => id))
  // From the press on.
  expect((calls[0]?.started_ms ?? 0) - (action?.started_ms ?? 0)).toBeCloseTo(30, 0)
  expect(calls[0]?.duration_ms).toBeCloseTo(networkMs + servedMs, 0)
  expect(action?.duration_ms).toBeGreaterThanOrEqual(30 + 100 + networkMs + servedMs)
})

test('times are those of the server, although the clock of the browser is wrong', async () => {
  press()
  const sentAt = performance.timeOrigin + performance.now()
  await run(place)
  await waitForReports()
  expect((spans()[1]?.started_ms ?? 0) - sentAt).toBeCloseTo(aheadMs, -1)
})

test('the calls of a page that opens are below it, from the start of loading', async () => {
  await Promise.all([run(feed), run(feed)])
  await waitForReports()
  const [opened, ...calls] = spans()
  expect(opened).toMatchObject({ kind: 'page', name: '/checkout' })
  expect(calls.map(({ parent_id: id }) => id)).toEqual([opened?.span_id, opened?.span_id])
})

test('a link leads to a page of its own, a filter does not', async () => {
  await run(feed)
  await waitForReports()
  press()
  history.replaceState(null, '', '/checkout?quote=1')
  await run(feed)
  await waitForReports()
  expect(spans().map(({ kind }) => kind)).toEqual(['page', 'call', 'call'])
  press()
  history.replaceState(null, '', '/profile')
  await run(feed)
  await waitForReports()
  expect(spans().map(({ kind }) => kind)).toEqual(['page', 'call', 'call', 'page', 'call'])
})

test('a page that an action leads to belongs to the action', async () => {
  press()
  await run(place)
  history.replaceState(null, '', '/checkout/confirm')
  await run(feed)
  await waitForReports()
  expect(spans().map(({ kind }) => kind)).toEqual(['action', 'call', 'call'])
})

test('another press begins another action, also while the first is underway', async () => {
  press()
  const first = run(place)
  await sleep(1)
  press()
  await Promise.all([first, run(place)])
  await waitForReports()
  expect(spans().filter(({ kind }) => kind === 'action')).toHaveLength(2)
  expect(new Set(page.requests.map(({ traceId }) => traceId)).size).toBe(2)
})

test('what the page reads by itself later is a trace of its own', async () => {
  press()
  await run(place)
  await waitForReports()
  await run(feed)
  await waitForReports()
  const last = spans().at(-1)
  expect(last).toMatchObject({ kind: 'call', name: 'test.feed' })
  expect(last).not.toHaveProperty('parent_id')
  expect(page.requests[0]?.traceId).not.toBe(page.requests[1]?.traceId)
})

test('a call without a response and its retry are in the trace of the action', async () => {
  page.respond = failRequest
  press()
  const key = newIdempotencyKey()
  await run(place, { idempotencyKey: key })
  await waitForReports()
  expect(page.reports).toEqual([])
  page.respond = reply
  await run(place, { idempotencyKey: key })
  await waitForReports()
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
    page.respond = (request) => reply(request, 503)
    press()
    await run(route)
    page.respond = reply
    await run(route)
  }
  await waitForReports()
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
  page.respond = failRequest
  const stopped = call(feed, { signal: stop.signal }).catch(() => undefined)
  stop.abort()
  await sleep(10)
  await stopped
  await waitForReports()
  expect(spans().at(-1)).toMatchObject({ name: 'test.feed', failure: 'aborted' })
})

test('nothing is sent of a trace that the server does not record', async () => {
  page.respond = () => reply({})
  press()
  await run(place)
  await waitForReports()
  expect(page.requests[0]?.headers.has('traceparent')).toBe(true)
  expect(page.reports).toEqual([])
})

test('the headers of an older response from the cache are ignored', async () => {
  page.respond = () => reply({ spanId: '00f067aa0ba902b7' })
  await run(feed)
  await waitForReports()
  expect(page.reports).toEqual([])
})

test('a page that goes away sends what it has measured, without the session', async () => {
  document.cookie = 'token=t0ken'
  press()
  await run(place)
  dispatchEvent(new Event('pagehide'))
  expect(page.reports).toHaveLength(1)
  const { init } = page.reports[0] ?? {}
  expect(init).toMatchObject({ keepalive: true, credentials: 'omit', method: 'POST' })
  expect(new Headers(init?.headers).has('authorization')).toBe(false)
  expect(spans().map(({ kind }) => kind)).toEqual(['action', 'call'])
  await waitForReports()
  expect(page.reports).toHaveLength(1)
})

test('a call that ends after its page was hidden is sent, too, and its action once', async () => {
  press()
  await run(place)
  const late = run(feed)
  await sleep(1)
  dispatchEvent(new Event('pagehide'))
  await late
  await waitForReports()
  expect(spans().map(({ kind, name }) => `${kind} ${name}`)).toEqual([
    'action test.place',
    'call test.place',
    'call test.feed',
  ])
})

test('a report has the shape that the server accepts, and no address of the page', async () => {
  history.replaceState(null, '', '/checkout?quote=secret')
  press()
  await run(place, { idempotencyKey: newIdempotencyKey() })
  await waitForReports()
  for (const { spans: sent } of page.reports) {
    expect(browserSpansRoutes.record.body?.safeParse({ spans: sent }).success).toBe(true)
    expect(JSON.stringify(sent)).not.toContain('secret')
  }
  expect(page.reports.length).toBeGreaterThan(0)
})

test('many calls are sent in reports of limited size', async () => {
  press()
  for (let number = 0; number < 60; number += 1) void run(place)
  await sleep(200)
  await waitForReports()
  expect(spans().length).toBeGreaterThan(60)
  for (const report of page.reports) expect(report.spans.length).toBeLessThanOrEqual(40)
})

test('the server knows the pattern of each page', () => {
  const patterns = Object.values(createAppRouter().routesById).map(({ fullPath }) => fullPath)
  // The last one redirects any unknown path.
  const pages = new Set([...patterns, '/quote/$slug'].filter((pattern) => !['$', '/$'].includes(pattern)))
  expect([...pages].toSorted()).toEqual([...pagePatterns].toSorted())
})

test('the router knows the pattern of an address before its page is shown', () => {
  const router = createAppRouter()
  const patternOf = (path: string): unknown => router.getMatchedRoutes(path)[0].at(-1)?.fullPath
  expect(['/checkout/confirm', '/sell/imports', '/event/name/12'].map((path) => patternOf(path))).toEqual([
    '/checkout/confirm',
    '/sell/$',
    '/$type/$name/$id',
  ])
})
