import { ordersRoutes } from '@terrace/contracts/orders'
import { seededRandom } from '@terrace/domain/text/short-hash'
import fc from 'fast-check'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { buyOrder } from '#api/test/fixtures/bought-order.ts'
import { buildMarketplace, type Marketplace } from '#api/test/fixtures/marketplace-fixture.ts'
import type { Caller } from '#api/test/harness/build-test-app.ts'
import { wireStatus } from '../orders.presenter.ts'

const random = seededRandom('find any orders')
const upTo = (maxLines: number): number => Math.floor(random() * (maxLines + 1))
const terms = ['home', 'away', 'block', '120', '17', 'sao', 'terrace', '100%', 'samba_night', String.raw`a\b`]
const states = ['confirmed', 'delivered', 'cancelled'] as const

/** An order as stored for the list; copied from one bought order. */
interface SeededOrder {
  id: string
  number: string
  search_text: string
  state: (typeof states)[number]
  event_days: string[]
  placed_at: string
}

let market: Marketplace
let buyer: Caller
let all: SeededOrder[]

beforeAll(async () => {
  market = await buildMarketplace()
  const { buyer: other, order } = await buyOrder(market)
  buyer = await market.addBuyer()
  all = Array.from({ length: 120 }, (_, index) => seedOrder(index))
  const attemptColumns = sql.raw(await writableColumns('checkout_attempts'))
  await sql`
    insert into checkout_attempts (${attemptColumns})
    select ${attemptColumns} from (
      select (jsonb_populate_record(a, jsonb_build_object('id', 'att_' || o.id, 'gateway_payment_id', 'pi_' || o.id))).*
      from checkout_attempts a, jsonb_to_recordset(${JSON.stringify(all)}) as o (id text)
      where a.team_id = ${other.teamId}) copies`.execute(market.db)
  const orderColumns = sql.raw(await writableColumns('orders'))
  await sql`
    insert into orders (${orderColumns})
    select ${orderColumns} from (
      select (jsonb_populate_record(bought, laid || jsonb_build_object('team_id', ${buyer.teamId}::text,
        'attempt_id', 'att_' || (laid ->> 'id'), 'gateway_payment_id', 'pi_' || (laid ->> 'id')))).*
      from orders bought, jsonb_array_elements(${JSON.stringify(all)}) as laid
      where bought.id = ${order.id}) copies`.execute(market.db)
})
afterAll(() => market.close())

/** One or several events. Every tenth order exceeds the size of an index entry by its text or its days. */
function seedOrder(index: number): SeededOrder {
  const isLong = index % 10 === 3
  const number = String(500_000 + index)
  const chosen = terms.filter(() => random() < 0.4)
  const events = isLong && index % 20 === 3 ? 60 : 1 + upTo(index % 4 === 0 ? 2 : 0)
  return {
    id: `ord_laid${index}`,
    number,
    search_text: [number, ...chosen, ...(isLong ? [`long ${'words '.repeat(500)}`] : [])].join('\n'),
    state: states[upTo(2)] ?? 'confirmed',
    event_days: [...new Set(Array.from({ length: events }, () => day('2031-05', 1 + upTo(27))))].concat(
      events > 50 ? Array.from({ length: 55 }, (_, at) => day(`2${200 + at}-01`, 1)) : [],
    ),
    // Includes identical timestamps and both ends of a day.
    placed_at: `${day('2026-10', 1 + upTo(20))}T${['00:00:00', '12:00:00', '23:59:59.999'][upTo(2)]}Z`,
  }
}

function day(month: string, of: number): string {
  return `${month}-${String(of).padStart(2, '0')}`
}

const days = (month: string) => fc.integer({ min: 1, max: 28 }).map((of) => day(month, of))
const anyFilter = fc.record(
  {
    search: fc.array(fc.constantFrom(...terms, 'nowhere', 'LONG', 'Block', '50', '5000', '%', '_', 'o'), {
      minLength: 1,
      maxLength: 3,
    }),
    state: fc.constantFrom(...states),
    placedFrom: days('2026-10'),
    placedTo: days('2026-10'),
    eventFrom: days('2031-05'),
    eventTo: days('2031-05'),
  },
  { requiredKeys: [] },
)
type AnyFilter = typeof anyFilter extends fc.Arbitrary<infer Filter> ? Filter : never

/** Reference implementation of the filter. */
function matches(order: SeededOrder, filter: AnyFilter): boolean {
  const { search = [], state, placedFrom = '', placedTo = '9', eventFrom = '', eventTo = '9' } = filter
  const placed = order.placed_at.slice(0, 10)
  return (
    search.every((term) => order.search_text.includes(term.toLowerCase())) &&
    (state === undefined || order.state === state) &&
    placed >= placedFrom &&
    placed <= placedTo &&
    order.event_days.some((of) => of >= eventFrom && of <= eventTo)
  )
}

test('[X-PROFILE-03] any combination of filters returns every match once, newest first', async () => {
  const newestFirst = all
    .toSorted((one, other) => (one.id < other.id ? -1 : 1))
    .toSorted((one, other) => Date.parse(other.placed_at) - Date.parse(one.placed_at))
  await fc.assert(
    fc.asyncProperty(anyFilter, fc.integer({ min: 4, max: 50 }), async (filter, perPage) => {
      fc.pre((filter.placedFrom ?? '') <= (filter.placedTo ?? '9'))
      fc.pre((filter.eventFrom ?? '') <= (filter.eventTo ?? '9'))
      const expected = newestFirst.filter((order) => matches(order, filter)).map(({ id }) => id)
      const found: string[] = []
      for (let page = 1; page === 1 || found.length === (page - 1) * perPage; page += 1) {
        const { data } = await buyer.call(ordersRoutes.list, {
          query: {
            ...(filter.search && { search: filter.search.join(' ') }),
            ...(filter.state && { status: wireStatus[filter.state] }),
            placed_from: filter.placedFrom,
            placed_to: filter.placedTo,
            event_from: filter.eventFrom,
            event_to: filter.eventTo,
            page,
            per_page: perPage,
          },
        })
        expect(data.meta.total).toBe(expected.length)
        found.push(...data.data.map(({ id }) => id))
        if (data.data.length === 0) break
      }
      expect(found).toEqual(expected)
    }),
    { numRuns: 100 },
  )
})

/** The columns of a table that are not computed by the database, for copies of a row. */
async function writableColumns(table: string): Promise<string> {
  const { rows } = await sql<{ columns: string }>`
    select string_agg(quote_ident(column_name), ', ' order by ordinal_position) as columns
    from information_schema.columns
    where table_schema = 'public' and table_name = ${table} and is_generated = 'NEVER'`.execute(market.db)
  return rows[0]?.columns ?? ''
}
