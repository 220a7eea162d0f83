import { holdsRoutes } from '@terrace/contracts/holds'
import { sql } from 'kysely'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { inTransaction } from '../db/transaction.ts'
import { lockHolds, returnHolds, sellHolds, startPayment, unsellHolds } from '../modules/holds/index.ts'
import { tellLapses } from '../modules/holds/tell-lapses.ts'
import { confirmKickOffs, shiftSeasons } from '../modules/catalogue/index.ts'
import { publishAgain, publishListing, reviseListing, withdrawListing } from '../modules/supply/index.ts'
import type { OutboxRow } from '../outbox/outbox.repo.ts'
import { buildMarket, type Market } from './build-market.ts'
import type { Caller } from './build-test-app.ts'
import { addListing, addVenue } from './factories.ts'
import { lapse } from './lapse-hold.ts'

/**
 * Whatever changes what a buyer sees of a listing sends a notice: with the event, and with the listing and the version that
 * it has from then on, or, where it concerns all of the event's listings, with the event alone (ADR 0012).
 */

let market: Market
let buyer: Caller
let noticed: OutboxRow[]
beforeEach(async () => {
  market = await buildMarket()
  buyer = await market.addBuyer()
  market.deps.outbox.onNotice((rows) => void noticed.push(...rows))
  noticed = []
})
afterEach(() => market.close())

/** What was noticed of the event since the last time: topic, listing and version. */
async function told(): Promise<[string, unknown, unknown][]> {
  await market.deps.outbox.drain()
  const rows = noticed.filter(({ payload }) => payload['eventId'] === market.eventId)
  noticed = []
  return rows.map(({ topic, payload }) => [topic, payload['listingId'], payload['version']])
}

async function versionOf(listingId: string): Promise<unknown> {
  const row = await market.db
    .selectFrom('listings')
    .select('version')
    .where('id', '=', listingId)
    .executeTakeFirst()
  return row?.version
}

async function expectTold(listingId: string, topic: string): Promise<void> {
  expect(await told()).toEqual([[topic, listingId, await versionOf(listingId)]])
}

test('reprice, change of quantity, withdrawal and return', async () => {
  const listingId = await market.list()
  const { deps } = market
  await drawBlock()
  await reviseListing(deps, { listingId, priceMinor: 9900 })
  await expectTold(listingId, 'listing.revised')
  await reviseListing(deps, { listingId, quantity: 8 })
  await expectTold(listingId, 'listing.revised')
  await withdrawListing(deps, listingId)
  await expectTold(listingId, 'listing.withdrawn')
  await publishAgain(deps, listingId)
  await expectTold(listingId, 'listing.published')
})

test('a listing that is new', async () => {
  await drawBlock()
  const { id } = await publishListing(market.deps, {
    sellerTeamId: market.sellerTeamId,
    externalId: null,
    eventId: market.eventId,
    section: 'Block 112',
    row: '3',
    firstSeat: null,
    seatsHidden: false,
    generalAdmission: false,
    ticketType: 'eTicket',
    splitType: 'No Preferences',
    quantityLimit: null,
    multipleSaleUnit: null,
    quantity: 2,
    price: { minor: 7000, currency: 'GBP' },
    faceValue: null,
    inHandDate: '2026-12-01',
    instantDownload: false,
    hospitality: false,
    attendeeDeliveryDetailsRequired: false,
    attendeeIdentificationDetailsRequired: false,
    notes: [],
  })
  await expectTold(id, 'listing.published')
})

test('hold, partial release and release', async () => {
  const listingId = await market.list()
  const { hold_id } = await market.hold(buyer, listingId, 3)
  await expectTold(listingId, 'hold.placed')
  for (const quantity of [1, 2]) {
    await buyer.call(holdsRoutes.release, { body: [{ hold_id, quantity }] })
    await expectTold(listingId, 'hold.released')
  }
})

test('payment begun, given up, begun again, gone through, and undone', async () => {
  const listingId = await market.list()
  const { hold_id } = await market.hold(buyer, listingId, 2)
  await told()
  const pay = (attemptId: string) =>
    inTransaction(market.db, async (tx) =>
      startPayment(tx, await lockHolds(tx, buyer.teamId, [hold_id]), {
        attemptId,
        leaseUntil: new Date(Date.now() + 600_000),
      }),
    )
  await pay('att_1')
  await expectTold(listingId, 'hold.paying')
  await inTransaction(market.db, (tx) => returnHolds(tx, 'att_1'))
  await expectTold(listingId, 'hold.returned')
  await pay('att_2')
  await expectTold(listingId, 'hold.paying')
  await inTransaction(market.db, (tx) => sellHolds(tx, 'att_2'))
  await expectTold(listingId, 'hold.sold')
  await inTransaction(market.db, (tx) => unsellHolds(tx, 'att_2'))
  await expectTold(listingId, 'hold.released')
})

