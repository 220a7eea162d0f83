import { checkoutRoutes } from '@terrace/contracts/checkout'
import { holdsRoutes } from '@terrace/contracts/holds'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { expireHold } from '#api/test/fixtures/expire-hold.ts'
import { heldQuantity } from '#api/test/fixtures/factories.ts'
import { buildMarketplace, type Marketplace } from '#api/test/fixtures/marketplace-fixture.ts'
import { purchaseBody } from '#api/test/fixtures/purchase-body.ts'
import { makeReleasesDue } from '#api/test/fixtures/make-releases-due.ts'
import type { Caller } from '#api/test/harness/build-test-app.ts'
import { carryOutAllDueReleases } from './carry-out-scheduled-releases.ts'

let market: Marketplace
beforeAll(async () => {
  market = await buildMarketplace()
})
afterAll(() => market.close())

const schedule = (caller: Caller, holdId: string, quantity: number, idempotencyKey?: string) =>
  caller.call(holdsRoutes.scheduleRelease, {
    body: [{ hold_id: holdId, quantity }],
    ...(idempotencyKey !== undefined && { idempotencyKey }),
  })
const undo = (caller: Caller, ...holdIds: string[]) =>
  caller.call(holdsRoutes.undoRelease, { body: holdIds.map((hold_id) => ({ hold_id })) })
const makeDue = () => makeReleasesDue(market.db)
const holdsOf = async (caller: Caller) => (await caller.call(holdsRoutes.list)).data.data

test('for five seconds after Release, the tickets stay held and colleagues see the countdown', async () => {
  const buyer = await market.addBuyer()
  const colleague = await market.addBuyer({ teamId: buyer.teamId })
  const rival = await market.addBuyer()
  const listingId = await market.list({ quantity: 4 })
  const { hold_id } = await market.hold(buyer, listingId, 4)
  const before = Date.now()
  const { data } = await schedule(buyer, hold_id, 4)
  expect(data.data).toEqual([{ hold_id, quantity: 4, remaining: 0, release_at: expect.any(String) }])
  const waitMs = Date.parse(data.data[0]?.release_at ?? '') - before
  expect(waitMs).toBeGreaterThan(4000)
  expect(waitMs).toBeLessThan(10_000)

  await carryOutAllDueReleases(market.deps)
  expect((await holdsOf(colleague))[0]?.releasing).toEqual({
    quantity: 4,
    release_at: data.data[0]?.release_at,
  })
  const tooEarly = await rival.call(holdsRoutes.place, { body: [{ listing_id: listingId, quantity: 1 }] })
  expect(tooEarly.error.code).toBe('hold.rejected')

  await makeDue()
  expect(await carryOutAllDueReleases(market.deps)).toBeGreaterThan(0)
  expect(await carryOutAllDueReleases(market.deps)).toBe(0)
  expect(await holdsOf(buyer)).toEqual([])
  await expect(market.hold(rival, listingId, 4)).resolves.toMatchObject({ quantity: 4 })
})

test('a part is released at its deadline and the rest stays held', async () => {
  const buyer = await market.addBuyer()
  const listingId = await market.list({ quantity: 6 })
  const { hold_id } = await market.hold(buyer, listingId, 4)
  expect((await schedule(buyer, hold_id, 3)).data.data).toMatchObject([{ quantity: 3, remaining: 1 }])
  expect(await heldQuantity(market.db, listingId)).toBe(4)
  await makeDue()
  await carryOutAllDueReleases(market.deps)
  expect(await heldQuantity(market.db, listingId)).toBe(1)
  const [rest] = await holdsOf(buyer)
  expect(rest).toMatchObject({ hold_id, quantity: 1 })
  expect(rest?.releasing).toBeUndefined()
})

test('a colleague can undo a release; repeated undos change nothing', async () => {
  const buyer = await market.addBuyer()
  const colleague = await market.addBuyer({ teamId: buyer.teamId })
  const listingId = await market.list()
  const { hold_id } = await market.hold(buyer, listingId, 2)
  await schedule(buyer, hold_id, 2)
  for (const caller of [colleague, buyer]) {
    expect((await undo(caller, hold_id)).data.data).toEqual([{ hold_id, held: 2 }])
  }
  await makeDue()
  await carryOutAllDueReleases(market.deps)
  expect(await heldQuantity(market.db, listingId)).toBe(2)
})

