import { cardsRoutes } from '@terrace/contracts/cards'
import { checkoutRoutes } from '@terrace/contracts/checkout'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { buildMarketplace, type Marketplace } from '#api/test/fixtures/marketplace-fixture.ts'
import { purchaseBody } from '#api/test/fixtures/purchase-body.ts'
import type { Caller } from '#api/test/harness/build-test-app.ts'

let market: Marketplace
beforeAll(async () => {
  market = await buildMarketplace({ config: { cardTesting: { perAccount: 3, perCard: 9, perAddress: 5 } } })
})
afterAll(() => market.close())

const startSetup = (by: Caller, ipAddress: string) =>
  by.call(cardsRoutes.clientSecret, { body: {}, ipAddress })

async function save(by: Caller, cardToken: string, ipAddress: string, setupId?: string) {
  const setup = setupId ?? (await startSetup(by, ipAddress)).data.data.setup_id
  return by.call(cardsRoutes.save, { body: { setup_id: setup, card_token: cardToken }, ipAddress })
}

async function pay(by: Caller, ipAddress: string) {
  const held = await market.hold(by, await market.list({ quantity: 2 }), 2)
  return by.call(checkoutRoutes.buy, { body: purchaseBody([held]), ipAddress })
}

const declined = 'pm_card_visa_chargeDeclined'
const tooMany = { status: 429, error: { code: 'checkout.too_many_declines' } }

test('cards that are declined while they are saved count like declined payments', async () => {
  const buyer = await market.addBuyer()
  const open = (await startSetup(buyer, '203.0.113.1')).data.data.setup_id
  for (let number = 0; number < 3; number += 1)
    expect((await save(buyer, declined, '203.0.113.1')).data.data.status).toBe('declined')
  expect(await save(buyer, 'pm_card_visa', '203.0.113.2', open)).toMatchObject(tooMany)
  expect(await startSetup(buyer, '203.0.113.2')).toMatchObject(tooMany)
  expect(await pay(buyer, '203.0.113.2')).toMatchObject(tooMany)
  // Others, and the same account after the wait, are not hindered.
  expect((await pay(await market.addBuyer(), '203.0.113.3')).data.data.status).toBe('confirmed')
  await sql`update payment_failures set failed_at = failed_at - interval '2 minutes'`.execute(market.db)
  expect((await save(buyer, 'pm_card_visa', '203.0.113.2', open)).data.data.status).toBe('saved')
  expect((await pay(buyer, '203.0.113.2')).data.data.status).toBe('confirmed')
})

test('the network counts over accounts; a failure of the provider counts for no one', async () => {
  const ipAddress = '203.0.113.9'
  for (let number = 0; number < 5; number += 1) await save(await market.addBuyer(), declined, ipAddress)
  expect(await startSetup(await market.addBuyer(), ipAddress)).toMatchObject(tooMany)
  const buyer = await market.addBuyer()
  for (let number = 0; number < 4; number += 1)
    await save(buyer, 'pm_card_chargeDeclinedProcessingError', '203.0.113.10')
  expect((await save(buyer, 'pm_card_visa', '203.0.113.10')).data.data.status).toBe('saved')
})

test('cards that are tried at the same time count before their results are known', async () => {
  const buyer = await market.addBuyer()
  const ipAddress = '203.0.113.20'
  // A card of its own, because each card has its limit too.
  const lost = 'pm_card_visa_chargeDeclinedLostCard'
  const setups = await Promise.all(Array.from({ length: 8 }, () => startSetup(buyer, ipAddress)))
  const responses = await Promise.all(
    setups.map(({ data }) => save(buyer, lost, ipAddress, data.data.setup_id)),
  )
  expect(responses.filter(({ ok }) => ok).map(({ data }) => data.data.status)).toEqual(
    Array.from({ length: 3 }, () => 'declined'),
  )
  expect(responses.filter(({ ok }) => !ok)).toMatchObject(Array.from({ length: 5 }, () => tooMany))
})

test('a card that is saved, or that the provider could not check, leaves nothing counted', async () => {
  const buyer = await market.addBuyer()
  const ipAddress = '203.0.113.21'
  for (let number = 0; number < 4; number += 1)
    expect((await save(buyer, 'pm_card_visa', ipAddress)).data.data.status).toBe('saved')
  const { rows } = await sql`select from payment_failures where account_id = ${buyer.accountId}`.execute(
    market.db,
  )
  expect(rows).toEqual([])
})
