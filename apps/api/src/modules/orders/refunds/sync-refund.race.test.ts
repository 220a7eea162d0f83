import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { buildMarketplace, type Marketplace } from '#api/test/fixtures/marketplace-fixture.ts'
import { buildTestApp, type TestApp } from '#api/test/harness/build-test-app.ts'
import { pendingRefund } from '#api/test/fixtures/pending-refund.ts'
import { sendWebhookEvent } from '#api/test/fixtures/send-webhook-event.ts'
import { readImbalances } from '#api/modules/ledger/index.ts'
import { syncRefund } from './sync-refund.ts'
import { processRefunds } from './process-refunds.ts'
import { retryRefund } from './retry-refund.ts'
import { decideRefund } from '#api/test/fakes/sandbox.ts'

/* Two processes share a database, so one may apply an older refund status than the other. */

let market: Marketplace
let other: TestApp
beforeAll(async () => {
  market = await buildMarketplace({ config: { maxHeldTicketsPerTeam: 1000 } })
  other = await buildTestApp({ databaseUrl: market.deps.config.databaseUrl })
})
afterAll(async () => {
  await other.close()
  await market.close()
})

const readRefund = (refundId: string) =>
  market.db
    .selectFrom('order_refunds')
    .select(['state', 'gateway_refund_id'])
    .where('id', '=', refundId)
    .executeTakeFirstOrThrow()

/** Number of ledger reversals and events for failures of the refund. */
async function failuresOf(refundId: string, orderId: string) {
  const { rows } = await sql<{ booked: number; published: number }>`
    select (select count(*)::int from ledger_transactions where kind = 'refund_failure' and refund_id = ${refundId}) as booked,
      (select count(*)::int from outbox where topic = 'order.refund_failed' and subject = ${orderId}) as published`.execute(
    market.db,
  )
  return rows[0]
}

test('[X-ORDER-03] concurrent failure events and an operator retry never pay twice', async () => {
  for (let round = 0; round < 8; round += 1) {
    const { refundId, orderId, gatewayPaymentId, amount } = await pendingRefund(market)
    await processRefunds(market.deps)
    const made = (await readRefund(refundId)).gateway_refund_id ?? ''
    decideRefund(market.deps.sandbox.store, made, 'failed')
    const sendEvent = (app: Pick<Marketplace, 'app' | 'deps'>, index: number) =>
      sendWebhookEvent(app, {
        id: `evt_race_${round}_${index}`,
        type: index % 2 === 0 ? 'refund.failed' : 'refund.updated',
        data: { object: { id: made } },
      })
    const [responses] = await Promise.all([
      Promise.all(Array.from({ length: 8 }, (_, index) => sendEvent(index < 4 ? market : other, index))),
      Promise.allSettled([retryRefund(market.deps, { refundId }), retryRefund(other.deps, { refundId })]),
      processRefunds(other.deps),
    ])
    for (const response of responses) expect(response.statusCode).toBe(200)
    await Promise.all([processRefunds(market.deps), processRefunds(other.deps)])

    const { state } = await readRefund(refundId)
    expect(['failed', 'succeeded']).toContain(state)
    expect(await failuresOf(refundId, orderId)).toEqual({ booked: 1, published: 1 })
    const { amountRefunded } = await market.deps.gateway.retrievePayment(gatewayPaymentId)
    expect(amountRefunded.minor).toBe(state === 'succeeded' ? amount.minor : 0)
    expect(await readImbalances(market.db)).toEqual([])
  }
})

test('[X-ORDER-03] a success applied after another process saw the failure is ignored', async () => {
  const { refundId, orderId } = await pendingRefund(market)
  const { gateway } = market.deps
  await processRefunds({
    ...market.deps,
    gateway: {
      ...gateway,
      name: gateway.name,
      async refundPayment(input) {
        const made = await gateway.refundPayment(input)
        decideRefund(market.deps.sandbox.store, made.refundId, 'failed')
        // The other process handles the failure before this one has saved the gateway id.
        await syncRefund(other.deps, made.refundId)
        return made
      },
    },
  })
  expect((await readRefund(refundId)).state).toBe('failed')
  expect(await failuresOf(refundId, orderId)).toEqual({ booked: 0, published: 1 })
  expect(await readImbalances(market.db)).toEqual([])
})
