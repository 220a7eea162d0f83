import { holdsRoutes } from '@terrace/contracts/holds'
import { inventoryBulkRoutes } from '@terrace/contracts/inventory-bulk'
import { inventoryEditRoutes } from '@terrace/contracts/inventory-edit'
import { inventoryRoutes } from '@terrace/contracts/inventory'
import { listingsRoutes } from '@terrace/contracts/listings'
import { allowedQuantities, splitTypes } from '@terrace/domain/tickets/split-rules'
import { notificationsRoutes } from '@terrace/contracts/notifications'
import type { BodyInputOf } from '@terrace/contracts/route'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { buildMarketplace, type Marketplace } from '#api/test/fixtures/marketplace-fixture.ts'
import type { Caller } from '#api/test/harness/build-test-app.ts'
import { endOwnHolds } from './end-own-holds.ts'
import { warnOfEndingOwnHolds } from './warn-of-ending-own-holds.ts'

let market: Marketplace
let seller: Caller
let buyer: Caller
beforeAll(async () => {
  market = await buildMarketplace({ config: { maxHeldTicketsPerTeam: 10_000 } })
  seller = await market.addBuyer({ teamId: market.sellerTeamId, role: 'seller' })
  buyer = await market.addBuyer()
})
afterAll(() => market.close())

type Update = BodyInputOf<typeof inventoryEditRoutes.update>
const update = (id: string, body: Update) =>
  seller.call(inventoryEditRoutes.update, { params: { listing_id: id }, body })
const inHours = (hours: number) => new Date(Date.now() + hours * 3_600_000).toISOString()
const row = async (id: string) =>
  (await seller.call(inventoryRoutes.one, { params: { listing_id: id } })).data.data
const place = (id: string, quantity: number, by = buyer) =>
  by.call(holdsRoutes.place, { body: [{ listing_id: id, quantity }] })

async function feedRow(id: string) {
  const query = { event_id: String(market.eventId), 'listing_id[]': id }
  const { data } = await buyer.call(listingsRoutes.feed, { query })
  return data.data[0]
}

async function expire(id: string): Promise<void> {
  await sql`update listings set own_hold_until = clock_timestamp() - interval '1 second', version = version + 1
    where id = ${id}`.execute(market.db)
}

test('tickets that the seller holds are off the market until the hold ends by itself', async () => {
  const id = await market.list({ quantity: 6 })
  const held = await update(id, {
    version: 1,
    own_hold: { quantity: 4, until: inHours(48), note: 'For Ferris, secret-note' },
  })
  expect(held.data.data).toMatchObject({
    own_hold: { quantity: 4, note: 'For Ferris, secret-note' },
    offered: 2,
  })
  expect(await feedRow(id)).toMatchObject({ available: 2, splits: [1, 2] })
  expect(JSON.stringify(await feedRow(id))).not.toContain('secret-note')
  expect((await place(id, 3)).error.errors).toMatchObject({
    lines: [{ code: 'listing.insufficient_quantity', available: 2 }],
  })
  await expire(id)
  // Free from the end on, before the job has run.
  expect(await row(id)).toMatchObject({ own_hold: null, offered: 6 })
  expect((await place(id, 3)).ok).toBe(true)
  expect(await endOwnHolds(market.deps)).toBe(1)
  expect(await endOwnHolds(market.deps)).toBe(0)
  const { rows } = await sql<{ left: string | null }>`
    select own_hold_note as left from listings where id = ${id}`.execute(market.db)
  expect(rows).toEqual([{ left: null }])
})

test('an own hold never takes tickets that buyers hold, and ends in the next year', async () => {
  const id = await market.list({ quantity: 4 })
  await place(id, 3)
  const tooMany = await update(id, { version: 1, own_hold: { quantity: 2, until: inHours(2) } })
  expect([tooMany.status, tooMany.error.code, tooMany.error.errors['free']]).toEqual([
    409,
    'supply.own_hold_too_large',
    1,
  ])
  for (const until of [inHours(-1), inHours(24 * 400)]) {
    const refused = await update(id, { version: 1, own_hold: { quantity: 1, until } })
    expect(refused.error.errors).toMatchObject({ fields: { own_hold: ['must be in the next 366 days'] } })
  }
  expect((await update(id, { version: 1, own_hold: { quantity: 1, until: inHours(2) } })).ok).toBe(true)
  expect((await update(id, { version: 2, own_hold: null })).data.data).toMatchObject({
    own_hold: null,
    offered: 1,
  })
})

