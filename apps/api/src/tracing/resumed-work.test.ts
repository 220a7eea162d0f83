import { expandProductKeys } from '@terrace/contracts/product'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { reconcileAttempts } from '#api/modules/checkout/attempts/reconcile-attempts.ts'
import { cancelLines } from '#api/modules/orders/index.ts'
import { processRefunds } from '#api/modules/orders/refunds/process-refunds.ts'
import { startTelemetry, type Telemetry } from '#api/telemetry.ts'
import {
  collectTraces,
  type CollectedSpan,
  type OtlpCollector,
} from '#api/test/fakes/telemetry/otlp-collector.ts'
import { buyOrder } from '#api/test/fixtures/bought-order.ts'
import { buildMarketplace, type Marketplace } from '#api/test/fixtures/marketplace-fixture.ts'
import { purchaseBody } from '#api/test/fixtures/purchase-body.ts'
import { inRootSpan } from './active-span.ts'

/** Work that goes on after its request, in another process perhaps, is found from the trace of the request. */

let collector: OtlpCollector
let telemetry: Telemetry | undefined
let market: Marketplace
const closing: (() => Promise<unknown>)[] = []
beforeAll(async () => {
  collector = await collectTraces()
  closing.push(() => collector.close())
  // Before the app, which otherwise takes no part.
  await start(1)
  market = await buildMarketplace()
  closing.push(() => market.close())
})
beforeEach(() => start(1))
afterAll(async () => {
  await telemetry?.stop({ withinMs: 60_000 })
  for (const close of closing.toReversed()) await close()
})

/** Traces this part of the requests from now on. */
async function start(ratio: number): Promise<void> {
  await telemetry?.stop({ withinMs: 60_000 })
  const traces = { endpoint: collector.url, headers: {}, serviceName: 'terrace', ratio }
  telemetry = await startTelemetry({ production: false, telemetry: { sentryDsn: undefined, traces } })
}

/** Everything that was recorded; sends it first. */
async function spans(): Promise<readonly CollectedSpan[]> {
  await telemetry?.stop({ withinMs: 60_000 })
  return collector.spans
}

/** Pays, and the connection to the provider breaks after the charge. Returns the trace and the attempt. */
async function interruptedPayment() {
  const buyer = await market.addBuyer()
  const held = await market.hold(buyer, await market.list(), 2)
  for (let lost = 0; lost < 3; lost += 1)
    market.deps.sandbox.faults.plan({ on: 'confirm', kind: 'drop_after' })
  const traceId = crypto.randomUUID().replaceAll('-', '')
  const { product } = market.deps.config
  const response = await market.app.inject({
    method: 'POST',
    url: `/api/${product}/buyer-checkout`,
    headers: { authorization: `Bearer ${buyer.token}`, traceparent: `00-${traceId}-00f067aa0ba902b7-00` },
    payload: expandProductKeys(purchaseBody([held]), product) as object,
  })
  const { data } = response.json<{ data: { status: string; attempt_id: string } }>()
  expect(data.status).toBe('processing')
  return { traceId, attemptId: data.attempt_id }
}

const reconcile = () => reconcileAttempts(market.deps, { idleSeconds: 0 })

test('a payment that another process finishes is in the trace of the purchase', async () => {
  const { traceId, attemptId } = await interruptedPayment()
  await reconcile()
  const trace = (await spans()).filter((span) => span.traceId === traceId)
  const request = trace.find(({ name }) => name === 'POST /api/trade/buyer-checkout')
  const resumed = trace.find(({ name }) => name === 'checkout: resume attempt')
  expect(resumed).toMatchObject({
    parentId: request?.spanId,
    attributes: { 'terrace.attempt_id': attemptId },
  })
  const below = trace.filter(({ parentId }) => parentId === resumed?.spanId).map(({ name }) => name)
  expect(below).toContain('checkout: from capturing')
  const steps = trace.filter(({ name }) => name.startsWith('checkout: from '))
  expect(new Set(steps.map(({ attributes }) => attributes['terrace.attempt_id']))).toEqual(
    new Set([attemptId]),
  )
})

test('the request that finishes a payment points to the trace of the purchase', async () => {
  const { traceId } = await interruptedPayment()
  await inRootSpan('webhook of the provider', {}, reconcile)
  const all = await spans()
  const webhook = all.findLast(({ name }) => name === 'webhook of the provider')
  const resumed = all.find((span) => span.traceId === traceId && span.name === 'checkout: resume attempt')
  expect(webhook?.links).toEqual([resumed?.spanId])
})

test('a payment whose purchase is not recorded is finished in a trace of its own', async () => {
  await start(0)
  const { traceId, attemptId } = await interruptedPayment()
  await start(1)
  await reconcile()
  const all = await spans()
  expect(all.filter((span) => span.traceId === traceId)).toEqual([])
  const resumed = all.find(
    ({ name, attributes }) =>
      name === 'checkout: resume attempt' && attributes['terrace.attempt_id'] === attemptId,
  )
  expect(resumed).toMatchObject({ parentId: '' })
})

test('a refund that is paid later is in the trace of the cancellation, with its order', async () => {
  const { order, line } = await buyOrder(market)
  const [refund] = await inRootSpan('cancel', {}, () =>
    cancelLines(market.deps, {
      target: { lineId: line.id },
      actor: 'operator:anna',
      reason: 'The seller cannot deliver',
      relist: false,
    }),
  )
  await processRefunds(market.deps)
  const all = await spans()
  const paid = all.find(({ attributes }) => attributes['terrace.refund_id'] === refund?.refundId)
  expect(paid).toMatchObject({ name: 'refund: pay', attributes: { 'terrace.order_id': order.id } })
  const cancelled = all.find(({ name, traceId }) => name === 'cancel' && traceId === paid?.traceId)
  expect(cancelled).toBeDefined()
})
