import { holdsRoutes } from '@terrace/contracts/holds'
import { sql } from 'kysely'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { inTransaction } from '#api/db/transaction.ts'
import {
  lockHoldsOrReleaseUnsellable,
  reactivateHolds,
  sellHolds,
  reverseSaleOfAttempt,
} from '#api/modules/holds/index.ts'
import { announceExpiredHolds } from '#api/modules/holds/announce-expired-holds.ts'
import { confirmKickOffs, shiftSeasons } from '#api/modules/catalogue/index.ts'
import {
  relistListing,
  publishListing,
  updateListingAsOperator,
  withdrawListing,
} from '#api/modules/supply/index.ts'
import type { OutboxRow } from '#api/outbox/outbox.repo.ts'
import { buildMarketplace, type Marketplace } from '../fixtures/marketplace-fixture.ts'
import type { Caller } from '../harness/build-test-app.ts'
import { addListing, addVenue } from '../fixtures/factories.ts'
import { expireHold } from '../fixtures/expire-hold.ts'
import { drawBlocks, newListing } from '../fixtures/new-listing.ts'
import { startPayment as startPaymentOf } from '../fixtures/start-payment.ts'

/**
 * Every change of a listing that buyers can see publishes a notice: with event, listing and new version, or with the
 * event alone when all its listings change (ADR 0012).
 */

let market: Marketplace
let buyer: Caller
let noticed: OutboxRow[]
beforeEach(async () => {
  market = await buildMarketplace()
  buyer = await market.addBuyer()
  market.deps.outbox.onNotice((rows) => void noticed.push(...rows))
  noticed = []
})
afterEach(() => market.close())

/** Notices of the event since the last call: topic, listing and version. */
async function published(): Promise<[string, unknown, unknown][]> {
  await market.deps.outbox.drain()
  const rows = noticed.filter(({ payload }) => payload['eventId'] === market.eventId)
  noticed = []
  return rows.map(({ topic, payload }) => [topic, payload['listingId'], payload['version']])
}

const startPayment = (holdId: string, attemptId: string, minutes?: number) =>
  startPaymentOf(market.db, buyer, { holdId, attemptId, ...(minutes !== undefined && { minutes }) })

async function versionOf(listingId: string): Promise<unknown> {
  const row = await market.db
    .selectFrom('listings')
    .select('version')
    .where('id', '=', listingId)
    .executeTakeFirst()
  return row?.version
}

async function expectPublished(listingId: string, topic: string): Promise<void> {
  expect(await published()).toEqual([[topic, listingId, await versionOf(listingId)]])
}

test('repricing, quantity changes, withdrawal and relisting publish notices', async () => {
  const listingId = await market.list()
  const { deps } = market
  await drawBlocks(market)
  await updateListingAsOperator(deps, { listingId, priceMinor: 9900 })
  await expectPublished(listingId, 'listing.updated')
  await updateListingAsOperator(deps, { listingId, quantity: 8 })
  await expectPublished(listingId, 'listing.updated')
  await withdrawListing(deps, listingId)
  await expectPublished(listingId, 'listing.withdrawn')
  await relistListing(deps, listingId)
  await expectPublished(listingId, 'listing.published')
})

test('a new listing publishes a notice', async () => {
  await drawBlocks(market)
  const { id } = await publishListing(market.deps, newListing(market))
  await expectPublished(id, 'listing.published')
})

test('a hold, a partial release and a release publish notices', async () => {
  const listingId = await market.list()
  const { hold_id } = await market.hold(buyer, listingId, 3)
  await expectPublished(listingId, 'hold.placed')
  for (const quantity of [1, 2]) {
    await buyer.call(holdsRoutes.release, { body: [{ hold_id, quantity }] })
    await expectPublished(listingId, 'hold.released')
  }
})

test('a payment started, abandoned, restarted, completed and reversed publishes notices', async () => {
  const listingId = await market.list()
  const { hold_id } = await market.hold(buyer, listingId, 2)
  await published()
  await startPayment(hold_id, 'att_1')
  await expectPublished(listingId, 'hold.payment_started')
  await inTransaction(market.db, (tx) => reactivateHolds(tx, 'att_1'))
  await expectPublished(listingId, 'hold.reactivated')
  await startPayment(hold_id, 'att_2')
  await expectPublished(listingId, 'hold.payment_started')
  await inTransaction(market.db, async (tx) => {
    const { holds } = await lockHoldsOrReleaseUnsellable(tx, 'att_2')
    await sellHolds(tx, 'att_2', holds, new Map())
  })
  await expectPublished(listingId, 'hold.sold')
  await inTransaction(market.db, (tx) => reverseSaleOfAttempt(tx, 'att_2'))
  await expectPublished(listingId, 'hold.released')
})