test('a hold that runs out, once, whichever process tells of it; a lease that runs out too', async () => {
  const [listingId, other] = [await market.list(), await market.list()]
  const [hold, paying] = [await market.hold(buyer, listingId, 2), await market.hold(buyer, other, 1)]
  await inTransaction(market.db, async (tx) =>
    startPayment(tx, await lockHolds(tx, buyer.teamId, [paying.hold_id]), {
      attemptId: 'att_1',
      leaseUntil: new Date(Date.now() + 600_000),
    }),
  )
  await told()
  expect(await tellLapses(market.deps)).toBe(0)
  await lapseAt(hold.hold_id)
  const counts = await Promise.all([tellLapses(market.deps), tellLapses(market.deps)])
  expect(counts.toSorted()).toEqual([0, 1])
  await expectTold(listingId, 'hold.expired')
  await lapseAt(paying.hold_id)
  expect(await tellLapses(market.deps)).toBe(1)
  await expectTold(other, 'hold.expired')
  expect(await tellLapses(market.deps)).toBe(0)
})

/** Its time runs out now, rather than a while ago. */
async function lapseAt(holdId: string): Promise<void> {
  await lapse(market.db, holdId)
  await sql`update holds set reserved_until = clock_timestamp() where id = ${holdId}`.execute(market.db)
}

test('an event that is cancelled, postponed or put on again, whoever writes it', async () => {
  for (const status of ['cancelled', 'postponed', 'scheduled'] as const) {
    await market.db.updateTable('events').set({ status }).where('id', '=', market.eventId).execute()
    expect(await told()).toEqual([['feed.stale', undefined, undefined]])
  }
})

test('a kick-off that has come near', async () => {
  await sql`update categories set confirm_ahead_days = 42`.execute(market.db)
  await sql`update events set time_known = true, time_confirmed = false, starts_at = now() + interval '20 days',
    source_local_at = date_trunc('day', now()) + interval '20 days 15 hours'`.execute(market.db)
  await told()
  expect(await confirmKickOffs(market.deps)).toBe(1)
  expect(await told()).toEqual([['feed.stale', undefined, undefined]])
})

test('a season that is moved', async () => {
  await sql`with season as (
      insert into seasons (category_id, name) select category_id, '2024' from events where id = ${market.eventId} returning id
    ) update events set season_id = season.id, source_local_at = now() - interval '2 years' from season`.execute(
    market.db,
  )
  await told()
  expect(await shiftSeasons(market.deps)).toMatchObject([{ events: 1 }])
  expect(await told()).toEqual([['feed.stale', undefined, undefined]])
})

test('a seller’s new name reaches the events where it has tickets on sale, and no others', async () => {
  await market.list()
  await market.db
    .updateTable('teams')
    .set({ name: 'Kop & Sons' })
    .where('id', '=', market.sellerTeamId)
    .execute()
  expect(await told()).toEqual([['feed.stale', undefined, undefined]])
  await market.db.updateTable('teams').set({ name: 'Nobody' }).where('id', '=', buyer.teamId).execute()
  await market.db
    .updateTable('teams')
    .set({ base_currency: 'EUR' })
    .where('id', '=', market.sellerTeamId)
    .execute()
  expect(await told()).toEqual([])
})

test('a category’s new name reaches the events that sell it', async () => {
  const { seatingCategoryId } = await addVenue(market.db)
  const { eventId, sellerTeamId } = market
  await addListing(market.db, { eventId, sellerTeamId, seatingCategoryId })
  await market.db
    .updateTable('seating_categories')
    .set({ name: 'Lower tier, north' })
    .where('id', '=', seatingCategoryId)
    .execute()
  expect(await told()).toEqual([['feed.stale', undefined, undefined]])
})

test('what a buyer does not see of a listing is not told of as a change of it', async () => {
  const listingId = await market.list()
  await inTransaction(market.db, (tx) =>
    sql`update accounts set first_name = 'Jo' where team_id = ${market.sellerTeamId}`.execute(tx),
  )
  expect(await told()).toEqual([])
  expect(await versionOf(listingId)).toBe(1)
})

/** The venue gets the block in which the listings of these tests lie. */
async function drawBlock(): Promise<void> {
  const plan = {
    categories: [{ key: 'lower', name: 'Lower tier' }],
    blocks: [{ name: 'Block 112', category: 'lower' }],
  }
  await sql`insert into seating_plans (venue_id, is_schematic, plan)
    values (${market.venueId}, true, ${JSON.stringify(plan)})`.execute(market.db)
}
