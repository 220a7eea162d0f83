import { checkoutRoutes } from '@terrace/contracts/checkout'
import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { readSecurityEvents } from '#api/audit/audit.repo.ts'
import { buildMarketplace, type Marketplace } from '#api/test/fixtures/marketplace-fixture.ts'
import { purchaseBody } from '#api/test/fixtures/purchase-body.ts'
import type { Caller } from '#api/test/harness/build-test-app.ts'

/** Cards cannot be tried out: after a few declined payments, each further one waits longer. */

const good = 'pm_card_visa'
const declined = 'pm_card_visa_chargeDeclined'
const otherDeclined = 'pm_card_chargeDeclined'

let market: Marketplace
let addresses = 0
beforeAll(async () => {
  market = await buildMarketplace({
    config: {
      cardTesting: { perAccount: 4, perCard: 3, perAddress: 6 },
      maxHeldTicketsPerTeam: 1000,
    },
  })
})
afterAll(() => market.close())
beforeEach(async () => {
  await sql`truncate payment_failures`.execute(market.db)
})

const newAddress = () => `203.0.113.${(addresses += 1)}`

/** Buys two tickets; a declined payment leaves them held. */
async function pay(
  buyer: Caller,
  cardToken: string,
  { ipAddress = newAddress(), key }: { ipAddress?: string; key?: string } = {},
) {
  const held = await market.hold(buyer, await market.list({ quantity: 2 }), 2)
  const body = purchaseBody([held], cardToken)
  const call = () =>
    buyer.call(checkoutRoutes.buy, { body, ipAddress, ...(key !== undefined && { idempotencyKey: key }) })
  return { result: await call(), again: call }
}

/** Lets time pass for the failures. */
const passMinutes = (minutes: number) =>
  sql`update payment_failures set failed_at = failed_at - make_interval(mins => ${minutes})`.execute(
    market.db,
  )

/** Declines of different cards, as recorded. */
async function declineDifferentCards(buyer: Caller, count: number): Promise<void> {
  for (let number = 0; number < count; number += 1) {
    const { result } = await pay(buyer, otherDeclined)
    expect(result.data.data.status).toBe('declined')
    await sql`update payment_failures set card_hash = ${`${buyer.accountId} ${number}`}
      where attempt_id = ${result.data.data.attempt_id}`.execute(market.db)
  }
}

test('a mistyped card hinders no one: another card pays at once', async () => {
  const buyer = await market.addBuyer()
  expect((await pay(buyer, declined)).result.data.data.status).toBe('declined')
  expect((await pay(buyer, good)).result.data.data.status).toBe('confirmed')
})

test('after four declined cards an account waits, and longer after each further one', async () => {
  const buyer = await market.addBuyer()
  await declineDifferentCards(buyer, 4)
  const { result: refused } = await pay(buyer, good)
  expect(refused.status).toBe(429)
  expect(refused.error).toMatchObject({
    code: 'checkout.too_many_declines',
    errors: {
      title: 'Too many declined payments. You weren’t charged. Wait a minute and try again',
    },
  })
  expect((await pay(await market.addBuyer(), good)).result.data.data.status).toBe('confirmed')

  await passMinutes(1)
  await declineDifferentCards(buyer, 1)
  const { result: longer } = await pay(buyer, good)
  expect(longer.error.errors['title']).toContain('Wait 2 minutes')
  await passMinutes(2)
  expect((await pay(buyer, good)).result.data.data.status).toBe('confirmed')
  const [record] = await readSecurityEvents(market.db, { kind: 'payment.limited', limit: 1 })
  expect(record).toMatchObject({ teamId: buyer.teamId, details: { by: 'account', declined: 4 } })
})

test('payments at the same time do not get around the limit, and none is charged that was refused', async () => {
  const buyer = await market.addBuyer()
  const holds: Awaited<ReturnType<typeof market.hold>>[] = []
  for (let number = 0; number < 12; number += 1)
    holds.push(await market.hold(buyer, await market.list({ quantity: 2 }), 2))
  const payAll = (cardToken: string) =>
    Promise.all(
      holds.map((held) => buyer.call(checkoutRoutes.buy, { body: purchaseBody([held], cardToken) })),
    )
  const results = await payAll(otherDeclined)
  const declines = results.filter(({ ok }) => ok)
  expect(declines.map(({ data }) => data.data.status)).toEqual(Array(declines.length).fill('declined'))
  expect(declines.length).toBeGreaterThan(0)
  expect(declines.length).toBeLessThanOrEqual(4)
  const refusals = results.filter(({ ok }) => !ok)
  expect(new Set(refusals.map(({ status }) => status))).toEqual(new Set([429]))
  expect(refusals.map(({ error }) => error.code)).toContain('checkout.too_many_in_progress')

  // Once the wait is over, one at a time.
  await sql`delete from payment_failures`.execute(market.db)
  await declineDifferentCards(buyer, 4)
  await passMinutes(2)
  const later = await payAll(otherDeclined)
  expect(later.filter(({ ok }) => ok)).toHaveLength(1)
  const { rows } = await sql<{ count: number }>`
    select count(*)::int as count from checkout_attempts where account_id = ${buyer.accountId}`.execute(
    market.db,
  )
  expect(rows).toEqual([{ count: declines.length + 5 }])
})

test('a repeated request gets the response to the first one, also while its account waits', async () => {
  const buyer = await market.addBuyer()
  const first = await pay(buyer, good, { key: 'paid-before' })
  await declineDifferentCards(buyer, 4)
  const again = await first.again()
  expect(again.data.data).toMatchObject({
    attempt_id: first.result.data.data.attempt_id,
    status: 'confirmed',
  })
})

test('one card that is declined for many accounts makes those wait who have tried it', async () => {
  const [one, two, three, bystander] = [
    await market.addBuyer(),
    await market.addBuyer(),
    await market.addBuyer(),
    await market.addBuyer(),
  ]
  for (const buyer of [one, two, three]) await pay(buyer, declined)
  expect((await pay(three, good)).result.status).toBe(429)
  expect((await pay(bystander, good)).result.data.data.status).toBe('confirmed')
})

test('many accounts at one address wait together', async () => {
  const ipAddress = newAddress()
  for (let number = 0; number < 6; number += 1) {
    const { result } = await pay(await market.addBuyer(), otherDeclined, { ipAddress })
    await sql`update payment_failures set card_hash = ${`address ${number}`}
      where attempt_id = ${result.data.data.attempt_id}`.execute(market.db)
  }
  expect((await pay(await market.addBuyer(), good, { ipAddress })).result.status).toBe(429)
  expect((await pay(await market.addBuyer(), good)).result.data.data.status).toBe('confirmed')
})

test('neither a card’s token nor its number is stored with its failures', async () => {
  await pay(await market.addBuyer(), declined)
  const { rows } = await sql<{
    text: string
  }>`select payment_failures::text as text from payment_failures`.execute(market.db)
  expect(rows).toHaveLength(1)
  expect(rows[0]?.text).not.toContain(declined)
})