test('a payment raises the version only if it reserves the tickets for longer', async () => {
  const [short, long] = [await market.list(), await market.list()]
  const [hold, extended] = [await market.hold(buyer, short, 1), await market.hold(buyer, long, 1)]
  await published()
  const before = [await versionOf(short), await versionOf(long)].map(Number)
  await startPayment(hold.hold_id, 'att_1', 1)
  await market.deps.outbox.drain()
  expect(noticed.map(({ topic, payload }) => [topic, payload])).toEqual([
    ['hold.payments_started', { teamIds: [buyer.teamId] }],
  ])
  noticed = []
  await startPayment(extended.hold_id, 'att_2')
  await expectPublished(long, 'hold.payment_started')
  expect([await versionOf(short), await versionOf(long)].map(Number)).toEqual([
    before[0],
    (before[1] ?? 0) + 1,
  ])
})

test('the end of a hold or hold extension is published once by any process', async () => {
  const [listingId, other] = [await market.list(), await market.list()]
  const [hold, paying] = [await market.hold(buyer, listingId, 2), await market.hold(buyer, other, 1)]
  await startPayment(paying.hold_id, 'att_1')
  await published()
  expect(await announceExpiredHolds(market.deps)).toBe(0)
  await expireHoldInDatabase(hold.hold_id)
  const counts = await Promise.all([announceExpiredHolds(market.deps), announceExpiredHolds(market.deps)])
  expect(counts.toSorted()).toEqual([0, 1])
  await expectPublished(listingId, 'hold.expired')
  await expireHoldInDatabase(paying.hold_id)
  expect(await announceExpiredHolds(market.deps)).toBe(1)
  await expectPublished(other, 'hold.expired')
  expect(await announceExpiredHolds(market.deps)).toBe(0)
})

/** Expires the hold now, not in the past. */
async function expireHoldInDatabase(holdId: string): Promise<void> {
  await expireHold(market.db, holdId)
  await sql`update holds set reserved_until = clock_timestamp() where id = ${holdId}`.execute(market.db)
}

test('cancelling, postponing or rescheduling an event by any writer publishes a notice', async () => {
  for (const status of ['cancelled', 'postponed', 'scheduled'] as const) {
    await market.db.updateTable('events').set({ status }).where('id', '=', market.eventId).execute()
    expect(await published()).toEqual([['feed.stale', undefined, undefined]])
  }
})

test('a confirmed kick-off time publishes a notice', async () => {
  await sql`update categories set confirm_ahead_days = 42`.execute(market.db)
  await sql`update events set time_known = true, time_confirmed = false, starts_at = now() + interval '20 days',
    source_local_at = date_trunc('day', now()) + interval '20 days 15 hours'`.execute(market.db)
  await published()
  expect(await confirmKickOffs(market.deps)).toBe(1)
  expect(await published()).toEqual([['feed.stale', undefined, undefined]])
})

test('a rescheduled season publishes notices', async () => {
  await sql`with season as (
      insert into seasons (category_id, name) select category_id, '2024' from events where id = ${market.eventId} returning id
    ) update events set season_id = season.id, source_local_at = now() - interval '2 years' from season`.execute(
    market.db,
  )
  await published()
  expect(await shiftSeasons(market.deps)).toMatchObject([{ events: 1 }])
  expect(await published()).toEqual([['feed.stale', undefined, undefined]])
})

test('renaming a seller notifies only events with its listings', async () => {
  await market.list()
  await market.db
    .updateTable('teams')
    .set({ name: 'Kop & Sons' })
    .where('id', '=', market.sellerTeamId)
    .execute()
  expect(await published()).toEqual([['feed.stale', undefined, undefined]])
  await market.db.updateTable('teams').set({ name: 'Nobody' }).where('id', '=', buyer.teamId).execute()
  await market.db
    .updateTable('teams')
    .set({ base_currency: 'EUR' })
    .where('id', '=', market.sellerTeamId)
    .execute()
  expect(await published()).toEqual([])
})

test('renaming a category notifies the events that sell it', async () => {
  const { seatingCategoryId } = await addVenue(market.db)
  const { eventId, sellerTeamId } = market
  await addListing(market.db, { eventId, sellerTeamId, seatingCategoryId })
  await market.db
    .updateTable('seating_categories')
    .set({ name: 'Lower tier, north' })
    .where('id', '=', seatingCategoryId)
    .execute()
  expect(await published()).toEqual([['feed.stale', undefined, undefined]])
})

test('changes invisible to buyers publish no notice', async () => {
  const listingId = await market.list()
  await inTransaction(market.db, (tx) =>
    sql`update accounts set first_name = 'Jo' where team_id = ${market.sellerTeamId}`.execute(tx),
  )
  expect(await published()).toEqual([])
  expect(await versionOf(listingId)).toBe(1)
})

/** Adds the block of these tests' listings to the venue. */
