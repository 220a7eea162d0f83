import { holdsRoutes } from '@terrace/contracts/holds'
import { quotePageRoutes } from '@terrace/contracts/quote-page'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { expireHold } from '#api/test/fixtures/expire-hold.ts'
import { buildQuoteFixture, type QuoteFixture } from '#api/test/fixtures/quote-fixture.ts'
import type { Caller } from '#api/test/harness/build-test-app.ts'
import { cleanUpExpiredHolds } from './clean-up-expired-holds.ts'

/** The same tickets held repeatedly: the third hold within two hours is rejected until ten minutes after the second ended. */

let market: QuoteFixture
beforeAll(async () => {
  market = await buildQuoteFixture({
    config: { holdCooldown: { afterHolds: 2, windowMinutes: 120, minutes: 10 } },
  })
})
afterAll(() => market.close())

const hold = (buyer: Caller, listingId: string) =>
  buyer.call(holdsRoutes.place, { body: [{ listing_id: listingId, quantity: 2 }] })

async function held(buyer: Caller, listingId: string): Promise<string> {
  const { data } = await hold(buyer, listingId)
  return data.data[0]?.hold_id ?? ''
}

const release = (buyer: Caller, holdId: string) =>
  buyer.call(holdsRoutes.release, { body: [{ hold_id: holdId, quantity: 2 }] })

async function heldAndReleased(buyer: Caller, listingId: string): Promise<void> {
  expect((await release(buyer, await held(buyer, listingId))).ok).toBe(true)
}

/** Moves everything that the team did with the listing into the past. */
async function passMinutes(minutes: number, buyer: Caller, listingId: string): Promise<void> {
  await sql`
    update holds set created_at = created_at - make_interval(mins => ${minutes}),
      released_at = released_at - make_interval(mins => ${minutes}),
      expires_at = expires_at - make_interval(mins => ${minutes}),
      reserved_until = reserved_until - make_interval(mins => ${minutes})
    where team_id = ${buyer.teamId} and listing_id = ${listingId}`.execute(market.db)
}

test('the third hold of the same tickets within two hours waits ten minutes', async () => {
  const buyer = await market.addBuyer()
  const listingId = await market.list({ quantity: 4 })
  await heldAndReleased(buyer, listingId)
  await heldAndReleased(buyer, listingId)
  const third = await hold(buyer, listingId)
  expect([third.status, third.error.code]).toEqual([409, 'hold.rejected'])
  expect(third.error.errors).toEqual({
    title: expect.stringMatching(/^Your team has held these tickets twice .+ again in 10 minutes$/),
    lines: [
      {
        index: 0,
        listing_id: listingId,
        code: 'listing.held_too_often',
        available: 4,
        splits: [],
        retry_at: expect.any(String),
        title: expect.any(String),
      },
    ],
  })
  // Only this team waits, and only for these tickets.
  expect((await hold(await market.addBuyer(), listingId)).ok).toBe(true)
  expect((await hold(buyer, await market.list({ quantity: 4 }))).ok).toBe(true)
  await passMinutes(9, buyer, listingId)
  expect((await hold(buyer, listingId)).ok).toBe(false)
  await passMinutes(1, buyer, listingId)
  await heldAndReleased(buyer, listingId)
  expect((await hold(buyer, listingId)).ok).toBe(false)
  await passMinutes(120, buyer, listingId)
  expect((await hold(buyer, listingId)).ok).toBe(true)
})

test('a hold that ran out counts, before and after its cleanup', async () => {
  const buyer = await market.addBuyer()
  const listingId = await market.list({ quantity: 4 })
  await heldAndReleased(buyer, listingId)
  await expireHold(market.db, await held(buyer, listingId))
  expect((await hold(buyer, listingId)).ok).toBe(false)
  await cleanUpExpiredHolds(market.db)
  expect((await hold(buyer, listingId)).ok).toBe(false)
})

test('several open holds of one listing do not count', async () => {
  const buyer = await market.addBuyer()
  const listingId = await market.list({ quantity: 8 })
  for (let count = 0; count < 4; count += 1) expect((await hold(buyer, listingId)).ok).toBe(true)
})

test('the last hold before a cool-down says how long the team must wait after it', async () => {
  const buyer = await market.addBuyer()
  const listingId = await market.list({ quantity: 4 })
  const waits = async () => {
    const { data } = await buyer.call(holdsRoutes.list)
    return data.data.map((line) => line.next_hold_waits_minutes)
  }
  const first = await held(buyer, listingId)
  expect(await waits()).toEqual([null])
  await release(buyer, first)
  await held(buyer, listingId)
  expect(await waits()).toEqual([10])
})

