import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import { sql } from 'kysely'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { createJobStore } from '#api/jobs/create-job-store.ts'
import { createOutboxEmails } from '#api/email-triggers/outbox-emails.ts'
import { buyOrder } from '#api/test/fixtures/bought-order.ts'
import { cliFixture } from '#api/test/fixtures/cli-fixture.ts'
import { buildMarketplace, type Marketplace } from '#api/test/fixtures/marketplace-fixture.ts'
import { pdfFile } from '#api/test/fixtures/ticket-files.ts'
import { deliverTickets } from '#api/modules/orders/index.ts'

const fixture = cliFixture()
let market: Marketplace
// Emails of an order that another test bought must not wait here.
beforeEach(async () => {
  market = await buildMarketplace()
})
afterEach(() => market.close())

const settle = (...args: string[]) =>
  fixture.run('settle-restored', args, {
    DATABASE_URL: market.deps.config.databaseUrl,
    DATA_DIR: market.deps.config.dataFolder,
  })

/** Starts and ends the email queue, so that three emails wait: one alone, and two of one moment. */
async function leaveEmailsWaiting(): Promise<void> {
  const { config, logger } = market.deps
  const boss = createJobStore({ databaseUrl: config.databaseUrl, logger })
  await boss.start()
  await createOutboxEmails(market.deps, boss).start()
  const event = { topic: 'order.placed', payload: {} }
  await boss.offWork('mail.send')
  await boss.offWork('mail.send_batch')
  await boss.send('mail.send', event)
  await boss.send('mail.send_batch', { events: [event, event] })
  await boss.stop({ graceful: true, timeout: 5000 })
}

const waitingEmails = async () => {
  const { rows } = await sql<{ state: string }>`
    select state::text from pgboss.job where name like 'mail.%'`.execute(market.db)
  return rows.map(({ state }) => state)
}

/** What a running process does. */
const seeProcess = () =>
  sql`insert into processes (id, roles) values ('prc_other', '{web}')
    on conflict (id) do update set seen_at = clock_timestamp()`.execute(market.db)

test('a restored database says whether its ledger agrees and which tickets are missing', async () => {
  const { line } = await buyOrder(market)
  await deliverTickets(market.deps, {
    lineId: line.id,
    delivery: { kind: 'files', files: [{ name: 'ticket.pdf', bytes: pdfFile() }] },
    ticketNumber: undefined,
    actor: 'seller',
  })
  const complete = await settle()
  expect(complete.out).toMatch(/1 orders?, the last of .*; the ledger agrees with them/)
  expect(complete.out).toContain('all 1 tickets and documents are present')
  await rm(join(market.deps.config.dataFolder, 'files'), { recursive: true })
  expect((await settle()).out).toContain('1 of 1 tickets and documents are missing')
})

test('emails that waited are not sent again unless that is asked for', async () => {
  await leaveEmailsWaiting()
  await settle('--send-waiting-emails')
  expect(await waitingEmails()).toEqual(['created', 'created'])
  expect((await settle()).out).toContain('3 waited and are withheld')
  expect(await waitingEmails()).toEqual(['cancelled', 'cancelled'])
})

test('a database that a server runs on is not settled', async () => {
  const registered = setInterval(() => void seeProcess(), 500)
  await seeProcess()
  const { code, error } = await settle().finally(() => clearInterval(registered))
  expect([code, error]).toEqual([1, expect.stringContaining('A server runs on this database')])
  await sql`delete from processes`.execute(market.db)
})
