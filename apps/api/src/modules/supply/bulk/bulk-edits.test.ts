import { inventoryBulkRoutes, type BulkChange } from '@terrace/contracts/inventory-bulk'
import { inventoryEditRoutes } from '@terrace/contracts/inventory-edit'
import { inventoryRoutes } from '@terrace/contracts/inventory'
import type { BodyInputOf } from '@terrace/contracts/route'
import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { addListing, addTeam } from '#api/test/fixtures/factories.ts'
import { buildMarketplace, type Marketplace } from '#api/test/fixtures/marketplace-fixture.ts'
import { drawBlocks } from '#api/test/fixtures/new-listing.ts'
import type { Caller } from '#api/test/harness/build-test-app.ts'

let market: Marketplace
let seller: Caller
let ids: string[]
beforeAll(async () => {
  market = await buildMarketplace()
  await drawBlocks(market)
  seller = await market.addBuyer({ teamId: market.sellerTeamId, role: 'seller' })
})
beforeEach(async () => {
  await sql`delete from listing_changes`.execute(market.db)
  await sql`delete from bulk_edits`.execute(market.db)
  await sql`delete from holds`.execute(market.db)
  await sql`delete from listings`.execute(market.db)
  ids = []
  for (const priceMinor of [10_000, 20_000, 30_000]) ids.push(await market.list({ priceMinor }))
})
afterAll(() => market.close())

type Change = BodyInputOf<typeof inventoryBulkRoutes.preview>['change']
type Selection = BodyInputOf<typeof inventoryBulkRoutes.preview>['selection']

async function preview(change: Change, selection: Selection = { listing_ids: ids }) {
  const { data } = await seller.call(inventoryBulkRoutes.preview, { body: { selection, change } })
  return data.data
}

async function rows(id: string) {
  const { data } = await seller.call(inventoryBulkRoutes.rows, { params: { bulk_edit_id: id }, query: {} })
  return data.data
}

const apply = (id: string, by = seller) =>
  by.call(inventoryBulkRoutes.apply, { params: { bulk_edit_id: id } })
const undo = (id: string, confirmed: string[] = []) =>
  seller.call(inventoryBulkRoutes.undo, {
    params: { bulk_edit_id: id },
    body: { confirmed_unsold: confirmed },
  })

async function prices() {
  const { rows: found } = await sql<{ price: number; status: string }>`
    select price_minor as price, status from listings where id = any(${ids}) order by array_position(${ids}::text[], id)`.execute(
    market.db,
  )
  return found.map(({ price, status }) => (status === 'active' ? price : `${price} withdrawn`))
}

const setPrice = (amount: string): Change => ({ price: { change: { by: 'set', amount } } })

test('a preview shows old and new values and changes nothing; applying and undoing are exact and audited', async () => {
  const edit = await preview({ price: { change: { by: 'percent', percent: '-4' }, round: { to: '0.50' } } })
  expect(edit).toMatchObject({
    state: 'previewed',
    events: 1,
    counts: { selected: 3, changed: 3, problems: 0 },
  })
  expect(edit.values).toEqual([
    {
      currency: 'GBP',
      asking_from: { amount: '2400.00', currency: 'GBP' },
      asking_to: { amount: '2304.00', currency: 'GBP' },
      proceeds_from: { amount: '2400.00', currency: 'GBP' },
      proceeds_to: { amount: '2304.00', currency: 'GBP' },
    },
  ])
  expect((await rows(edit.id))[0]?.changes).toEqual([
    { field: 'price', from: { amount: '100.00', currency: 'GBP' }, to: { amount: '96.00', currency: 'GBP' } },
    {
      field: 'proceeds',
      from: { amount: '100.00', currency: 'GBP' },
      to: { amount: '96.00', currency: 'GBP' },
    },
  ])
  expect(await prices()).toEqual([10_000, 20_000, 30_000])

  const before = await sql<{ id: number }>`select coalesce(max(id), 0) as id from outbox`.execute(market.db)
  const [first, second] = await Promise.all([apply(edit.id), apply(edit.id)])
  expect([first.status, second.status]).toEqual([200, 200])
  expect(await prices()).toEqual([9600, 19_200, 28_800])
  const { rows: events } = await sql<{ topic: string; n: number }>`
    select topic, count(*)::integer as n from outbox where id > ${before.rows[0]?.id ?? 0} and topic like 'listing.%'
    group by topic`.execute(market.db)
  expect(events).toEqual([{ topic: 'listing.updated', n: 3 }])
  const applied = await apply(edit.id)
  expect(applied.data.data).toMatchObject({ state: 'applied', counts: { applied: 3, problems: 0 } })

  expect((await undo(edit.id)).data.data).toMatchObject({
    state: 'undone',
    counts: { applied: 3, undone: 3 },
  })
  expect(await prices()).toEqual([10_000, 20_000, 30_000])
  const late = await apply(edit.id)
  expect([late.status, late.error.code]).toEqual([409, 'supply.bulk_edit_undone'])
  const audit = await sql<{ details: object }>`
    select details from security_events where kind = 'listing.bulk_changed' and details ->> 'bulk_edit_id' = ${edit.id}
    order by id`.execute(market.db)
  expect(audit.rows.map(({ details }) => details)).toEqual([
    { bulk_edit_id: edit.id, listings: 3, is_undo: false },
    { bulk_edit_id: edit.id, listings: 3, is_undo: true },
  ])
  const params = { listing_id: ids[0] ?? '' }
  const history = await seller.call(inventoryEditRoutes.history, { params, query: {} })
  expect(history.data.data.map(({ bulk_edit_id, is_undo }) => [bulk_edit_id, is_undo])).toEqual([
    [edit.id, true],
    [edit.id, false],
  ])
})