test('an undo after the deadline returns the tickets that are still held', async () => {
  const buyer = await market.addBuyer()
  const full = await market.hold(buyer, await market.list(), 2)
  const part = await market.hold(buyer, await market.list({ quantity: 6 }), 4)
  await schedule(buyer, full.hold_id, 2)
  await schedule(buyer, part.hold_id, 1)
  await makeDue()
  await carryOutAllDueReleases(market.deps)
  expect((await undo(buyer, full.hold_id, part.hold_id)).data.data).toEqual([
    { hold_id: full.hold_id, held: 0 },
    { hold_id: part.hold_id, held: 3 },
  ])
})

test('pressing twice keeps the deadline; another quantity replaces the release', async () => {
  const buyer = await market.addBuyer()
  const listingId = await market.list({ quantity: 6 })
  const { hold_id } = await market.hold(buyer, listingId, 4)
  const first = await schedule(buyer, hold_id, 2)
  expect((await schedule(buyer, hold_id, 2)).data).toEqual(first.data)
  expect((await schedule(buyer, hold_id, 3)).data.data[0]).toMatchObject({ quantity: 3, remaining: 1 })
  await makeDue()
  await carryOutAllDueReleases(market.deps)
  expect(await heldQuantity(market.db, listingId)).toBe(1)
})

test('a retry with the same key after the release does not release another part', async () => {
  const buyer = await market.addBuyer()
  const listingId = await market.list({ quantity: 6 })
  const { hold_id } = await market.hold(buyer, listingId, 4)
  const first = await schedule(buyer, hold_id, 1, 'lost-response')
  await makeDue()
  await carryOutAllDueReleases(market.deps)
  expect((await schedule(buyer, hold_id, 1, 'lost-response')).data).toEqual(first.data)
  expect((await schedule(buyer, hold_id, 2, 'lost-response')).error.code).toBe('idempotency.key_reused')
  await makeDue()
  await carryOutAllDueReleases(market.deps)
  expect(await heldQuantity(market.db, listingId)).toBe(3)
})

test('all items are scheduled or none, for the same reasons as an immediate release', async () => {
  const [buyer, other] = [await market.addBuyer(), await market.addBuyer()]
  const fine = await market.hold(buyer, await market.list(), 2)
  const uneven = await market.hold(
    buyer,
    await market.list({ quantity: 4, splitType: 'Avoid Leaving One Ticket' }),
    4,
  )
  const expired = await market.hold(buyer, await market.list(), 1)
  await expireHold(market.db, expired.hold_id)
  const theirs = await market.hold(other, await market.list(), 1)
  const { error } = await buyer.call(holdsRoutes.scheduleRelease, {
    body: [
      { hold_id: fine.hold_id, quantity: 2 },
      { hold_id: uneven.hold_id, quantity: 1 },
      { hold_id: expired.hold_id, quantity: 1 },
      { hold_id: theirs.hold_id, quantity: 1 },
    ],
  })
  expect(error.code).toBe('hold.release_rejected')
  expect(error.errors).toMatchObject({
    lines: [
      { index: 1, code: 'hold.part_not_allowed', releasable: [2, 3, 4] },
      { index: 2, code: 'hold.ended' },
      { index: 3, code: 'hold.not_found' },
    ],
  })
  expect((await holdsOf(buyer)).filter(({ releasing }) => releasing)).toEqual([])
})

test('another team can neither release nor undo', async () => {
  const [buyer, other] = [await market.addBuyer(), await market.addBuyer()]
  const { hold_id } = await market.hold(buyer, await market.list(), 2)
  await schedule(buyer, hold_id, 2)
  expect((await schedule(other, hold_id, 2)).error.code).toBe('hold.release_rejected')
  expect((await undo(other, hold_id)).data.data).toEqual([{ hold_id, held: 0 }])
  expect((await holdsOf(buyer))[0]?.releasing).toBeDefined()
})

