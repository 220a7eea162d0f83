import type { PgBoss } from 'pg-boss'
import { trackedListingsRoutes } from '@terrace/contracts/tracked-listings'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { inTransaction } from '#api/db/transaction.ts'
import type { Deps } from '#api/deps.ts'
import { createOutboxEmails } from '#api/email-triggers/outbox-emails.ts'
import { createJobStore } from '#api/jobs/create-job-store.ts'
import { recordEvents } from '#api/outbox/outbox.repo.ts'
import type { Caller } from '#api/test/harness/build-test-app.ts'
import { buildTrackingFixture, type TrackingFixture } from '#api/test/fixtures/tracking-fixture.ts'
import type { EmailMessage } from '#api/modules/notifications/mailer.port.ts'

let market: TrackingFixture
let jobs: PgBoss
const sent: EmailMessage[] = []

beforeAll(async () => {
  market = await buildTrackingFixture({ config: { tradeOrigins: ['http://localhost:4000'] } })
  const deps: Deps = {
    ...market.deps,
    mailer: {
      async send(email) {
        sent.push(email)
        return { status: 'sent' }
      },
      close: () => undefined,
    },
  }
  jobs = createJobStore({ databaseUrl: market.deps.config.databaseUrl, logger: market.deps.logger })
  await jobs.start()
  await createOutboxEmails(deps, jobs).start()
})
afterAll(async () => {
  await jobs.stop({ graceful: true, timeout: 5000 })
  await market.close()
})

async function emailsTo({ accountId }: Caller): Promise<EmailMessage[]> {
  const { email } = await market.db
    .selectFrom('accounts')
    .select('email')
    .where('id', '=', accountId)
    .executeTakeFirstOrThrow()
  return sent.filter(({ to }) => to.address === email)
}

/** Emails are sent in order: once this one has arrived, earlier ones have been sent or never will be. */
async function waitForLaterEmail(): Promise<void> {
  const later = await market.addBuyer()
  const listingId = await market.list({ priceMinor: 9000 })
  await market.track(later, listingId)
  await market.revise(listingId, { priceMinor: 8000 })
  await market.finish()
  await expect.poll(() => emailsTo(later), { timeout: 30_000 }).toHaveLength(1)
}

test('[X-TRACK-01] a price drop email has event, section, both prices and a link to the listing', async () => {
  const buyer = await market.addBuyer()
  const listingId = await market.list({ priceMinor: 9000 })
  await market.track(buyer, listingId)
  await market.revise(listingId, { priceMinor: 9500 })
  await market.revise(listingId, { priceMinor: 8050 })
  await market.finish()
  await expect.poll(() => emailsTo(buyer), { timeout: 30_000 }).toHaveLength(1)
  const [email] = await emailsTo(buyer)
  expect(email?.subject).toMatch(/^Price drop: Home \d+ v Away \d+, Block 112, row 22, now £84\.53 all-in$/)
  expect(email?.text).toContain('now costs £84.53 per ticket all-in, down from £99.75.')
  expect(email?.text).toMatch(/Home \d+ v Away \d+, \w{3} .*, London: Block 112, row 22\./)
  expect(email?.text).toContain('All-in price when tracked: £94.50. All-in price now: £84.53.')
  const link = new RegExp(`http://localhost:4000/tickets/[\\w-]+/${market.eventId}#${listingId}`)
  expect(email?.text).toMatch(link)
  expect(email?.html).toMatch(link)
})

test('[X-TRACK-01] a low stock email has the number of tickets left', async () => {
  const buyer = await market.addBuyer()
  const listingId = await market.list({ quantity: 4 })
  await market.track(buyer, listingId)
  await market.hold(await market.addBuyer(), listingId, 3)
  await market.finish()
  await market.finish()
  await expect.poll(() => emailsTo(buyer), { timeout: 30_000 }).toHaveLength(1)
  expect((await emailsTo(buyer))[0]).toMatchObject({
    subject: expect.stringMatching(/^Only 1 ticket left: Home/),
    text: expect.stringContaining('Only 1 ticket left on a listing you track.'),
  })
})

test('[X-TRACK-01] simultaneous changes are one email that names the first listings', async () => {
  const buyer = await market.addBuyer()
  const ids = await Promise.all(Array.from({ length: 23 }, () => market.list({ priceMinor: 9000 })))
  for (const listingId of ids) await market.track(buyer, listingId)
  // Commits all changes at once, like an import.
  await inTransaction(market.db, async (tx) => {
    await sql`update listings set price_minor = 8000, version = version + 1 where id = any(${ids})`.execute(
      tx,
    )
    await recordEvents(
      tx,
      ids.map((listingId) => ({
        topic: 'listing.updated',
        subject: listingId,
        payload: { eventId: market.eventId, listingId, version: 2 },
      })),
    )
  })
  await market.finish()
  await market.finish()
  await waitForLaterEmail()
  const emails = await emailsTo(buyer)
  expect(emails.map(({ subject }) => subject)).toEqual(['23 alerts on listings you track'])
  expect(
    emails[0]?.text.match(/All-in price when tracked: £94\.50\. All-in price now: £84\.00\./g),
  ).toHaveLength(20)
  expect(emails[0]?.text).toContain('And 3 more.')
  expect(emails[0]?.text).toContain('http://localhost:4000/profile?tab=tracked')
})

test('[X-TRACK-01] no email is sent when email alerts are off', async () => {
  const unwilling = await market.addBuyer()
  const settings = {
    price_drop: { live: true, mail: false },
    low_stock: { live: true, mail: false, max_tickets: 2 },
  }
  await unwilling.call(trackedListingsRoutes.changeSettings, { body: settings })
  const listingId = await market.list({ priceMinor: 9000 })
  await market.track(unwilling, listingId)
  await market.revise(listingId, { priceMinor: 8000 })
  await waitForLaterEmail()
  expect(await market.alerts(unwilling)).toHaveLength(1)
  expect(await emailsTo(unwilling)).toEqual([])
})
