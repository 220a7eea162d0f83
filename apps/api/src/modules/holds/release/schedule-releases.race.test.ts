import { checkoutRoutes } from '@terrace/contracts/checkout'
import { holdsRoutes } from '@terrace/contracts/holds'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { heldQuantity } from '#api/test/fixtures/factories.ts'
import { buildMarketplace, type Marketplace } from '#api/test/fixtures/marketplace-fixture.ts'
import { makeReleasesDue } from '#api/test/fixtures/make-releases-due.ts'
import { purchaseBody } from '#api/test/fixtures/purchase-body.ts'
import type { Caller } from '#api/test/harness/build-test-app.ts'
import { runConcurrently } from '#api/test/harness/run-concurrently.ts'
import { carryOutAllDueReleases } from './carry-out-scheduled-releases.ts'

let market: Marketplace
beforeAll(async () => {
  market = await buildMarketplace()
})
afterAll(() => market.close())

const schedule = (caller: Caller, holdId: string, quantity: number) =>
  caller.call(holdsRoutes.scheduleRelease, { body: [{ hold_id: holdId, quantity }] })
const undo = (caller: Caller, holdId: string) =>
  caller.call(holdsRoutes.undoRelease, { body: [{ hold_id: holdId }] })

async function dueHold(quantity = 4, released = quantity) {
  const buyer = await market.addBuyer()
  const listingId = await market.list({ quantity: 6 })
  const hold = await market.hold(buyer, listingId, quantity)
  await schedule(buyer, hold.hold_id, released)
  await makeReleasesDue(market.db)
  return { buyer, listingId, hold }
}

async function releasedTickets(holdId: string): Promise<number> {
  const { rows } = await sql<{ released: number }>`
    select coalesce(sum((payload ->> 'quantity')::int), 0)::int as released from outbox
    where topic = 'hold.released' and payload ->> 'holdId' = ${holdId}`.execute(market.db)
  return rows[0]?.released ?? 0
}

test('several processes release a due part once', async () => {
  const { listingId, hold } = await dueHold(5, 1)
  await runConcurrently(
    market.db,
    [listingId],
    () => Array.from({ length: 4 }, () => carryOutAllDueReleases(market.deps)),
    4,
  )
  expect(await heldQuantity(market.db, listingId)).toBe(4)
  expect(await releasedTickets(hold.hold_id)).toBe(1)
})

test('concurrent undo and release: tickets that the undo reports as held stay held', async () => {
  for (let round = 0; round < 10; round += 1) {
    const { buyer, listingId, hold } = await dueHold()
    const carryOut = () => carryOutAllDueReleases(market.deps)
    const undoing = () => undo(buyer, hold.hold_id)
    const [first, second] = round % 2 === 0 ? [carryOut, undoing] : [undoing, carryOut]
    const results = await runConcurrently<unknown>(market.db, [listingId], () => [first(), second()])
    const undone = results[round % 2 === 0 ? 1 : 0] as Awaited<ReturnType<typeof undo>>
    const held = undone.data.data[0]?.held
    expect([0, 4]).toContain(held)
    expect(await heldQuantity(market.db, listingId)).toBe(held)
    expect(await releasedTickets(hold.hold_id)).toBe(held === 0 ? 4 : 0)
  }
})

test('checkout against release: the tickets are bought or released, never both', async () => {
  for (let round = 0; round < 6; round += 1) {
    const { buyer, listingId, hold } = await dueHold()
    const carryOut = () => carryOutAllDueReleases(market.deps)
    const pay = () => buyer.call(checkoutRoutes.buy, { body: purchaseBody([hold]) })
    const results = await runConcurrently<unknown>(market.db, [listingId], () =>
      round % 2 === 0 ? [carryOut(), pay()] : [pay(), carryOut()],
    )
    const bought = results[round % 2 === 0 ? 1 : 0] as Awaited<ReturnType<typeof pay>>
    const sold = await market.db
      .selectFrom('listings')
      .select('sold')
      .where('id', '=', listingId)
      .executeTakeFirstOrThrow()
    expect(await heldQuantity(market.db, listingId)).toBe(0)
    expect(sold.sold).toBe(bought.ok ? 4 : 0)
    expect(await releasedTickets(hold.hold_id)).toBe(bought.ok ? 0 : 4)
    if (!bought.ok) expect(bought.error.code).toBe('checkout.hold_unusable')
  }
})

test('two members press Release at once, one of them twice: the tickets are released once', async () => {
  const buyer = await market.addBuyer()
  const colleague = await market.addBuyer({ teamId: buyer.teamId })
  const listingId = await market.list({ quantity: 6 })
  const { hold_id } = await market.hold(buyer, listingId, 4)
  const responses = await runConcurrently(
    market.db,
    [listingId],
    () => [schedule(buyer, hold_id, 2), schedule(colleague, hold_id, 2), schedule(buyer, hold_id, 2)],
    3,
  )
  expect(new Set(responses.map(({ text }) => text)).size).toBe(1)
  await makeReleasesDue(market.db)
  await carryOutAllDueReleases(market.deps)
  expect(await heldQuantity(market.db, listingId)).toBe(2)
  expect(await releasedTickets(hold_id)).toBe(2)
})

test('after concurrent release and undo by two members, the last one counts', async () => {
  const buyer = await market.addBuyer()
  const colleague = await market.addBuyer({ teamId: buyer.teamId })
  const listingId = await market.list({ quantity: 6 })
  const { hold_id } = await market.hold(buyer, listingId, 4)
  await schedule(buyer, hold_id, 4)
  await runConcurrently<unknown>(market.db, [listingId], () => [
    undo(colleague, hold_id),
    schedule(buyer, hold_id, 4),
  ])
  const [hold] = (await colleague.call(holdsRoutes.list)).data.data
  await makeReleasesDue(market.db)
  await carryOutAllDueReleases(market.deps)
  expect(await heldQuantity(market.db, listingId)).toBe(hold?.releasing ? 0 : 4)
})
