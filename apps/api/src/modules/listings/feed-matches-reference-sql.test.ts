import { feedOrders, feedResponse } from '@terrace/contracts/listings'
import { deliveryTypes } from '@terrace/domain/tickets/delivery-types'
import { seededRandom } from '@terrace/domain/text/short-hash'
import { noteKinds } from '@terrace/domain/tickets/listing-notes'
import { splitTypes } from '@terrace/domain/tickets/split-rules'
import fc from 'fast-check'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { buildTestApp, type Caller, type TestApp } from '#api/test/harness/build-test-app.ts'
import { addEvent, addListing, addRates, addTeam, addVenue } from '#api/test/fixtures/factories.ts'
import { createTestClock } from '#api/test/harness/test-clock.ts'

const clock = createTestClock('2026-11-20T22:30:00Z')
const random = seededRandom('feed equals SQL')
const pickRandom = <Item>(items: readonly Item[]): Item | undefined =>
  items[Math.floor(random() * items.length)]
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
  sellers.push(buyer.teamId)
  for (const name of ['birch Tickets', 'Ash Tickets']) sellers.push(await addTeam(app.db, { name }))
  const venueFixture = await addVenue(app.db)
  eventId = await addEvent(app.db, {
    venueId: venueFixture.venueId,
    startsAt: new Date('2026-12-20T15:00:00Z'),
  })
  await app.db.updateTable('events').set({ timezone: 'Asia/Tokyo' }).where('id', '=', eventId).execute()
  categories.push(venueFixture.seatingCategoryId)
  for (const name of ['Upper tier', 'Club level']) {
    const values = { venue_id: venueFixture.venueId, name, level: name, rank: 2 }
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
    sellerTeamId: pickRandom(sellers) ?? '',
    seatingCategoryId: pickRandom(categories) ?? 0,
    quantity,
    splitType: pickRandom(splitTypes) ?? 'No Preferences',
    multipleSaleUnit: 1 + Math.floor(random() * 3),
    ...(random() < 0.3 && { quantityLimit: 1 + Math.floor(random() * 5) }),
    priceMinor: 1000 + Math.floor(random() * 300) * 25,
    currency: pickRandom(['GBP', 'GBP', 'EUR', 'USD', 'AED']) ?? 'GBP',
    createdAt: new Date(clock.now().getTime() - Math.floor(random() * 60) * 3_600_000),
  })
  await app.db
    .updateTable('listings')
    .set({
      section: `Block ${1 + Math.floor(random() * 12)}`,
      row: String(1 + Math.floor(random() * 30)),
      ticket_type: pickRandom(deliveryTypes) ?? 'eTicket',
      first_seat: random() < 0.2 ? null : 1 + Math.floor(random() * 40),
      seats_hidden: random() < 0.2,
      face_value_minor: random() < 0.3 ? null : 500 + Math.floor(random() * 100) * 50,
      in_hand_date: `2026-11-${18 + Math.floor(random() * 7)}`,
      notes: JSON.stringify(
        Array.from({ length: Math.floor(random() * 4) }, () => ({
          kind: pickRandom(noteKinds),
          text: 'Note',
        })),
      ),
      attendee_delivery_details_required: random() < 0.3,
      attendee_identification_details_required: random() < 0.3,
      hospitality: random() < 0.2,
      shown_quantity: random() < 0.2 ? 1 + Math.floor(random() * 4) : null,
      split_quantities: random() < 0.2 ? [1, 2, 4] : null,
      instant_download: random() < 0.2,
      sold: Math.floor(random() * 1.3 * quantity) % (quantity + 1),
      status: random() < 0.05 ? 'withdrawn' : 'active',
    })
    .where('id', '=', id)
    .execute()
  if (random() < 0.3) await hold(id)
}

/** Holds some tickets for up to an hour, if the listing has any. */
async function hold(id: string): Promise<void> {
  const until = new Date(clock.now().getTime() + Math.floor(random() * 3_600_000))
  await sql`
    insert into holds (id, team_id, created_by, listing_id, event_id, quantity, state, seller_price_minor, seller_currency,
      ticket_price_minor, buyer_currency, rate, fee_bp, expires_at, reserved_until)
    select 'hld_' || id || '_' || version, ${buyer.teamId}, ${buyer.accountId}, id, event_id, 1, 'active', price_minor,
      currency, price_minor, currency, 1, 500, ${until}, ${until}
    from listings join listing_availability(array[${id}], ${clock.now()}) on listing_id = id where available > 0`.execute(
    app.db,
  )
}

