import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { buildMarket, type Market } from '../../../test/build-market.ts'
import { buildTestApp, type TestApp } from '../../../test/build-test-app.ts'
import { owedRefund } from '../../../test/owed-refund.ts'
import { tellEvent } from '../../../test/tell-webhook.ts'
import { readImbalances } from '../../ledger/index.ts'
import { decideRefund } from '../../payments/index.ts'
import { followRefund } from './follow-refund.ts'
import { makeRefunds } from './make-refunds.ts'
import { retryRefund } from './retry-refund.ts'

/* Two processes on one database: what one of them has heard of a refund may be older than what the other has kept. */

let market: Market
let other: TestApp
beforeAll(async () => {
  market = await buildMarket({ config: { holdCap: 1000 } })
  other = await buildTestApp({ databaseUrl: market.deps.config.databaseUrl })
})
afterAll(async () => {
  await other.close()
  await market.close()
})

const rowOf = (refundId: string) =>
  market.db
    .selectFrom('order_refunds')
    .select(['state', 'gateway_refund_id'])
    .where('id', '=', refundId)
    .executeTakeFirstOrThrow()

/** How often its failure was booked and told. */
async function failuresOf(refundId: string, orderId: string) {
  const { rows } = await sql<{ booked: number; told: number }>`
    select (select count(*)::int from ledger_transactions where kind = 'refund_failure' and refund_id = ${refundId}) as booked,
      (select count(*)::int from outbox where topic = 'order.refund_failed' and subject = ${orderId}) as told`.execute(
    market.db,
  )
  return rows[0]
}

test('[X-ORDER-03] many words of one failure at two processes, and an operator in a hurry, move no money twice', async () => {
  for (let round = 0; round < 8; round += 1) {
    const { refundId, orderId, intentId, amount } = await owedRefund(market)
    await makeRefunds(market.deps)
    const made = (await rowOf(refundId)).gateway_refund_id ?? ''
    await decideRefund(market.deps.sandbox, made, 'failed')
    const tell = (app: Pick<Market, 'app' | 'deps'>, index: number) =>
      tellEvent(app, {
        id: `evt_race_${round}_${index}`,
        type: index % 2 === 0 ? 'refund.failed' : 'refund.updated',
        data: { object: { id: made } },
      })
    const [answers] = await Promise.all([
      Promise.all(Array.from({ length: 8 }, (_, index) => tell(index < 4 ? market : other, index))),
      Promise.allSettled([retryRefund(market.deps, { refundId }), retryRefund(other.deps, { refundId })]),
      makeRefunds(other.deps),
    ])
    for (const answer of answers) expect(answer.statusCode).toBe(200)
    await Promise.all([makeRefunds(market.deps), makeRefunds(other.deps)])

    const { state } = await rowOf(refundId)
    expect(['failed', 'succeeded']).toContain(state)
    expect(await failuresOf(refundId, orderId)).toEqual({ booked: 1, told: 1 })
    const { amountRefunded } = await market.deps.gateway.retrievePayment(intentId)
    expect(amountRefunded.minor).toBe(state === 'succeeded' ? amount.minor : 0)
    expect(await readImbalances(market.db)).toEqual([])
  }
})

test('[X-ORDER-03] a success that is kept after its failure was heard elsewhere is no success', async () => {
  const { refundId, orderId } = await owedRefund(market)
  const { gateway } = market.deps
  await makeRefunds({
    ...market.deps,
    gateway: {
      ...gateway,
      name: gateway.name,
      async refundPayment(input) {
        const made = await gateway.refundPayment(input)
        await decideRefund(market.deps.sandbox, made.refundId, 'failed')
        // The other process hears of it before this one has written down even its name.
        await followRefund(other.deps, made.refundId)
        return made
      },
    },
  })
  expect((await rowOf(refundId)).state).toBe('failed')
  expect(await failuresOf(refundId, orderId)).toEqual({ booked: 0, told: 1 })
  expect(await readImbalances(market.db)).toEqual([])
})
