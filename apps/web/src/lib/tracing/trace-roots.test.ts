import { realtimeRoutes } from '@terrace/contracts/realtime'
import { expect, test, vi } from 'vitest'
import { call } from '#web/lib/http/api-client.ts'
import { newIdempotencyKey } from '#web/lib/http/idempotency-key.ts'
import {
  feed,
  failRequest,
  page,
  place,
  press,
  reply,
  run,
  waitForReports,
  sleep,
  spanNames,
  spans,
  trace,
  setUpTracedPage,
} from '#web/test/traced-page.ts'

setUpTracedPage()

/** As TanStack Query passes it to the functions of queries. */
const { signal } = new AbortController()

const isHidden = (value: boolean) => {
  vi.spyOn(document, 'hidden', 'get').mockReturnValue(value)
  vi.spyOn(document, 'visibilityState', 'get').mockReturnValue(value ? 'hidden' : 'visible')
  document.dispatchEvent(new Event('visibilitychange'))
}

function typeInto(element: HTMLElement, key: string): void {
  document.body.append(element)
  press(new KeyboardEvent('keydown', { key, bubbles: true }), element)
  element.remove()
}

test('a page whose first calls left before they could be measured is not taken for a slow one', async () => {
  trace({ hasCalled: true })
  await sleep(20_000)
  await run(place, { signal })
  await waitForReports()
  expect(spanNames()).toEqual(['call test.place'])
  press()
  history.replaceState(null, '', '/profile')
  await run(feed)
  await waitForReports()
  expect(spanNames()).toEqual(['call test.place', 'page /profile', 'call test.feed'])
})

test('a page that opens in a hidden tab or makes no call for a minute has no time of opening', async () => {
  isHidden(true)
  trace()
  await sleep(20_000)
  isHidden(false)
  await run(feed)
  trace()
  await sleep(60_000)
  await run(feed)
  await waitForReports()
  expect(spanNames()).toEqual(['call test.feed', 'call test.feed'])
})

test('what an idle page reads or writes by itself is no action', async () => {
  await run(feed)
  await waitForReports()
  // A press that did nothing does not stand for what happens later.
  press()
  await sleep(20_000)
  for (const options of [{ signal }, { signal }, {}]) {
    await run(place, options)
    await sleep(20_000)
  }
  expect(spans().filter(({ kind }) => kind === 'action')).toEqual([])
})

test('a socket that connects after a press is no action', async () => {
  await run(feed)
  await waitForReports()
  press()
  await run({ ...place, name: realtimeRoutes.authorise.name })
  await waitForReports()
  expect(spans().map(({ kind }) => kind)).toEqual(['page', 'call', 'call'])
})

test('what reads by POST after a press belongs to the action', async () => {
  await run(feed)
  await waitForReports()
  page.reports = []
  press()
  await run(place)
  press()
  await run(place, { signal })
  await waitForReports()
  expect(spanNames()).toEqual(['action test.place', 'call test.place', 'call test.place'])
})

test('typing does not end an action, but the keys that press a button begin one', async () => {
  await run(feed)
  await waitForReports()
  page.reports = []
  press()
  await run(place, { idempotencyKey: newIdempotencyKey() })
  typeInto(document.createElement('input'), 'a')
  await run(place)
  await waitForReports()
  expect(spanNames()).toEqual(['action test.place', 'call test.place', 'call test.place'])
  page.reports = []
  typeInto(document.createElement('button'), ' ')
  await run(place)
  typeInto(document.createElement('input'), 'Enter')
  await run(place)
  await waitForReports()
  expect(spans().filter(({ kind }) => kind === 'action')).toHaveLength(2)
})

test('a purchase is an action although its card was confirmed long after the press', async () => {
  await run(feed)
  await waitForReports()
  press()
  await sleep(30_000)
  await run(place, { idempotencyKey: newIdempotencyKey() })
  await waitForReports()
  expect(spanNames().slice(2)).toEqual(['action test.place', 'call test.place'])
})

test('each page has its own name and is sent, also if a fast click leaves it', async () => {
  await run(feed)
  await waitForReports()
  page.reports = []
  const calls: Promise<unknown>[] = []
  for (const path of ['/profile', '/search']) {
    press()
    history.replaceState(null, '', path)
    calls.push(call(feed))
    await sleep(5)
  }
  await sleep(100)
  await Promise.all(calls)
  await waitForReports()
  expect(spanNames().toSorted()).toEqual([
    'call test.feed',
    'call test.feed',
    'page /profile',
    'page /search',
  ])
  expectNoOrphans()
})

test('a page that is hidden while it loads is sent with its calls', async () => {
  const loading = call(feed)
  await sleep(5)
  isHidden(true)
  await sleep(100)
  await loading
  await waitForReports()
  expect(spanNames()).toEqual(['page /checkout', 'call test.feed'])
  expectNoOrphans()
})

test('a page that a redirect replaces has the name of the one that is shown', async () => {
  const first = call(feed)
  await sleep(5)
  history.replaceState(null, '', '/login')
  await run(feed)
  await first
  await waitForReports()
  expect(spanNames()).toEqual(['page /login', 'call test.feed', 'call test.feed'])
})

test('without a known page, calls are below none', async () => {
  trace({ routeOf: () => undefined })
  await run(feed)
  await waitForReports()
  expect(spanNames()).toEqual(['call test.feed'])
  expectNoOrphans()
})

function expectNoOrphans(): void {
  const ids = new Set(spans().map(({ span_id: id }) => id))
  const parents = spans().flatMap(({ parent_id: id }) => id ?? [])
  expect(parents.filter((id) => !ids.has(id))).toEqual([])
}

test('the press of a retry begins nothing else', async () => {
  page.respond = failRequest
  press()
  const idempotencyKey = newIdempotencyKey()
  await run(place, { idempotencyKey })
  await waitForReports()
  page.respond = reply
  press()
  await run(place, { idempotencyKey })
  await run(place)
  await waitForReports()
  expect(spans().filter(({ kind }) => kind === 'action')).toHaveLength(1)
})

test('a call that ran out of time has failed, and its retry is one', async () => {
  await run(feed)
  await waitForReports()
  page.reports = []
  const timeout = new AbortController()
  page.respond = failRequest
  const timedOut = run(feed, { signal: timeout.signal })
  timeout.abort(new DOMException('The operation timed out.', 'TimeoutError'))
  await timedOut
  page.respond = reply
  await run(feed)
  await waitForReports()
  expect(spans().map(({ failure, resends }) => ({ failure, resends }))).toEqual([
    { failure: undefined, resends: 1 },
    { failure: 'network', resends: undefined },
  ])
})

test('a hidden page waits for no frame', async () => {
  const frame = vi.spyOn(globalThis, 'requestAnimationFrame')
  await run(feed)
  expect(frame).toHaveBeenCalledOnce()
  isHidden(true)
  press()
  await run(place)
  expect(frame).toHaveBeenCalledOnce()
})
