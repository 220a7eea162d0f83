import { holdsRoutes } from '@terrace/contracts/holds'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { buildMarketplace, type Marketplace } from '#api/test/fixtures/marketplace-fixture.ts'
import { heldQuantity } from '#api/test/fixtures/factories.ts'

let market: Marketplace
beforeAll(async () => {
  market = await buildMarketplace()
})
afterAll(() => market.close())

test('[X-HOLD-06] a repeated hold with the same key returns the first response and holds nothing more', async () => {
  const buyer = await market.addBuyer()
  const listingId = await market.list()
  const place = () =>
    buyer.call(holdsRoutes.place, {
      body: [{ listing_id: listingId, quantity: 2 }],
      idempotencyKey: 'one',
    })
  const first = await place()
  // The listing may change between the requests.
  await sql`update listings set price_minor = 1, status = 'withdrawn' where id = ${listingId}`.execute(
    market.db,
  )
  expect((await place()).text).toBe(first.text)
  expect(await heldQuantity(market.db, listingId)).toBe(2)
})

test('[X-HOLD-06] twenty concurrent holds with one key place one hold and get one response', async () => {
  const buyer = await market.addBuyer()
  const listingId = await market.list({ quantity: 50 })
  const responses = await Promise.all(
    Array.from({ length: 20 }, () =>
      buyer.call(holdsRoutes.place, {
        body: [{ listing_id: listingId, quantity: 2 }],
        idempotencyKey: 'at once',
      }),
    ),
  )
  expect(new Set(responses.map((response) => response.text)).size).toBe(1)
  expect(responses[0]?.ok).toBe(true)
  expect(await heldQuantity(market.db, listingId)).toBe(2)
})

test('[X-HOLD-07] a repeated release with the same key returns the first response and releases nothing more', async () => {
  const buyer = await market.addBuyer()
  const listingId = await market.list()
  const { hold_id } = await market.hold(buyer, listingId, 4)
  const release = () =>
    buyer.call(holdsRoutes.release, { body: [{ hold_id, quantity: 1 }], idempotencyKey: 'give back' })
  const responses = [await release(), await release(), await release()]
  for (const { data } of responses) expect(data.data).toEqual([{ hold_id, released: 1, remaining: 3 }])
  expect(await heldQuantity(market.db, listingId)).toBe(3)
})

test('a key with a different body is rejected; the order of object fields does not matter', async () => {
  const buyer = await market.addBuyer()
  const listingId = await market.list()
  const place = (body: { listing_id: string; quantity: number }) =>
    buyer.call(holdsRoutes.place, { body: [body], idempotencyKey: 'reused' })
  const first = await place({ listing_id: listingId, quantity: 1 })
  const other = await place({ listing_id: listingId, quantity: 2 })
  expect([other.status, other.error.code]).toEqual([422, 'idempotency.key_reused'])
  const reordered = { quantity: 1, listing_id: listingId }
  expect((await place(reordered)).text).toBe(first.text)
})

test('keys are scoped to a team and a route', async () => {
  const [buyer, other] = [await market.addBuyer(), await market.addBuyer()]
  const listingId = await market.list()
  const body = [{ listing_id: listingId, quantity: 1 }]
  const mine = await buyer.call(holdsRoutes.place, { body, idempotencyKey: 'same' })
  const theirs = await other.call(holdsRoutes.place, { body, idempotencyKey: 'same' })
  expect(theirs.data.data[0]?.hold_id).not.toBe(mine.data.data[0]?.hold_id)
  const released = await buyer.call(holdsRoutes.release, {
    body: [{ hold_id: mine.data.data[0]?.hold_id ?? '', quantity: 1 }],
    idempotencyKey: 'same',
  })
  expect(released.ok).toBe(true)
})

test('a rejected request can be retried with the same key', async () => {
  const [buyer, other] = [await market.addBuyer(), await market.addBuyer()]
  const listingId = await market.list({ quantity: 2 })
  const conflictingHold = await market.hold(other, listingId, 2)
  const place = () =>
    buyer.call(holdsRoutes.place, {
      body: [{ listing_id: listingId, quantity: 2 }],
      idempotencyKey: 'again',
    })
  expect((await place()).status).toBe(409)
  await other.call(holdsRoutes.release, { body: [{ hold_id: conflictingHold.hold_id, quantity: 2 }] })
  expect((await place()).ok).toBe(true)
})

test('a key can be reused after 24 hours', async () => {
  const buyer = await market.addBuyer()
  const listingId = await market.list()
  const place = (quantity: number) =>
    buyer.call(holdsRoutes.place, { body: [{ listing_id: listingId, quantity }], idempotencyKey: 'old' })
  const first = await place(1)
  await sql`update idempotency_keys set created_at = clock_timestamp() - interval '24 hours 1 second'
    where team_id = ${buyer.teamId}`.execute(market.db)
  const second = await place(2)
  expect(second.data.data[0]?.hold_id).not.toBe(first.data.data[0]?.hold_id)
  expect((await place(2)).text).toBe(second.text)
})
