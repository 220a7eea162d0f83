import { randomBytes } from 'node:crypto'
import { browserSpansRoutes } from '@terrace/contracts/browser-spans'
import { holdsRoutes } from '@terrace/contracts/holds'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startTelemetry, type Telemetry } from '#api/telemetry.ts'
import {
  collectTraces,
  type CollectedSpan,
  type OtlpCollector,
} from '#api/test/fakes/telemetry/otlp-collector.ts'
import { buildMarketplace, type Marketplace } from '#api/test/fixtures/marketplace-fixture.ts'
import type { Caller } from '#api/test/harness/build-test-app.ts'

const newId = (bytes: number) => randomBytes(bytes).toString('hex')

let collector: OtlpCollector
let telemetry: Telemetry
let market: Marketplace
let buyer: Caller

beforeAll(async () => {
  collector = await collectTraces()
  const traces = { endpoint: collector.url, headers: {}, serviceName: 'terrace', ratio: 1 }
  telemetry = await startTelemetry({ production: false, telemetry: { sentryDsn: undefined, traces } })
  market = await buildMarketplace()
  buyer = await market.addBuyer()
})
afterAll(async () => {
  await telemetry.stop()
  await market.close()
  await collector.close()
})

test('a trace of a hold leads from the action in the browser over its call to the statement', async () => {
  const [traceId, actionId, callId] = [newId(16), newId(8), newId(8)]
  const sentAt = Date.now()
  const response = await market.app.inject({
    method: 'POST',
    url: `/api${holdsRoutes.place.path}`,
    headers: {
      authorization: `Bearer ${buyer.token}`,
      traceparent: `00-${traceId}-${callId}-00`,
    },
    payload: [{ listing_id: await market.list(), quantity: 2 }],
  })
  expect(response.statusCode).toBe(200)
  const timing = /^trace;dur=([\d.]+);desc="(\w+) (\d+)"$/.exec(String(response.headers['server-timing']))
  expect(timing?.[2]).toBe(callId)
  expect(Math.abs(Number(timing?.[3]) - sentAt)).toBeLessThan(5000)

  const measured = {
    trace_id: traceId,
    name: holdsRoutes.place.name,
    started_ms: sentAt,
    duration_ms: 120.5,
  }
  const spansOfBrowser = [
    { ...measured, span_id: actionId, kind: 'action' as const },
    { ...measured, span_id: callId, parent_id: actionId, kind: 'call' as const, status: 200, resends: 2 },
  ]
  const { status, data } = await market.visitor.call(browserSpansRoutes.record, {
    body: { spans: spansOfBrowser },
  })
  expect({ status, data }).toEqual({ status: 200, data: {} })
  await telemetry.stop({ withinMs: 60_000 })
  const spans = collector.spans.filter((span) => span.traceId === traceId)
  const action = spans.find(({ spanId }) => spanId === actionId)
  expect(action).toMatchObject({
    name: 'action holds.place',
    service: 'terrace-browser',
    kind: 'internal',
    parentId: '',
  })
  const inBrowser = spans.find(({ spanId }) => spanId === callId)
  expect(inBrowser).toMatchObject({
    name: 'POST /api/tickets/hold-multiple-tickets',
    service: 'terrace-browser',
    kind: 'client',
    parentId: actionId,
    hasFailed: false,
    attributes: {
      'http.request.method': 'POST',
      'url.template': '/api/tickets/hold-multiple-tickets',
      'http.response.status_code': 200,
      'http.request.resend_count': 2,
    },
  })
  expect(Number(inBrowser?.startedAt) / 1e6).toBeCloseTo(sentAt, -1)
  expect(Number((inBrowser?.endedAt ?? 0n) - (inBrowser?.startedAt ?? 0n)) / 1e6).toBeCloseTo(120.5)
  const request = spans.find(({ kind }) => kind === 'server')
  expect(request).toMatchObject({ name: inBrowser?.name, service: 'terrace', parentId: callId })
  const statement = spans.find(({ name }) => name.startsWith('SELECT place_holds'))
  const pathOf = (span: CollectedSpan | undefined): string[] =>
    span ? [span.spanId, ...pathOf(spans.find(({ spanId }) => spanId === span.parentId))] : []
  expect(pathOf(statement).slice(-3)).toEqual([request?.spanId, callId, actionId])
})