test('listings changed since the preview or since applying are skipped and reported', async () => {
  const edit = await preview(setPrice('150'))
  await market.hold(await market.addBuyer(), ids[1] ?? '', 2)
  const [id = ''] = ids
  const change = { params: { listing_id: id }, body: { version: 1, price: '111.00' } }
  await seller.call(inventoryEditRoutes.update, change)
  expect((await apply(edit.id)).data.data.counts).toMatchObject({ changed: 2, applied: 2, problems: 1 })
  // A hold is no change by the seller.
  expect(await prices()).toEqual([11_100, 15_000, 15_000])
  expect((await rows(edit.id)).map(({ result, problem }) => [result, problem?.code])).toEqual([
    ['skipped', 'changed_since'],
    ['applied', undefined],
    ['applied', undefined],
  ])
  const later = { params: { listing_id: ids[2] ?? '' }, body: { version: 2, price: '333.00' } }
  await seller.call(inventoryEditRoutes.update, later)
  expect((await undo(edit.id)).data.data.counts).toMatchObject({ applied: 2, undone: 1, problems: 2 })
  expect(await prices()).toEqual([11_100, 20_000, 33_300])
})

test('an undo puts listings back on sale only when the call confirms them', async () => {
  const edit = await preview({ published: false })
  await apply(edit.id)
  expect(await prices()).toEqual(['10000 withdrawn', '20000 withdrawn', '30000 withdrawn'])
  const partly = await undo(edit.id, ids.slice(0, 1))
  expect(partly.data.data.counts).toMatchObject({ undone: 1, problems: 2 })
  expect(await prices()).toEqual([10_000, '20000 withdrawn', '30000 withdrawn'])
  expect((await undo(edit.id, ids.slice(1, 2))).data.data.counts).toMatchObject({ undone: 2, problems: 1 })
  expect(await prices()).toEqual([10_000, 20_000, '30000 withdrawn'])
})

test('publishing offers no seat twice, and nothing of an event that is over', async () => {
  const twins = [await market.list({ firstSeat: 10 }), await market.list({ firstSeat: 12 })]
  await sql`update listings set status = 'withdrawn' where id = any(${twins})`.execute(market.db)
  const edit = await preview({ published: true }, { listing_ids: twins })
  expect(edit.counts).toMatchObject({ changed: 1, problems: 1 })
  expect((await rows(edit.id)).flatMap(({ problem }) => problem?.code ?? [])).toEqual(['seats_taken'])
  expect((await apply(edit.id)).data.data.counts).toMatchObject({ applied: 1, problems: 1 })
  expect((await rows(edit.id)).flatMap(({ problem }) => problem?.code ?? [])).toEqual(['seats_taken'])
  const { rows: active } = await sql`
    select from listings where id = any(${twins}) and status = 'active'`.execute(market.db)
  expect(active).toHaveLength(1)
})

test('prices follow the market, are rounded, and never fall below the floor', async () => {
  const other = await addTeam(market.db)
  const { data } = await seller.call(inventoryRoutes.list, { query: {} })
  const seatingCategoryId = data.data[0]?.category.id ?? 0
  await addListing(market.db, {
    eventId: market.eventId,
    sellerTeamId: other,
    seatingCategoryId,
    priceMinor: 15_080,
  })
  await sql`update listings set floor_minor = 20000 where id = ${ids[1]}`.execute(market.db)
  const undercut = { by: 'undercut', amount: '1.00' } as const
  const edit = await preview({ price: { change: undercut, round: { to: '0.50', direction: 'up' } } })
  expect((await rows(edit.id)).map((row) => [row.changes[0]?.to ?? null, row.uses_floor])).toEqual([
    [{ amount: '149.50', currency: 'GBP' }, false],
    // Its floor is its price already.
    [null, true],
    [{ amount: '149.50', currency: 'GBP' }, false],
  ])
  const skipping = await preview({ price: { change: { by: 'match' }, below_floor: 'skip' } })
  expect((await rows(skipping.id)).map(({ problem }) => problem?.code)).toEqual([
    undefined,
    'below_floor',
    undefined,
  ])
})

