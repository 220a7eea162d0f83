import { sql, type RawBuilder } from 'kysely'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { inTransaction } from '#api/db/transaction.ts'
import { buildMarketplace, type Marketplace } from '#api/test/fixtures/marketplace-fixture.ts'
import type { Caller } from '#api/test/harness/build-test-app.ts'
import { lockStock } from './lock-stock.repo.ts'
import { createPlaceHolds } from './place-holds.ts'

/*
 * Transactions that lock the same rows in different orders deadlock, and a retry would hide it. Expected order: team
 * first, then listings by id.
 */

let market: Marketplace
beforeAll(async () => {
  market = await buildMarketplace()
})
afterAll(() => market.close())

interface Stock {
  buyer: Caller
  /** Lowest id, although inserted and updated last. */
  first: string
  last: string
  /** The buyer's hold on `first`. */
  holdId: string
}

let counter = 0

async function addStock(): Promise<Stock> {
  counter += 1
  const buyer = await market.addBuyer()
  const last = await market.list({ id: `lst_order${counter}z` })
  const first = await market.list({ id: `lst_order${counter}a` })
  const { hold_id: holdId } = await market.hold(buyer, first, 1)
  return { buyer, first, last, holdId }
}

type Lock = (stock: Stock) => Promise<unknown>

const locks: [string, Lock][] = [
  [
    'lockStock',
    ({ buyer: { teamId }, last, holdId }) =>
      inTransaction(market.db, (tx) => lockStock(tx, { teamId, holdIds: [holdId], listingIds: [last] })),
  ],
  [
    'place_holds',
    ({ buyer, first, last }) =>
      createPlaceHolds(market.deps)({
        ...buyer,
        baseCurrency: 'GBP',
        items: [last, first].map((listingId) => ({ listingId, quantity: 1 })),
      }),
  ],
]

/** Returns the listings that are locked while the call waits for the row locked by `blocker`. */
async function lockedWhileWaiting(
  blocker: RawBuilder<unknown>,
  start: () => Promise<unknown>,
  listingIds: readonly string[],
): Promise<string[]> {
  let running: Promise<unknown> | undefined
  const free = await inTransaction(market.db, async (tx) => {
    await blocker.execute(tx)
    running = start()
    await vi.waitFor(
      async () => {
        await sql`select pg_stat_clear_snapshot()`.execute(tx)
        const { rows } = await sql`
          select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`.execute(
          tx,
        )
        expect(rows).toHaveLength(1)
      },
      { timeout: 10_000 },
    )
    const { rows } = await sql<{ id: string }>`
      select id from listings where id = any(${listingIds}) for no key update skip locked`.execute(tx)
    return rows.map(({ id }) => id)
  })
  await running
  return listingIds.filter((id) => !free.includes(id))
}

test.each(locks)('%s locks the team before any listing', async (_name, lock) => {
  const stock = await addStock()
  const team = sql`select from teams where id = ${stock.buyer.teamId} for no key update`
  expect(await lockedWhileWaiting(team, () => lock(stock), [stock.first, stock.last])).toEqual([])
})

test.each(locks)('%s locks listings in id order', async (_name, lock) => {
  const stock = await addStock()
  const { first, last } = stock
  const listing = (id: string) => sql`select from listings where id = ${id} for no key update`
  expect(await lockedWhileWaiting(listing(first), () => lock(stock), [last])).toEqual([])
  expect(await lockedWhileWaiting(listing(last), () => lock(stock), [first])).toEqual([first])
})
