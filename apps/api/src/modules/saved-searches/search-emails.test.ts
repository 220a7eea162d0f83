import type { PgBoss } from 'pg-boss'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createOutboxEmails } from '#api/email-triggers/outbox-emails.ts'
import { createJobStore } from '#api/jobs/create-job-store.ts'
import type { EmailMessage } from '#api/modules/notifications/mailer.port.ts'
import { buildSearchFixture, type SearchFixture } from '#api/test/fixtures/saved-search-fixture.ts'

let market: SearchFixture
let jobs: PgBoss
const sent: EmailMessage[] = []

beforeAll(async () => {
  market = await buildSearchFixture({ config: { tradeOrigins: ['http://localhost:4000'] } })
  const mailer = {
    async send(email: EmailMessage) {
      sent.push(email)
      return { status: 'sent' as const }
    },
    close: () => undefined,
  }
  jobs = createJobStore({ databaseUrl: market.deps.config.databaseUrl, logger: market.deps.logger })
  await jobs.start()
  await createOutboxEmails({ ...market.deps, mailer }, jobs).start()
})
afterAll(async () => {
  await jobs.stop({ graceful: true, timeout: 5000 })
  await market.close()
})

test('a match is emailed with a link to its row, only where email alerts are on', async () => {
  const [silent, by] = [await market.addBuyer(), await market.addBuyer()]
  await market.save(silent, { live: true, mail: false })
  await market.save(by, { name: 'By email', live: false, mail: true })
  const listingId = await market.publish({ priceMinor: 7500 })
  await market.finish()
  await expect.poll(() => sent, { timeout: 30_000 }).toHaveLength(1)
  expect(sent[0]?.subject).toMatch(/^1 listing matches “By email”: Home \d+ v Away \d+$/)
  expect(sent[0]?.text).toContain('Block 112, row 22: £78.75 per ticket all-in, 4 tickets available.')
  expect(sent[0]?.text).toMatch(
    new RegExp(`http://localhost:4000/tickets/[\\w-]+/${market.eventId}#${listingId}`),
  )
  expect([await market.titles(by), (await market.titles(silent)).length]).toEqual([[], 1])
})