/** Changes stock as commands do. */
async function change(): Promise<void> {
  const id = `lst_${Math.floor(random() * listings)}`
  await sql`update listings set version = version + 1, price_minor = price_minor + 25 where id = ${id}`.execute(
    app.db,
  )
  await hold(id)
  app.deps.eventCache.invalidate(eventId)
  clock.advance(60_000)
}

const flag = fc.constant('1')
const upToThree = <Value>(values: fc.Arbitrary<Value>) => fc.array(values, { minLength: 1, maxLength: 3 })
const oneOf = <Value>(of: () => readonly Value[]) => fc.nat().map((index) => of()[index % of().length])

const filterArbitrary = fc.record(
  {
    min_quantity: fc.integer({ min: 1, max: 6 }),
    new_listings: flag,
    ticket_in_hand: flag,
    hospitality: flag,
    instant_download: flag,
    proceed_price_min: fc.integer({ min: 0, max: 50 }),
    proceed_price_max: fc.integer({ min: 51, max: 100 }),
    'ticket_types[]': upToThree(fc.constantFrom(...deliveryTypes, 'Paper')),
    'category_name[]': upToThree(oneOf(() => categories)),
    'broker_id[]': upToThree(oneOf(() => sellers.slice(1))),
    'section_name[]': upToThree(
      fc.integer({ min: 1, max: 12 }).map((number) => `block${pickRandom([' ', '-', '_'])}${number}`),
    ),
    'team_id[]': upToThree(oneOf(() => performers)),
    'listing_id[]': fc.array(
      fc.nat(listings).map((index) => `lst_${index}`),
      { minLength: 1, maxLength: 40 },
    ),
    my_listings: fc.constantFrom('all_listings', 'my_listings'),
    order_by: fc.constantFrom(...feedOrders),
    sort_order: fc.constantFrom('asc', 'desc'),
    target_currency: fc.constantFrom('GBP', 'EUR', 'USD'),
    per_page: fc.constantFrom(5, 20, 100),
    page: fc.integer({ min: 1, max: 3 }),
  },
  { requiredKeys: [] },
)
type Filters = typeof filterArbitrary extends fc.Arbitrary<infer Value> ? Value : never

/** Few filters at a time, so that something matches. */
const filters = fc.tuple(filterArbitrary, fc.infiniteStream(fc.nat(4))).map(([given, chances]) => {
  const chosen: Filters = { ...given }
  for (const key of Object.keys(chosen)) if (chances.next().value !== 0) Reflect.deleteProperty(chosen, key)
  return chosen
})

const sortColumns = {
  price: sql`minor`,
  all_in_price: sql`all_in`,
  face_value: sql`face_value`,
  section: sql`substring(section from '[0-9]+')::integer`,
  row: sql`"row"::integer`,
  seats: sql`case when not seats_hidden then first_seat end`,
  quantity: sql`available`,
  delivery: sql`array_position(${[...deliveryTypes]}::text[], ticket_type)`,
  in_hand_date: sql`in_hand_date`,
  restrictions: sql`(select count(*) from jsonb_array_elements(notes) note where note ->> 'kind' = 'restriction')
    + attendee_delivery_details_required::integer + attendee_identification_details_required::integer`,
  seller: sql`lower(seller)`,
  age: sql`${clock.now()}::timestamptz - created_at`,
  newest: sql`- extract(epoch from created_at)`,
}