test('buyers and the seller who hold the same tickets at once never take more than there are', async () => {
  for (let round = 0; round < 4; round += 1) {
    const id = await market.list({ quantity: 4 })
    const rivals = await Promise.all([market.addBuyer(), market.addBuyer()])
    await Promise.all([
      ...rivals.map((rival) => place(id, 2, rival)),
      update(id, { version: 1, own_hold: { quantity: 3, until: inHours(5) } }),
    ])
    const { held, own_hold: own } = await row(id)
    expect(held + (own?.quantity ?? 0)).toBeLessThanOrEqual(4)
    expect(held + (own?.quantity ?? 0)).toBeGreaterThan(0)
  }
})

test('many listings are held at once, with preview and undo; a listing without free tickets is a problem', async () => {
  const [free, taken] = [await market.list({ quantity: 4 }), await market.list({ quantity: 2 })]
  await place(taken, 2)
  const { data } = await seller.call(inventoryBulkRoutes.preview, {
    body: {
      selection: { listing_ids: [free, taken] },
      change: { own_hold: { quantity: 'all', until: inHours(6), note: 'Fair' } },
    },
  })
  const params = { bulk_edit_id: data.data.id }
  const rows = await seller.call(inventoryBulkRoutes.rows, { params, query: {} })
  expect(rows.data.data.map(({ problem }) => problem?.code ?? null)).toEqual([null, 'not_enough_free'])
  await place(free, 1)
  const { data: applied } = await seller.call(inventoryBulkRoutes.apply, { params })
  // A buyer was faster than the preview said.
  expect(applied.data.counts).toMatchObject({ applied: 0, problems: 2 })

  const again = await seller.call(inventoryBulkRoutes.preview, {
    body: { selection: { listing_ids: [free] }, change: { own_hold: { quantity: 3, until: inHours(6) } } },
  })
  const second = { bulk_edit_id: again.data.data.id }
  expect((await seller.call(inventoryBulkRoutes.apply, { params: second })).data.data.counts.applied).toBe(1)
  expect(await row(free)).toMatchObject({ own_hold: { quantity: 3 }, offered: 0 })
  await seller.call(inventoryBulkRoutes.undo, { params: second, body: {} })
  expect(await row(free)).toMatchObject({ own_hold: null, offered: 3 })
})

test('the team is warned once before its hold ends', async () => {
  const id = await market.list({ quantity: 2 })
  await update(id, { version: 1, own_hold: { quantity: 1, until: inHours(0.5) } })
  expect(await warnOfEndingOwnHolds(market.deps)).toBe(1)
  expect(await warnOfEndingOwnHolds(market.deps)).toBe(0)
  await market.deps.outbox.drain()
  const { data } = await seller.call(notificationsRoutes.list)
  expect(data.data.map(({ title, link }) => [title, link])).toContainEqual([
    'Your own hold ends within an hour: 1 listing',
    `/sell/inventory?listing=${id}`,
  ])
})

test('quantities for buyers follow the true stock with own holds and shown quantities, in SQL as in TypeScript', async () => {
  const until = inHours(3)
  for (const splitType of splitTypes) {
    for (const [quantity, own, shown] of [
      [6, 1, 4],
      [5, 4, null],
      [8, 2, 5],
      [3, 2, 1],
    ] as const) {
      const id = await market.list({
        quantity,
        splitType,
        ...(splitType === 'Sell In Multiples' && { multipleSaleUnit: 2 }),
      })
      await sql`update listings set own_hold_quantity = ${own}, own_hold_until = ${until}, shown_quantity = ${shown}
        where id = ${id}`.execute(market.db)
      const { rows } = await sql<{ splits: number[] }>`
        select sellable_quantities(${id}, clock_timestamp()) as splits`.execute(market.db)
      expect([splitType, quantity, rows[0]?.splits]).toEqual([
        splitType,
        quantity,
        allowedQuantities({
          splitType,
          free: quantity - own,
          limit: shown,
          unit: splitType === 'Sell In Multiples' ? 2 : null,
          quantities: null,
        }),
      ])
      expect((await row(id)).splits).toEqual(rows[0]?.splits)
    }
  }
})
