import { inventoryRoutes } from '@terrace/contracts/inventory'
import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { addTeam } from '#api/test/fixtures/factories.ts'
import { buildPriceRules, type PriceRuleFixture } from '#api/test/fixtures/pricing/price-rule-fixture.ts'
import { updatePastSales } from './update-past-sales.ts'

let it: PriceRuleFixture
let sellers: string[]
let buyerTeam: string
let number = 0
beforeAll(async () => {
  it = await buildPriceRules()
  sellers = [await addTeam(it.db), await addTeam(it.db), await addTeam(it.db)]
  buyerTeam = await addTeam(it.db)
  // Orders of these tests have no payment.
  await sql`alter table orders drop constraint orders_attempt_id_fkey`.execute(it.db)
  for (const table of ['orders', 'order_lines'])
    await sql`alter table ${sql.table(table)} disable trigger user`.execute(it.db)
})
afterAll(() => it.close())
// Later than the sales of other tests, which are read in the order of their time.
beforeEach(() => it.clock.advance(48 * 3_600_000))

/** Sales of two tickets each at these prices, sold in turn by so many sellers, at this age. */
async function sell(
  section: string,
  prices: readonly number[],
  {
    hours = 25,
    sellerCount = 3,
    buyer = buyerTeam,
  }: { hours?: number; sellerCount?: number; buyer?: string } = {},
): Promise<string[]> {
  const lines: string[] = []
  for (const [index, price] of prices.entries()) {
    number += 1
    const teamId = sellers[index % sellerCount] ?? ''
    const listingId = await it.list(section, price, { teamId })
    const placedAt = new Date(it.clock.now().getTime() - hours * 3_600_000 + number)
    await sql
      .raw(`
      insert into orders (id, number, team_id, account_id, attempt_id, tickets_minor, fee_minor, total_minor, currency, gateway,
        gateway_payment_id, email, phone, placed_at)
      values ('ord_s${number}', 'S${number}', '${buyer}', 'usr_x', 'att_s${number}', ${price}, 0, ${price}, 'GBP', 'sandbox',
        'pi_s${number}', 'a@example.test', '1', '${placedAt.toISOString()}');
      insert into order_lines (id, order_id, seller_team_id, listing_id, hold_id, event_id, quantity, price_minor, fee_minor,
        currency, seller_price_minor, seller_currency, state, snapshot)
      values ('oln_s${number}', 'ord_s${number}', '${teamId}', '${listingId}', 'hld_s${number}', ${it.eventId}, 2, ${price}, 0,
        'GBP', ${price}, 'GBP', 'confirmed', '{}')`)
      .execute(it.db)
    lines.push(`oln_s${number}`)
  }
  return lines
}

const update = () => updatePastSales({ db: it.db, clock: it.clock })

async function shown(listingId: string, price = '100.00') {
  const { data } = await it.seller.call(inventoryRoutes.market, {
    params: { listing_id: listingId },
    query: { price },
  })
  return data.data
}

async function salesOf(listingId: string) {
  await update()
  const { past_sales: sales } = await shown(listingId)
  return sales && [sales.median.amount, sales.sales]
}

test('past sales show from five sales of three sellers on', async () => {
  const mine = await it.list('North 1', 10_000)
  await sell('North 1', [10_000, 11_000, 12_000, 13_000])
  expect(await salesOf(mine)).toBeNull()
  await sell('North 1', [14_000])
  expect(await salesOf(mine)).toEqual(['120.00', 5])
  const twoSellers = await it.list('North 2', 10_000)
  await sell('North 2', [10_000, 10_000, 10_000, 10_000, 10_000, 10_000], { sellerCount: 2 })
  expect(await salesOf(twoSellers)).toBeNull()
})

test('the inventory shows the same figures at each listing of the section', async () => {
  const [mine, other] = [await it.list('North 3', 10_000), await it.list('North 4', 10_000)]
  await sell('North 3', [10_000, 11_000, 12_000, 13_000, 14_000])
  await update()
  const { data } = await it.seller.call(inventoryRoutes.list, { query: { 'listing_id[]': [mine, other] } })
  const byId = new Map(data.data.map(({ id, market }) => [id, market.past_sales]))
  expect(byId.get(mine)).toEqual({ median: { amount: '120.00', currency: 'GBP' }, sales: 5 })
  expect(byId.get(other)).toBeNull()
})

test('a sale counts after a day', async () => {
  const mine = await it.list('East 1', 10_000)
  await sell('East 1', [10_000, 11_000, 12_000, 13_000, 14_000], { hours: 23 })
  expect(await salesOf(mine)).toBeNull()
  it.clock.advance(2 * 3_600_000)
  expect(await salesOf(mine)).toEqual(['120.00', 5])
})

test('two days that differ by fewer than five sales of three sellers show the same figures', async () => {
  const mine = await it.list('South 1', 10_000)
  await sell('South 1', [10_000, 11_000, 12_000, 13_000, 14_000])
  const first = await salesOf(mine)
  await sell('South 1', [90_000, 90_000, 90_000, 90_000], { hours: 24.5 })
  it.clock.advance(24 * 3_600_000)
  expect(await salesOf(mine)).toEqual(first)
  await sell('South 1', [90_000], { hours: 24.5 })
  expect((await salesOf(mine))?.[1]).toBe(10)
})

test('the median is never the price of one sale to the penny', async () => {
  const mine = await it.list('West 1', 10_000)
  await sell('West 1', [10_011, 11_213, 12_347, 13_531, 14_779])
  expect(await salesOf(mine)).toEqual(['124.00', 5])
})

test('cancelled sales, and sales between related teams, do not count', async () => {
  const mine = await it.list('Centre 1', 10_000)
  const [line = ''] = await sell('Centre 1', [10_000, 11_000, 12_000, 13_000, 14_000], { hours: 23 })
  await sql.raw(` update order_lines set state = 'cancelled' where id = '${line}'`).execute(it.db)
  it.clock.advance(2 * 3_600_000)
  expect(await salesOf(mine)).toBeNull()
  const other = await it.list('Centre 2', 10_000)
  await sell('Centre 2', [10_000, 11_000, 12_000, 13_000, 14_000], { buyer: sellers[0] ?? '' })
  expect(await salesOf(other)).toBeNull()
})

test('the rank of any price is exact, also of one above the lowest and of an unpublished listing', async () => {
  const mine = await it.list('Rank 1', 10_000)
  for (const price of [9000, 9500, 9500, 11_000]) await it.compare('Rank 1', price)
  const ranks = await Promise.all(
    ['80.00', '90.00', '95.00', '95.01', '120.00'].map((price) => shown(mine, price)),
  )
  expect(ranks.map(({ rank, count }) => `${rank} of ${count}`)).toEqual([
    '1 of 5',
    '1 of 5',
    '2 of 5',
    '4 of 5',
    '5 of 5',
  ])
  expect(ranks[0]?.lowest).toEqual({ amount: '90.00', currency: 'GBP' })
  await sql`update listings set status = 'withdrawn' where id = ${mine}`.execute(it.db)
  expect(await shown(mine, '95.01')).toMatchObject({ rank: 4, count: 5 })
})
