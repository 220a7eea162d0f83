import { holdsRoutes } from '@terrace/contracts/holds'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { buildMarket, type Market } from '../../test/build-market.ts'
import { heldQuantity } from '../../test/factories.ts'

let market: Market
beforeAll(async () => {
  market = await buildMarket()
})
afterAll(() => market.close())

test('[X-HOLD-06] a repeated hold with the same key returns the first answer and holds nothing more', async () => {
  const buyer = await market.addBuyer()
  const listingId = await market.list()
  const place = () =>
    buyer.call(holdsRoutes.place, {
      body: [{ listing_id: listingId, quantity: 2 }],
      idempotencyKey: 'one',
    })
  const first = await place()
  // Everything about the listing may change meanwhile.
  await sql`update listings set price_minor = 1, status = 'withdrawn' where id = ${listingId}`.execute(
    market.db,
  )
  expect((await place()).text).toBe(first.text)
  expect(await heldQuantity(market.db, listingId)).toBe(2)
})

test('[X-HOLD-06] twenty holds with one key at once are one hold with one answer', async () => {
  const buyer = await market.addBuyer()
  const listingId = await market.list({ quantity: 50 })
  const answers = await Promise.all(
    Array.from({ length: 20 }, () =>
      buyer.call(holdsRoutes.place, {
        body: [{ listing_id: listingId, quantity: 2 }],
        idempotencyKey: 'at once',
      }),
    ),
  )
  expect(new Set(answers.map((answer) => answer.text)).size).toBe(1)
  expect(answers[0]?.ok).toBe(true)
  expect(await heldQuantity(market.db, listingId)).toBe(2)
})

test('[X-HOLD-07] a repeated release with the same key returns the first answer and releases nothing more', async () => {
  const buyer = await market.addBuyer()
  const listingId = await market.list()
  const { hold_id } = await market.hold(buyer, listingId, 4)
  const release = () =>
    buyer.call(holdsRoutes.release, { body: [{ hold_id, quantity: 1 }], idempotencyKey: 'give back' })
  const answers = [await release(), await release(), await release()]
  for (const { data } of answers) expect(data.data).toEqual([{ hold_id, released: 1, remaining: 3 }])
  expect(await heldQuantity(market.db, listingId)).toBe(3)
})

test('a key that comes with another body is refused; the order of an object’s fields makes no other body', async () => {
  const buyer = await market.addBuyer()
  const listingId = await market.list()
  const place = (body: { listing_id: string; quantity: number }) =>
    buyer.call(holdsRoutes.place, { body: [body], idempotencyKey: 'reused' })
  const first = await place({ listing_id: listingId, quantity: 1 })
  const other = await place({ listing_id: listingId, quantity: 2 })
  expect([other.status, other.error.code]).toEqual([422, 'idempotency.key_reused'])
  const turned = { quantity: 1, listing_id: listingId }
  expect((await place(turned)).text).toBe(first.text)
})

test('a key belongs to its team and to its route', async () => {
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

test('a refused request leaves its key free: it may be tried again', async () => {
  const [buyer, other] = [await market.addBuyer(), await market.addBuyer()]
  const listingId = await market.list({ quantity: 2 })
  const inTheWay = await market.hold(other, listingId, 2)
  const place = () =>
    buyer.call(holdsRoutes.place, {
      body: [{ listing_id: listingId, quantity: 2 }],
      idempotencyKey: 'again',
    })
  expect((await place()).status).toBe(409)
  await other.call(holdsRoutes.release, { body: [{ hold_id: inTheWay.hold_id, quantity: 2 }] })
  expect((await place()).ok).toBe(true)
})

test('after 24 hours a key is new', async () => {
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
