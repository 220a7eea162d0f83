import { feedResponse } from '@terrace/contracts/listings'
import { deliveryTypes } from '@terrace/domain/delivery-types'
import { seededRandom } from '@terrace/domain/short-hash'
import { splitTypes } from '@terrace/domain/split-options'
import fc from 'fast-check'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { buildTestApp, type Caller, type TestApp } from '../../test/build-test-app.ts'
import { addEvent, addListing, addRates, addTeam, addVenue } from '../../test/factories.ts'
import { createTestClock } from '../../test/test-clock.ts'

const clock = createTestClock('2026-11-20T22:30:00Z')
const random = seededRandom('feed equals SQL')
const pick = <Item>(items: readonly Item[]): Item | undefined => items[Math.floor(random() * items.length)]
const listings = 80

let app: TestApp
let buyer: Caller
let eventId: number
const sellers: string[] = []
const categories: number[] = []
const performers: number[] = []

beforeAll(async () => {
  app = await buildTestApp({ clock })
  buyer = await app.addBuyer()
  await addRates(app.db, '2026-11-19', { GBP: '0.8642', USD: '1.0837' })
  sellers.push(buyer.teamId, await addTeam(app.db), await addTeam(app.db))
  const ground = await addVenue(app.db)
  eventId = await addEvent(app.db, { venueId: ground.venueId, startsAt: new Date('2026-12-20T15:00:00Z') })
  await app.db.updateTable('events').set({ timezone: 'Asia/Tokyo' }).where('id', '=', eventId).execute()
  categories.push(ground.seatingCategoryId)
  for (const name of ['Upper tier', 'Club level']) {
    const values = { venue_id: ground.venueId, name, level: name, rank: 2 }
    const row = await app.db
      .insertInto('seating_categories')
      .values(values)
      .returning('id')
      .executeTakeFirstOrThrow()
    categories.push(row.id)
  }
  for (const name of ['Arsenal', 'Chelsea']) {
    const values = { name, slug: name, kind: 'team' } as const
    const row = await app.db.insertInto('performers').values(values).returning('id').executeTakeFirstOrThrow()
    performers.push(row.id)
  }
  await app.db
    .insertInto('event_performers')
    .values({ event_id: eventId, performer_id: performers[0] ?? 0, role: 'home' })
    .execute()
  for (let index = 0; index < listings; index += 1) await addStock(`lst_${index}`)
})
afterAll(() => app.close())

async function addStock(id: string): Promise<void> {
  const quantity = 1 + Math.floor(random() * 8)
  await addListing(app.db, {
    id,
    eventId,
    sellerTeamId: pick(sellers) ?? '',
    seatingCategoryId: pick(categories) ?? 0,
    quantity,
    splitType: pick(splitTypes) ?? 'No Preferences',
    multipleSaleUnit: 1 + Math.floor(random() * 3),
    ...(random() < 0.3 && { quantityLimit: 1 + Math.floor(random() * 5) }),
    priceMinor: 1000 + Math.floor(random() * 300) * 25,
    currency: pick(['GBP', 'GBP', 'EUR', 'USD', 'AED']) ?? 'GBP',
    createdAt: new Date(clock.now().getTime() - Math.floor(random() * 60) * 3_600_000),
  })
  await app.db
    .updateTable('listings')
    .set({
      section: `Block ${1 + Math.floor(random() * 12)}`,
      row: String(1 + Math.floor(random() * 30)),
      ticket_type: pick(deliveryTypes) ?? 'eTicket',
      in_hand_date: `2026-11-${18 + Math.floor(random() * 7)}`,
      hospitality: random() < 0.2,
      instant_download: random() < 0.2,
      sold: Math.floor(random() * 1.3 * quantity) % (quantity + 1),
      status: random() < 0.05 ? 'withdrawn' : 'active',
    })
    .where('id', '=', id)
    .execute()
  if (random() < 0.3) await hold(id)
}

/** Some tickets, for up to an hour; a listing that has none is left alone. */
async function hold(id: string): Promise<void> {
  const until = new Date(clock.now().getTime() + Math.floor(random() * 3_600_000))
  await sql`
    insert into holds (id, team_id, created_by, listing_id, event_id, quantity, state, seller_minor, seller_currency,
      buyer_minor, buyer_currency, rate, fee_bp, expires_at, reserved_until)
    select 'hld_' || id || '_' || version, ${buyer.teamId}, ${buyer.accountId}, id, event_id, 1, 'active', price_minor,
      currency, price_minor, currency, 1, 500, ${until}, ${until}
    from listings join listing_availability(array[${id}], ${clock.now()}) on listing_id = id where available > 0`.execute(
    app.db,
  )
}