test('a client’s acceptance neither waits nor counts', async () => {
  const buyer = market.broker
  await market.holdOnAccept(true)
  const listingId = await market.list({ quantity: 4 })
  await heldAndReleased(buyer, listingId)
  await heldAndReleased(buyer, listingId)
  expect((await hold(buyer, listingId)).ok).toBe(false)
  const quote = await market.quote({ listings: [{ listing_id: listingId, quantity: 2 }] })
  await market.accept(quote.slug, [{ offer_id: quote.offers[0]?.id ?? '', quantity: 2 }], 'Ada Lovelace')
  const { data } = await buyer.call(holdsRoutes.list)
  expect(data.data).toMatchObject([{ listing_id: listingId, quantity: 2, next_hold_waits_minutes: 10 }])
  const [accepted] = data.data
  await passMinutes(11, buyer, listingId)
  await release(buyer, accepted?.hold_id ?? '')
  expect((await hold(buyer, listingId)).ok).toBe(true)
})

test('an acceptance that renews a hold of its quote counts, and waits like any other', async () => {
  const buyer = market.broker
  await market.holdOnAccept(true)
  const listingId = await market.list({ quantity: 4 })
  const quote = await market.quote({ listings: [{ listing_id: listingId, quantity: 2 }] })
  const offers = [{ offer_id: quote.offers[0]?.id ?? '', quantity: 2 }]
  const heldBy = async () =>
    (await buyer.call(holdsRoutes.list)).data.data
      .filter((line) => line.listing_id === listingId)
      .map((line) => line.hold_id)
  // The first one is a client's; the next two would count.
  for (const name of ['Ada', 'Grace', 'Edith']) {
    expect((await market.accept(quote.slug, offers, name)).ok).toBe(true)
    const [holdId] = await heldBy()
    expect(holdId, name).toBeDefined()
    await expireHold(market.db, holdId ?? '')
  }
  const renewed = await market.accept(quote.slug, offers, 'Joan')
  expect(renewed.data.data.status).toBe('Accepted')
  expect(await heldBy()).toEqual([])
  expect((await hold(buyer, listingId)).ok).toBe(false)
})

test('a team cannot keep tickets by accepting one of its quotes after another', async () => {
  const buyer = market.broker
  await market.holdOnAccept(true)
  const listingId = await market.list({ quantity: 4 })
  const held: boolean[] = []
  for (let count = 0; count < 6; count += 1) {
    const quote = await market.quote({ listings: [{ listing_id: listingId, quantity: 2 }] })
    await market.accept(quote.slug, [{ offer_id: quote.offers[0]?.id ?? '', quantity: 2 }])
    const line = (await buyer.call(holdsRoutes.list)).data.data.find((each) => each.listing_id === listingId)
    held.push(line !== undefined)
    if (line) await expireHold(market.db, line.hold_id)
  }
  // Two of clients, two that count, then the wait.
  expect(held).toEqual([true, true, true, true, false, false])
})

test('the cool-down also applies when a member accepts the team’s own quote', async () => {
  const buyer = market.broker
  await market.holdOnAccept(true)
  const listingId = await market.list({ quantity: 4 })
  await heldAndReleased(buyer, listingId)
  await heldAndReleased(buyer, listingId)
  const quote = await market.quote({ listings: [{ listing_id: listingId, quantity: 2 }] })
  const { data } = await buyer.call(quotePageRoutes.accept, {
    body: {
      slug: quote.slug,
      name: 'Ada',
      email: 'ada@example.test',
      offers: [{ offer_id: quote.offers[0]?.id ?? '', quantity: 2 }],
    },
  })
  expect([data.data.status, data.data.response?.held_until]).toEqual(['Accepted', null])
})

test('after a payment has failed, the tickets can be held again at once', async () => {
  const buyer = await market.addBuyer()
  const listingId = await market.list({ quantity: 4 })
  await heldAndReleased(buyer, listingId)
  const holdId = await held(buyer, listingId)
  await sql`select start_payments(array['att_failed'], array[${holdId}], array[null]::bytea[], clock_timestamp())`.execute(
    market.db,
  )
  await sql`select change_hold_states(array[${holdId}], array[null::text], 'active', 'hold.reactivated', null, null)`.execute(
    market.db,
  )
  await release(buyer, holdId)
  expect((await hold(buyer, listingId)).ok).toBe(true)
})
