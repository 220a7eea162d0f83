import type { PgBoss } from 'pg-boss'
import { trackedRoutes } from '@terrace/contracts/tracked-listings'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { inTransaction } from '#api/db/transaction.ts'
import type { Deps } from '#api/deps.ts'
import { createMail } from '#api/jobs/mail.ts'
import { openJobs } from '#api/jobs/open-jobs.ts'
import { recordEvents } from '#api/outbox/outbox.repo.ts'
import type { Caller } from '#api/test/build-test-app.ts'
import { buildTrackingMarket, type TrackingMarket } from '#api/test/tracking-market.ts'
import type { Letter } from '../notifications/mailer.port.ts'

let market: TrackingMarket
let boss: PgBoss
const sent: Letter[] = []

beforeAll(async () => {
  market = await buildTrackingMarket({ config: { tradeOrigins: ['http://localhost:4000'] } })
  const deps: Deps = {
    ...market.deps,
    mailer: {
      async send(letter) {
        sent.push(letter)
        return { status: 'sent' }
      },
      close: () => undefined,
    },
  }
  boss = openJobs({ databaseUrl: market.deps.config.databaseUrl, logger: market.deps.logger })
  await boss.start()
  await createMail(deps, boss).start()
})
afterAll(async () => {
  await boss.stop({ graceful: true, timeout: 5000 })
  await market.close()
})

async function lettersTo({ accountId }: Caller): Promise<Letter[]> {
  const { email } = await market.db
    .selectFrom('accounts')
    .select('email')
    .where('id', '=', accountId)
    .executeTakeFirstOrThrow()
  return sent.filter(({ to }) => to.address === email)
}

/** Letters leave in their order: once this one is there, those before it have been written or never will be. */
async function afterALaterLetter(): Promise<void> {
  const later = await market.addBuyer()
  const listingId = await market.list({ priceMinor: 9000 })
  await market.track(later, listingId)
  await market.revise(listingId, { priceMinor: 8000 })
  await market.settle()
  await expect.poll(() => lettersTo(later), { timeout: 30_000 }).toHaveLength(1)
}

test('[X-TRACK-01] a price drop is a letter with event, section, price then and now, and the way to the listing', async () => {
  const buyer = await market.addBuyer()
  const listingId = await market.list({ priceMinor: 9000 })
  await market.track(buyer, listingId)
  await market.revise(listingId, { priceMinor: 9500 })
  await market.revise(listingId, { priceMinor: 8050 })
  await market.settle()
  await expect.poll(() => lettersTo(buyer), { timeout: 30_000 }).toHaveLength(1)
  const [letter] = await lettersTo(buyer)
  expect(letter?.subject).toMatch(/^Price drop: Home \d+ v Away \d+, Block 112, row 22, now £80.50$/)
  expect(letter?.text).toContain('costs £80.50 per ticket now, down from £95.00.')
  expect(letter?.text).toMatch(/Home \d+ v Away \d+, \w{3} .*, London: Block 112, row 22\./)
  expect(letter?.text).toContain('Price then: £90.00. Price now: £80.50.')
  const link = new RegExp(`http://localhost:4000/tickets/[\\w-]+/${market.eventId}#${listingId}`)
  expect(letter?.text).toMatch(link)
  expect(letter?.html).toMatch(link)
})

test('[X-TRACK-01] low stock is a letter that says how few are left', async () => {
  const buyer = await market.addBuyer()
  const listingId = await market.list({ quantity: 4 })
  await market.track(buyer, listingId)
  await market.hold(await market.addBuyer(), listingId, 3)
  await market.settle()
  await market.settle()
  await expect.poll(() => lettersTo(buyer), { timeout: 30_000 }).toHaveLength(1)
  expect((await lettersTo(buyer))[0]).toMatchObject({
    subject: expect.stringMatching(/^Only 1 ticket left: Home/),
    text: expect.stringContaining('only 1 ticket is left.'),
  })
})

test('[X-TRACK-01] many listings that change at once are one letter, which names the first of them', async () => {
  const buyer = await market.addBuyer()
  const ids = await Promise.all(Array.from({ length: 23 }, () => market.list({ priceMinor: 9000 })))
  for (const listingId of ids) await market.track(buyer, listingId)
  // As of one import: all of it is committed at once.
  await inTransaction(market.db, async (tx) => {
    await sql`update listings set price_minor = 8000, version = version + 1 where id = any(${ids})`.execute(
      tx,
    )
    await recordEvents(
      tx,
      ids.map((listingId) => ({
        topic: 'listing.revised',
        subject: listingId,
        payload: { eventId: market.eventId, listingId, version: 2 },
      })),
    )
  })
  await market.settle()
  await market.settle()
  await afterALaterLetter()
  const letters = await lettersTo(buyer)
  expect(letters.map(({ subject }) => subject)).toEqual(['23 alerts on listings that you track'])
  expect(letters[0]?.text.match(/Price then: £90.00. Price now: £80.00./g)).toHaveLength(20)
  expect(letters[0]?.text).toContain('And 3 more.')
  expect(letters[0]?.text).toContain('http://localhost:4000/profile?tab=tracked')
})

test('[X-TRACK-01] who wants no letters gets none', async () => {
  const unwilling = await market.addBuyer()
  const settings = {
    price_drop: { live: true, mail: false },
    low_stock: { live: true, mail: false, at_most: 2 },
  }
  await unwilling.call(trackedRoutes.changeSettings, { body: settings })
  const listingId = await market.list({ priceMinor: 9000 })
  await market.track(unwilling, listingId)
  await market.revise(listingId, { priceMinor: 8000 })
  await afterALaterLetter()
  expect(await market.alerts(unwilling)).toHaveLength(1)
  expect(await lettersTo(unwilling)).toEqual([])
})