/** What commands do to stock, seen from here. */
async function change(): Promise<void> {
  const id = `lst_${Math.floor(random() * listings)}`
  await sql`update listings set version = version + 1, price_minor = price_minor + 25 where id = ${id}`.execute(
    app.db,
  )
  await hold(id)
  app.deps.books.doubt(eventId)
  clock.advance(60_000)
}

const flag = fc.constant('1')
const few = <Value>(values: fc.Arbitrary<Value>) => fc.array(values, { minLength: 1, maxLength: 3 })
const oneOf = <Value>(of: () => readonly Value[]) => fc.nat().map((index) => of()[index % of().length])

const manyFilters = fc.record(
  {
    min_quantity: fc.integer({ min: 1, max: 6 }),
    new_listings: flag,
    ticket_in_hand: flag,
    hospitality: flag,
    instant_download: flag,
    proceed_price_min: fc.integer({ min: 0, max: 50 }),
    proceed_price_max: fc.integer({ min: 51, max: 100 }),
    'ticket_types[]': few(fc.constantFrom(...deliveryTypes, 'Paper')),
    'category_name[]': few(oneOf(() => categories)),
    'broker_id[]': few(oneOf(() => sellers.slice(1))),
    'section_name[]': few(
      fc.integer({ min: 1, max: 14 }).map((number) => `block${pick([' ', '-', '_'])}${number}`),
    ),
    'team_id[]': few(oneOf(() => performers)),
    'listing_id[]': fc.array(
      fc.nat(listings).map((index) => `lst_${index}`),
      { minLength: 1, maxLength: 40 },
    ),
    my_listings: fc.constantFrom('all_listings', 'my_listings'),
    order_by: fc.constantFrom('price', 'section', 'row', 'quantity', 'in_hand_date', 'newest'),
    sort_order: fc.constantFrom('asc', 'desc'),
    target_currency: fc.constantFrom('GBP', 'EUR', 'USD'),
    per_page: fc.constantFrom(5, 20, 100),
    page: fc.integer({ min: 1, max: 3 }),
  },
  { requiredKeys: [] },
)
type Filters = typeof manyFilters extends fc.Arbitrary<infer Value> ? Value : never

/** Few at once, so that something is found. */
const filters = fc.tuple(manyFilters, fc.infiniteStream(fc.nat(4))).map(([many, chances]) => {
  const few: Filters = { ...many }
  for (const key of Object.keys(few)) if (chances.next().value !== 0) Reflect.deleteProperty(few, key)
  return few
})

const sortColumns = {
  price: sql`minor`,
  section: sql`substring(section from '[0-9]+')::integer`,
  row: sql`"row"::integer`,
  quantity: sql`available`,
  in_hand_date: sql`in_hand_date`,
  newest: sql`- extract(epoch from created_at)`,
}

