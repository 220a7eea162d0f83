import { inventoryBulkRoutes } from '@terrace/contracts/inventory-bulk'
import { inventoryEditRoutes } from '@terrace/contracts/inventory-edit'
import { inventoryRoutes } from '@terrace/contracts/inventory'
import { sellerAccountRoutes } from '@terrace/contracts/seller-account'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { terminalActor } from '#api/audit/actor.ts'
import { inTransaction } from '#api/db/transaction.ts'
import { relistListing, relistSuspended, withdrawSuspended } from '#api/modules/supply/index.ts'
import { buildInventory, type Inventory } from '#api/test/fixtures/inventory-fixture.ts'
import type { Caller } from '#api/test/harness/build-test-app.ts'
import { decideSeller, type Decision } from '../index.ts'

let it: Inventory
beforeAll(async () => {
  it = await buildInventory()
})
afterAll(() => it.close())

const read = async (by: Caller) => (await by.call(sellerAccountRoutes.read)).data.data
const decide = (by: Caller, decision: Decision) =>
  decideSeller(it.deps, by.teamId, { decision, actor: terminalActor() })
const noLimits = { exposureLimitMinor: null, exposureCurrency: null, undeliveredLimit: null }

const listing = (values: object = {}) => ({
  event_id: it.eventId,
  section: '112',
  quantity: 2,
  price: '100.00',
  in_hand_date: new Date().toISOString().slice(0, 10),
  ticket_type: 'eTicket' as const,
  ...values,
})
const publish = (by: Caller, values: object = {}) =>
  by.call(inventoryEditRoutes.create, { body: listing(values) })

async function seller(limits: Partial<typeof noLimits> | { exposureLimitMinor: number }) {
  const owner = await it.addBuyer({ role: 'seller' })
  const all = { ...noLimits, ...limits }
  const currency = all.exposureLimitMinor === null ? null : 'GBP'
  await decide(owner, { do: 'limits', limits: { ...all, exposureCurrency: currency } })
  return owner
}

test('the value on sale stays within the limit, and the refusal names limit and use', async () => {
  const by = await seller({ exposureLimitMinor: 50_000 })
  expect((await publish(by, { row: 'A' })).status).toBe(200)
  const refused = await publish(by, { row: 'B', quantity: 4 })
  expect(refused.error.code).toBe('seller.over_limit')
  expect(refused.error.errors['title']).toBe(
    'Your limit is 500.00 GBP of tickets on sale and tickets sold but not delivered; 200.00 GBP is in use',
  )
  // What is not on sale does not count until it goes on sale.
  const stored = await publish(by, { row: 'B', quantity: 4, published: false })
  const target = { params: { listing_id: stored.data.data.id }, body: { version: 1 } }
  expect((await by.call(inventoryEditRoutes.publish, target)).error.code).toBe('seller.over_limit')
  const [first] = (await by.call(inventoryRoutes.list, { query: { 'status[]': ['published'] } })).data.data
  const raise = {
    params: { listing_id: first?.id ?? '' },
    body: { version: first?.version ?? 0, price: '251.00' },
  }
  expect((await by.call(inventoryEditRoutes.update, raise)).error.code).toBe('seller.over_limit')
  expect((await read(by)).limits).toEqual({
    exposure: { limit: { amount: '500.00', currency: 'GBP' }, used: { amount: '200.00', currency: 'GBP' } },
    unconfirmed_sales: { limit: null, used: 0 },
  })
})

test('concurrent calls never exceed the limit together', async () => {
  const by = await seller({ exposureLimitMinor: 60_000 })
  const results = await Promise.all(Array.from({ length: 8 }, (_, at) => publish(by, { row: `R${at}` })))
  expect(results.filter(({ status }) => status === 200)).toHaveLength(3)
  expect((await read(by)).limits?.exposure?.used.amount).toBe('600.00')
})

test('a bulk edit publishes what fits and says why the rest is refused', async () => {
  const by = await seller({ exposureLimitMinor: 50_000 })
  for (const row of ['A', 'B', 'C']) await publish(by, { row, published: false })
  const edit = await by.call(inventoryBulkRoutes.preview, {
    body: { selection: { filter: {} }, change: { published: true } },
  })
  const params = { bulk_edit_id: edit.data.data.id }
  expect((await by.call(inventoryBulkRoutes.apply, { params })).data.data.counts).toMatchObject({
    applied: 2,
  })
  const { data } = await by.call(inventoryBulkRoutes.rows, { params, query: { show: 'problems' } })
  expect(data.data.map(({ problem }) => problem)).toEqual([
    {
      code: 'over_limit',
      message:
        'Your limit is 500.00 GBP of tickets on sale and tickets sold but not delivered; 400.00 GBP is in use',
    },
  ])
})