test('every field can be changed, of the filtered listings, and impossible rows are named', async () => {
  const change: Change = {
    split: { split_type: 'No Preferences', split_quantities: [4, 2] },
    shown_quantity: 2,
    ticket_type: 'mobile',
    notes: { mode: 'add', notes: [{ kind: 'benefit', text: 'Padded seats' }] },
    internal_notes: { mode: 'add', text: 'Box 4' },
    tags: { mode: 'add', tags: ['vip', 'VIP'] },
  }
  const [, second = ''] = ids
  const edit = await preview(change, { filter: { 'status[]': 'published' }, except: [second] })
  expect(edit.counts).toMatchObject({ selected: 2, changed: 2 })
  await apply(edit.id)
  const { data } = await seller.call(inventoryRoutes.list, { query: { order_by: 'price' } })
  const expected = {
    split_quantities: [2, 4],
    splits: [2],
    offered: 2,
    ticket_type: 'mobile',
    notes: [{ kind: 'benefit', text: 'Padded seats' }],
    internal_notes: 'Box 4',
    tags: ['vip'],
  }
  expect(data.data[0]).toMatchObject(expected)
  expect(data.data[1]).toMatchObject({ shown_quantity: null, tags: [] })
  const impossible = await preview({
    split: { split_type: 'Sell In Multiples', multiple_sale_unit: 3 },
    in_hand_date: '2099-01-01',
  })
  expect((await rows(impossible.id)).map(({ problem }) => problem?.code)).toEqual([
    'split_impossible',
    'in_hand_after_event',
    'split_impossible',
  ])
  await undo(edit.id)
  const restored = await seller.call(inventoryRoutes.list, { query: { order_by: 'price' } })
  expect(restored.data.data[0]).toMatchObject({
    split_quantities: null,
    notes: [],
    internal_notes: null,
    tags: [],
  })
})

test('another team’s listings and edits do not exist, and bad input is named', async () => {
  const rival = await market.addBuyer({ role: 'seller' })
  const change = { published: false } satisfies Partial<BulkChange>
  const body = { selection: { listing_ids: ids }, change }
  const theirs = await rival.call(inventoryBulkRoutes.preview, { body })
  expect(theirs.data.data.counts).toMatchObject({ selected: 3, changed: 0, problems: 3 })
  const shown = await rival.call(inventoryBulkRoutes.rows, {
    params: { bulk_edit_id: theirs.data.data.id },
    query: {},
  })
  expect(shown.data.data[0]).toMatchObject({
    event: null,
    section: '',
    changes: [],
    problem: { code: 'not_found' },
  })
  const ours = await preview(change)
  const denied = await apply(ours.id, rival)
  expect([denied.status, denied.error.code]).toEqual([404, 'supply.bulk_edit_not_found'])
  const early = await undo(ours.id)
  expect(early.error.code).toBe('supply.bulk_edit_not_applied')
  const empty = await seller.call(inventoryBulkRoutes.preview, {
    body: { selection: body.selection, change: {} },
  })
  expect(empty.status).toBe(422)
  const old = sql`update bulk_edits set created_at = now() - interval '61 minutes' where id = ${ours.id}`
  await old.execute(market.db)
  expect((await apply(ours.id)).error.code).toBe('supply.bulk_edit_expired')
  expect(await prices()).toEqual([10_000, 20_000, 30_000])
})

test('floors are set from the cost, the price or an amount, and a new price stops at them', async () => {
  const [first = '', second = '', third = ''] = ids
  await sql`update listings set cost_minor = 8000 where id = ${first}`.execute(market.db)
  await sql`update listings set cost_minor = 19000 where id = ${second}`.execute(market.db)
  const floors = async () => {
    const { rows: found } = await sql<{ id: string; floor: number | null }>`
      select id, floor_minor as floor from listings where id = any(${ids})`.execute(market.db)
    return ids.map((id) => found.find((each) => each.id === id)?.floor)
  }
  const byCost = await preview({ floor: { by: 'cost', percent: '10' } })
  expect((await rows(byCost.id)).map(({ problem }) => problem?.code)).toEqual([
    undefined,
    'floor_above_price',
    'no_cost',
  ])
  await apply(byCost.id)
  expect(await floors()).toEqual([8800, null, null])

  const both = await preview({
    floor: { by: 'price', percent: '-10' },
    price: { change: { by: 'percent', percent: '-20' } },
  })
  await apply(both.id)
  expect([await floors(), await prices()]).toEqual([
    [9000, 18_000, 27_000],
    [9000, 18_000, 27_000],
  ])
  expect((await rows(both.id)).every((row) => row.uses_floor)).toBe(true)
  await undo(both.id)
  expect([await floors(), await prices()]).toEqual([
    [8800, null, null],
    [10_000, 20_000, 30_000],
  ])

  await apply((await preview({ floor: { by: 'set', amount: '95.00' } }, { listing_ids: [third] })).id)
  await apply((await preview({ floor: null }, { listing_ids: [first] })).id)
  expect(await floors()).toEqual([null, null, 9500])
})

test('without the permission to price, floors are not changed', async () => {
  const lister = await market.addBuyer({
    teamId: market.sellerTeamId,
    role: 'seller',
    teamRole: 'member',
    permissions: ['view', 'list'],
  })
  const body = { selection: { listing_ids: ids }, change: { floor: null } }
  const refused = await lister.call(inventoryBulkRoutes.preview, { body })
  expect([refused.status, refused.error.errors['permission']]).toEqual([403, 'price'])
})