/** The filter in plain SQL, over the tables. */
async function bySql(asked: Filters) {
  const now = clock.now()
  const currency = asked.target_currency ?? 'GBP'
  const limit = asked.per_page ?? 100
  const types = asked['ticket_types[]']?.map((type) => type.toLowerCase())
  const sections = asked['section_name[]']?.map((name) => name.toLowerCase().replace(/[-_]/, ' '))
  const any = (column: string, values: readonly unknown[] | undefined) =>
    values ? sql`${sql.raw(column)} = any(${values})` : sql`true`
  const isSet = (value: string | undefined, condition: string) => (value ? sql.raw(condition) : sql`true`)
  const { rows } = await sql<{
    ids: string[]
    total: number
    tickets: number
    lowest: number | null
    highest: number | null
    sections: [string, number, number][] | null
    types: Record<string, [number, number]> | null
    instant: number
  }>`
    with stock as (
      select l.*, a.available, round(l.price_minor * r.rate) as minor,
        (select coalesce(max(s), 0) from unnest(
          split_buyable(l.split_type, a.available, l.quantity_limit, l.multiple_sale_unit)) s) as most
      from listings l
      join listing_availability(array(select id from listings where event_id = ${eventId}), ${now}) a on a.listing_id = l.id
      join rate_to_freeze(l.currency, ${currency}, ${now}) r on r.rate is not null
      where l.event_id = ${eventId} and l.status = 'active'
        and ${asked['listing_id[]'] ? any('l.id', asked['listing_id[]']) : sql`a.available > 0`}
        and ${asked.my_listings === 'my_listings' ? sql`l.seller_team_id = ${buyer.teamId}` : sql`true`}
        and ${asked['team_id[]'] ? sql`exists (select from event_performers p where p.event_id = l.event_id and ${any('p.performer_id', asked['team_id[]'])})` : sql`true`}
    ), judged as (
      select *,
        ${any('lower(section)', sections)} as of_section,
        ${any('lower(ticket_type)', types)} as of_type,
        ${isSet(asked.instant_download, 'instant_download')} as of_instant,
        (${(asked.min_quantity ?? 1) % 6} <= 1 or most >= ${asked.min_quantity ?? 1})
          and ${isSet(asked.hospitality, 'hospitality')}
          and (${asked.new_listings ?? ''} = '' or created_at > ${now}::timestamptz - interval '24 hours')
          and (${asked.ticket_in_hand ?? ''} = '' or in_hand_date <= (${now}::timestamptz at time zone 'Asia/Tokyo')::date)
          and minor between ${(asked.proceed_price_min ?? 0) * 100} and ${(asked.proceed_price_max ?? 1e9) * 100}
          and ${any('category_id', asked['category_name[]'])}
          and ${any('seller_team_id', asked['broker_id[]'])} as of_others
      from stock
    ), found as (
      select * from judged where of_others and of_section and of_type and of_instant
    )
    select
      (select count(*)::integer from found) as total,
      (select coalesce(sum(available), 0)::integer from found) as tickets,
      (select min(minor)::float8 from found) as lowest,
      (select max(minor)::float8 from found) as highest,
      array(
        select id from found
        order by ${sortColumns[asked.order_by ?? 'price']} ${sql.raw(asked.sort_order ?? 'asc')}, minor, id collate "C"
        limit ${limit} offset ${((asked.page ?? 1) - 1) * limit}
      ) as ids,
      (select jsonb_agg(jsonb_build_array(section, count, lowest) order by substring(section from '[0-9]+')::integer) from (
        select section, count(*), min(minor) as lowest from judged where of_others and of_type and of_instant group by 1
      ) s) as sections,
      (select jsonb_object_agg(ticket_type, jsonb_build_array(count, lowest)) from (
        select ticket_type, count(*), min(minor) as lowest from judged where of_others and of_section and of_instant group by 1
      ) t) as types,
      (select count(*)::integer from judged where of_others and of_section and of_type and instant_download) as instant`.execute(
    app.db,
  )
  return rows[0]
}

async function byFeed(asked: Filters) {
  const query = new URLSearchParams({ event_id: String(eventId) })
  for (const [key, values] of Object.entries(asked)) {
    for (const value of [values].flat()) query.append(key, String(value))
  }
  const answer = await app.app.inject({
    url: `/api/tickets/feed?${query.toString()}`,
    headers: { authorization: `Bearer ${buyer.token}` },
  })
  expect(answer.statusCode, answer.body).toBe(200)
  return feedResponse.parse(answer.json())
}

const minorOf = (price: { amount: string } | null) => price && Math.round(Number(price.amount) * 100)

test(
  'for 2,000 random filters the answer from memory is that of plain SQL, while stock changes and time passes',
  { timeout: 240_000 },
  async () => {
    let runs = 0
    await fc.assert(
      fc.asyncProperty(filters, async (asked) => {
        if ((runs += 1) % 25 === 0) await change()
        const { data, meta } = await byFeed(asked)
        const counts = (facet: { count: number; min_price: { amount: string } }) =>
          [facet.count, minorOf(facet.min_price)] as const
        expect({
          ids: data.map(({ id }) => id),
          total: meta.total,
          tickets: meta.ticket_count,
          lowest: minorOf(meta.min_price),
          highest: minorOf(meta.max_price),
          sections: meta.facets.sections.map((section) => [section.name, ...counts(section)]),
          types: Object.fromEntries(meta.facets.ticket_types.map((type) => [type.id, counts(type)])),
          instant: meta.facets.flags.instant_download,
        }).toEqual(
          await bySql(asked).then((row) => ({
            ...row,
            sections: row?.sections ?? [],
            types: row?.types ?? {},
          })),
        )
      }),
      { numRuns: 2000 },
    )
  },
)