test('a row of a bulk edit that is not written leaves its part of the limit to the others', async () => {
  const by = await seller({ exposureLimitMinor: 50_000 })
  for (const row of ['A', 'B', 'C']) await publish(by, { row, published: false })
  const edit = await by.call(inventoryBulkRoutes.preview, {
    body: { selection: { filter: {} }, change: { published: true } },
  })
  const params = { bulk_edit_id: edit.data.data.id }
  const { data: planned } = await by.call(inventoryBulkRoutes.rows, { params, query: {} })
  const first = planned.data[0]?.listing_id
  const listings = (await by.call(inventoryRoutes.list, { query: {} })).data.data
  const { version } = listings.find(({ id }) => id === first) ?? {}
  await by.call(inventoryEditRoutes.update, {
    params: { listing_id: first ?? '' },
    body: { version: version ?? 0, price: '101.00' },
  })
  expect((await by.call(inventoryBulkRoutes.apply, { params })).data.data.counts).toMatchObject({
    applied: 2,
  })
  const { data } = await by.call(inventoryBulkRoutes.rows, { params, query: { show: 'problems' } })
  expect(data.data.map(({ problem }) => problem?.code)).toEqual(['changed_since'])
})

test('a file publishes what fits and rejects the other rows with the reason', async () => {
  await decide(it.seller, {
    do: 'limits',
    limits: { exposureLimitMinor: 20_000, exposureCurrency: 'GBP', undeliveredLimit: null },
  })
  await it.importFile(it.file({ id: 'L1', row: 'L' }, { id: 'L2', row: 'M' }))
  const { rows } = await sql<{ outcome: string; code: string | null; message: string | null }>`
    select outcome, code, message from inventory_import_rows order by position`.execute(it.db)
  expect(rows.map(({ outcome, code }) => [outcome, code])).toEqual([
    ['written', null],
    ['rejected', 'over_limit'],
  ])
  expect(rows[1]?.message).toContain('200.00 GBP')
  await decide(it.seller, { do: 'limits', limits: noLimits })
})

test('a suspended seller leaves the market at once and comes back with what was not changed since', async () => {
  const by = await seller({})
  for (const row of ['A', 'B']) await publish(by, { row })
  await decide(by, { do: 'suspend', reason: 'Undelivered tickets' })
  expect(await withdrawSuspended(it.deps, by.teamId)).toBe(2)
  const refused = await publish(by, { row: 'C' })
  expect([refused.error.code, refused.error.errors['title']]).toEqual([
    'seller.suspended',
    'Selling is suspended: Undelivered tickets',
  ])
  expect(await read(by)).toMatchObject({ suspended: { reason: 'Undelivered tickets' } })
  const [one] = (await by.call(inventoryRoutes.list, { query: {} })).data.data
  await by.call(inventoryEditRoutes.update, {
    params: { listing_id: one?.id ?? '' },
    body: { version: one?.version ?? 0, tags: ['changed'] },
  })
  await decide(by, { do: 'resume' })
  await relistSuspended(it.deps, by.teamId)
  const { rows } = await sql<{ status: string }>`
    select status from listings where seller_team_id = ${by.teamId} order by status`.execute(it.db)
  expect(rows.map(({ status }) => status)).toEqual(['active', 'withdrawn'])
})

test.each(['published', 'put back on sale by the operator'])(
  'a suspension also catches tickets that are being %s meanwhile',
  async (how) => {
    const by = await it.addBuyer({ role: 'seller' })
    const stored = await publish(by, { row: 'A', published: false })
    const sell = () =>
      how === 'published' ? publish(by, { row: 'B' }) : relistListing(it.deps, stored.data.data.id)
    const suspend = async () => {
      await decide(by, { do: 'suspend', reason: 'Undelivered tickets' })
      await withdrawSuspended(it.deps, by.teamId)
      isSuspended = true
    }
    let isSuspended = false
    let running: Promise<unknown>[] = []
    await inTransaction(it.db, async (tx) => {
      // The call has checked the limits and waits for the rules of the marketplace.
      await sql`select pg_advisory_xact_lock(hashtext('resale_rules'), 0)`.execute(tx)
      const waiting = async () => {
        const { rows } = await sql<{ waiting: number }>`
          select count(*)::int as waiting from pg_stat_activity
          where datname = current_database() and wait_event_type = 'Lock'`.execute(it.db)
        return rows[0]?.waiting ?? 0
      }
      running = [sell()]
      await vi.waitFor(async () => expect(await waiting()).toBe(1))
      running.push(suspend())
      await vi.waitFor(async () => expect(isSuspended || (await waiting()) === 2).toBe(true))
    })
    await Promise.all(running)
    const { rows } = await sql`
      select from listings where seller_team_id = ${by.teamId} and status = 'active'`.execute(it.db)
    expect(rows).toEqual([])
  },
)
