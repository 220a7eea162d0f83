import { checkoutRoutes } from '@terrace/contracts/checkout'
import { clientsRoutes } from '@terrace/contracts/clients'
import { ordersRoutes } from '@terrace/contracts/orders'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { buyOrder } from '#api/test/fixtures/bought-order.ts'
import { buildMarketplace, type Marketplace } from '#api/test/fixtures/marketplace-fixture.ts'
import { purchaseBody } from '#api/test/fixtures/purchase-body.ts'
import { runNightly } from '#api/test/fixtures/run-nightly.ts'
import { startPayment } from '#api/test/fixtures/start-payment.ts'
import type { Caller } from '#api/test/harness/build-test-app.ts'

let market: Marketplace
beforeAll(async () => {
  market = await buildMarketplace({ config: { maxHeldTicketsPerTeam: 1000 } })
})
afterAll(() => market.close())

const erased = 'erased@erased.invalid'

async function buyForClient(buyer: Caller): Promise<string> {
  const { data } = await buyer.call(clientsRoutes.create, { body: { name: 'Ada Lovelace' } })
  const held = await market.hold(buyer, await market.list({ quantity: 2 }), 2)
  const body = { ...purchaseBody([held]), client_id: data.data.id }
  return (await buyer.call(checkoutRoutes.buy, { body })).data.data.order?.id ?? ''
}

const contactOf = async (orderId: string) =>
  market.db
    .selectFrom('orders')
    .select(['email', 'client_name as client', 'total_minor as total', 'search_text as text'])
    .where('id', '=', orderId)
    .executeTakeFirstOrThrow()

test('orders lose names after ten years, or what the configuration says; the order stays', async () => {
  const buyer = await market.addBuyer()
  const [old, recent] = [await buyForClient(buyer), await buyForClient(buyer)]
  await sql`update orders set placed_at = now() - interval '3651 days' where id = ${old}`.execute(market.db)
  await sql`update orders set placed_at = now() - interval '3649 days' where id = ${recent}`.execute(
    market.db,
  )
  const before = await contactOf(old)
  expect(before).toMatchObject({ client: 'Ada Lovelace', text: expect.stringContaining('lovelace') })
  const run = (await runNightly(market.db)).get('order_names')
  expect(run).toMatchObject({ removed: 1, isComplete: true, oldestLeft: expect.any(Date) })
  expect(await contactOf(old)).toEqual({
    email: erased,
    client: null,
    total: before.total,
    text: expect.not.stringContaining('lovelace'),
  })
  expect(await contactOf(recent)).toMatchObject({ client: 'Ada Lovelace' })
  // The buyer still sees the order and its invoice.
  expect((await buyer.call(ordersRoutes.invoice, { params: { order_id: old } })).ok).toBe(true)
  expect((await runNightly(market.db, { order_names: 3000 })).get('order_names')?.removed).toBe(1)
  expect((await runNightly(market.db, { order_names: 3000 })).get('order_names')?.removed).toBe(0)
})

test('payments lose contact details 90 days after they ended, however they ended; the order keeps its own', async () => {
  const buyer = await market.addBuyer()
  const { order } = await buyOrder(market, { buyer })
  const held = await market.hold(buyer, await market.list({ quantity: 2 }), 2)
  await buyer.call(checkoutRoutes.buy, { body: purchaseBody([held], 'pm_card_visa_chargeDeclined') })
  const running = await market.hold(buyer, await market.list({ quantity: 2 }), 2)
  await startPayment(market.db, buyer, { holdId: running.hold_id, attemptId: 'att_running' })
  const age = (days: number) =>
    sql`update checkout_attempts set created_at = now() - make_interval(days => ${days})
      where team_id = ${buyer.teamId}`.execute(market.db)
  await age(89)
  expect((await runNightly(market.db)).get('payment_contacts')?.removed).toBe(0)
  await age(91)
  expect((await runNightly(market.db)).get('payment_contacts')?.removed).toBe(2)
  const { rows } = await sql<{ isOpen: boolean; isErased: boolean }>`
    select is_open as "isOpen", email = ${erased} and phone = '' as "isErased" from checkout_attempts
    where team_id = ${buyer.teamId} order by is_open`.execute(market.db)
  expect(rows).toEqual([
    { isOpen: false, isErased: true },
    { isOpen: false, isErased: true },
    { isOpen: true, isErased: false },
  ])
  expect((await contactOf(order.id)).email).not.toBe(erased)
})