/** The same filter in plain SQL on the tables. */
async function bySql(applied: Filters) {
  const now = clock.now()
  const currency = applied.target_currency ?? 'GBP'
  const limit = applied.per_page ?? 100
  const types = applied['ticket_types[]']?.map((type) => type.toLowerCase())
  const sections = applied['section_name[]']?.map((name) => name.toLowerCase().replace(/[-_]/, ' '))
  const any = (column: string, values: readonly unknown[] | undefined) =>
    values ? sql`${sql.raw(column)} = any(${values})` : sql`true`
  const isSet = (value: string | undefined, condition: string) => (value ? sql.raw(condition) : sql`true`)
  const { rows } = await sql<{
    ids: string[]
    allIn: number[]
    total: number
    tickets: number
    lowest: number | null
    highest: number | null
    sections: [string, number, number][] | null
    types: Record<string, [number, number]> | null
    instant: number
  }>`
    with stock as (
      select l.*, t.name as seller, a.available, round(l.price_minor * r.rate) as minor,
        round(l.face_value_minor * r.rate) as face_value,
        (select coalesce(max(s), 0) from unnest(sellable_quantities(l.id, ${now})) s) as most
      from listings l
      join listing_availability(array(select id from listings where event_id = ${eventId}), ${now}) a on a.listing_id = l.id
      join teams t on t.id = l.seller_team_id
      join exchange_rate_at(l.currency, ${currency}, ${now}) r on r.rate is not null
      where l.event_id = ${eventId} and l.status = 'active'
        and ${applied['listing_id[]'] ? any('l.id', applied['listing_id[]']) : sql`a.available > 0`}
        and ${applied.my_listings === 'my_listings' ? sql`l.seller_team_id = ${buyer.teamId}` : sql`true`}
        and ${applied['team_id[]'] ? sql`exists (select from event_performers p where p.event_id = l.event_id and ${any('p.performer_id', applied['team_id[]'])})` : sql`true`}
    ), checked as (
      select *, minor + round(minor * 0.05) as all_in,
        ${any('lower(section)', sections)} as of_section,
        ${any('lower(ticket_type)', types)} as of_type,
        ${isSet(applied.instant_download, 'instant_download')} as of_instant,
        (${(applied.min_quantity ?? 1) % 6} <= 1 or most >= ${applied.min_quantity ?? 1})
          and ${isSet(applied.hospitality, 'hospitality')}
          and (${applied.new_listings ?? ''} = '' or created_at > ${now}::timestamptz - interval '24 hours')
          and (${applied.ticket_in_hand ?? ''} = '' or in_hand_date <= (${now}::timestamptz at time zone 'Asia/Tokyo')::date)
          and minor between ${(applied.proceed_price_min ?? 0) * 100} and ${(applied.proceed_price_max ?? 1e9) * 100}
          and ${any('category_id', applied['category_name[]'])}
          and ${any('seller_team_id', applied['broker_id[]'])} as of_others
      from stock
    ), found as (
      select * from checked where of_others and of_section and of_type and of_instant
    ), page as (
      select id, all_in, row_number() over (
        order by ${sortColumns[applied.order_by ?? 'price']} ${sql.raw(applied.sort_order ?? 'asc')} nulls last,
          minor, id collate "C"
      ) as position from found
      order by position limit ${limit} offset ${((applied.page ?? 1) - 1) * limit}
    )
    select
      (select count(*)::integer from found) as total,
      (select coalesce(sum(available), 0)::integer from found) as tickets,
      (select min(minor)::float8 from found) as lowest,
      (select max(minor)::float8 from found) as highest,
      array(select id from page order by position) as ids,
      array(select all_in::float8 from page order by position) as "allIn",
      (select jsonb_agg(jsonb_build_array(section, count, lowest) order by substring(section from '[0-9]+')::integer) from (
        select section, count(*), min(minor) as lowest from checked where of_others and of_type and of_instant group by 1
      ) s) as sections,
      (select jsonb_object_agg(ticket_type, jsonb_build_array(count, lowest)) from (
        select ticket_type, count(*), min(minor) as lowest from checked where of_others and of_section and of_instant group by 1
      ) t) as types,
      (select count(*)::integer from checked where of_others and of_section and of_type and instant_download) as instant`.execute(
    app.db,
  )
  return rows[0]
}

async function byFeed(applied: Filters) {
  const query = new URLSearchParams({ event_id: String(eventId) })
  for (const [key, values] of Object.entries(applied)) {
    for (const value of [values].flat()) query.append(key, String(value))
  }
  const response = await app.app.inject({
    url: `/api/tickets/feed?${query.toString()}`,
    headers: { authorization: `Bearer ${buyer.token}` },
  })
  expect(response.statusCode, response.body).toBe(200)
  return feedResponse.parse(response.json())
}

const toMinorUnits = (price: { amount: string } | null) => price && Math.round(Number(price.amount) * 100)

test(
  'the feed equals plain SQL for 2,000 random filters while stock and time change',
  { timeout: 240_000 },
  async () => {
    let runs = 0
    await fc.assert(
      fc.asyncProperty(filters, async (applied) => {
        if ((runs += 1) % 25 === 0) await change()
        const { data, meta } = await byFeed(applied)
        const counts = (facet: { count: number; min_price: { amount: string } }) =>
          [facet.count, toMinorUnits(facet.min_price)] as const
        expect({
          ids: data.map(({ id }) => id),
          allIn: data.map(({ all_in_price: price }) => toMinorUnits(price)),
          total: meta.total,
          tickets: meta.ticket_count,
          lowest: toMinorUnits(meta.min_price),
          highest: toMinorUnits(meta.max_price),
          sections: meta.facets.sections.map((section) => [section.name, ...counts(section)]),
          types: Object.fromEntries(meta.facets.ticket_types.map((type) => [type.id, counts(type)])),
          instant: meta.facets.flags.instant_download,
        }).toEqual(
          await bySql(applied).then((row) => ({
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