test('the hold’s own expiry applies: waiting for the release does not extend it', async () => {
  const [buyer, rival] = [await market.addBuyer(), await market.addBuyer()]
  const listingId = await market.list({ quantity: 2 })
  const { hold_id } = await market.hold(buyer, listingId, 2)
  await schedule(buyer, hold_id, 2)
  await expireHold(market.db, hold_id)
  await expect(market.hold(rival, listingId, 2)).resolves.toMatchObject({ quantity: 2 })
  expect((await undo(buyer, hold_id)).data.data).toEqual([{ hold_id, held: 0 }])
  await makeDue()
  await carryOutAllDueReleases(market.deps)
  expect(await heldQuantity(market.db, listingId)).toBe(2)
})

test('a payment cancels the release, and so does an immediate release of a part', async () => {
  const buyer = await market.addBuyer()
  const paid = await market.hold(buyer, await market.list(), 2)
  await schedule(buyer, paid.hold_id, 2)
  const bought = await buyer.call(checkoutRoutes.buy, { body: purchaseBody([paid]) })
  expect(bought.data.data.status).toBe('confirmed')
  const listingId = await market.list({ quantity: 6 })
  const { hold_id } = await market.hold(buyer, listingId, 4)
  await schedule(buyer, hold_id, 3)
  await buyer.call(holdsRoutes.release, { body: [{ hold_id, quantity: 1 }] })
  await makeDue()
  await carryOutAllDueReleases(market.deps)
  expect(await heldQuantity(market.db, listingId)).toBe(3)
})

test('a declined payment keeps the tickets held and does not restore the scheduled release', async () => {
  const buyer = await market.addBuyer()
  const listingId = await market.list()
  const held = await market.hold(buyer, listingId, 2)
  await schedule(buyer, held.hold_id, 2)
  const body = purchaseBody([held], 'pm_card_visa_chargeDeclined')
  expect((await buyer.call(checkoutRoutes.buy, { body })).data.data.status).toBe('declined')
  await makeDue()
  await carryOutAllDueReleases(market.deps)
  expect(await heldQuantity(market.db, listingId)).toBe(2)
})

test('a part that the seller’s changes no longer allow stays held', async () => {
  const buyer = await market.addBuyer()
  const listingId = await market.list({ quantity: 4 })
  const { hold_id } = await market.hold(buyer, listingId, 4)
  await schedule(buyer, hold_id, 1)
  await sql`update listings set split_type = 'All Together' where id = ${listingId}`.execute(market.db)
  await makeDue()
  await carryOutAllDueReleases(market.deps)
  expect(await holdsOf(buyer)).toMatchObject([{ hold_id, quantity: 4 }])
  expect((await holdsOf(buyer))[0]?.releasing).toBeUndefined()
})

test('one run releases any number of holds that became due while no process ran', async () => {
  const buyer = await market.addBuyer()
  for (let count = 0; count < 60; count += 1) {
    const { hold_id } = await market.hold(buyer, await market.list(), 1)
    await schedule(buyer, hold_id, 1)
  }
  await makeDue()
  expect(await carryOutAllDueReleases(market.deps)).toBeGreaterThanOrEqual(60)
  expect(await holdsOf(buyer)).toEqual([])
})

test('a release that fails is cancelled, and the others are carried out', async () => {
  const buyer = await market.addBuyer()
  const failing = await market.hold(buyer, await market.list(), 2)
  const others = [
    await market.hold(buyer, await market.list(), 2),
    await market.hold(buyer, await market.list(), 1),
  ]
  for (const { hold_id, quantity } of [failing, ...others]) await schedule(buyer, hold_id, quantity)
  await sql`
    create function fail_release() returns trigger language plpgsql as $$
    begin raise exception 'this hold cannot be released'; end $$`.execute(market.db)
  await sql`
    create trigger fail_release before update on holds for each row
    when (new.state = 'released' and new.id = ${sql.lit(failing.hold_id)}) execute function fail_release()`.execute(
    market.db,
  )
  await makeDue()
  try {
    // Releases that earlier tests scheduled are carried out too.
    expect(await carryOutAllDueReleases(market.deps)).toBeGreaterThanOrEqual(3)
  } finally {
    await sql`drop function fail_release cascade`.execute(market.db)
  }
  const left = await holdsOf(buyer)
  expect(left).toMatchObject([{ hold_id: failing.hold_id, quantity: 2 }])
  expect(left[0]?.releasing).toBeUndefined()
})
