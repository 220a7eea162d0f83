import { sql } from 'kysely'
import { pino } from 'pino'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { announceExpiredHolds } from '#api/modules/holds/announce-expired-holds.ts'
import { buildMarketplace, type Marketplace } from '#api/test/fixtures/marketplace-fixture.ts'
import { expireHold } from '#api/test/fixtures/expire-hold.ts'
import { databaseJobs, allScheduledJobs, createJobScheduler } from './scheduled-jobs.ts'
import { createJobStore } from './create-job-store.ts'

let market: Marketplace
beforeAll(async () => {
  market = await buildMarketplace()
})
afterAll(() => market.close())

async function run(name: string): Promise<number> {
  const job = databaseJobs.find((item) => item.name === name)
  if (!job) throw new Error(`unknown job: ${name}`)
  return job.run(market.db)
}

test('only holds that expired a while ago are marked as released', async () => {
  const buyer = await market.addBuyer()
  const listingId = await market.list({ quantity: 9 })
  const [old, recent, running] = [
    await market.hold(buyer, listingId, 1),
    await market.hold(buyer, listingId, 1),
    await market.hold(buyer, listingId, 1),
  ]
  await sql`update holds set expires_at = now() - interval '2 minutes', reserved_until = now() - interval '2 minutes'
    where id = ${old.hold_id}`.execute(market.db)
  await announceExpiredHolds(market.deps)
  await expireHold(market.db, recent.hold_id)
  expect(await run('clean-up-expired-holds')).toBe(1)
  const { rows } = await sql<{ id: string; state: string }>`
    select id, state from holds where listing_id = ${listingId}`.execute(market.db)
  expect(new Map(rows.map((row) => [row.id, row.state]))).toEqual(
    new Map([
      [old.hold_id, 'released'],
      [recent.hold_id, 'active'],
      [running.hold_id, 'active'],
    ]),
  )
})

test('idempotency keys and failed logins older than a day are purged', async () => {
  const buyer = await market.addBuyer()
  await sql`insert into idempotency_keys (team_id, route, key, body_hash, created_at) values
    (${buyer.teamId}, 'r', 'old', '\\x00', now() - interval '25 hours'), (${buyer.teamId}, 'r', 'new', '\\x00', now())`.execute(
    market.db,
  )
  await sql`insert into login_failures (username_key, ip_address, failed_at) values
    ('jo', '::1', now() - interval '25 hours'), ('jo', '::1', now())`.execute(market.db)
  expect(await run('purge-idempotency-keys')).toBe(1)
  expect(await run('purge-login-failures')).toBe(1)
})

test('kick-off times close to the event become confirmed, whenever they were imported', async () => {
  await sql`update categories set confirm_ahead_days = 42`.execute(market.db)
  await sql`update events set time_known = true, time_confirmed = false, starts_at = now() + interval '20 days',
    source_local_at = date_trunc('day', now()) + interval '20 days 15 hours', local_at = date_trunc('day', now()) + interval '20 days'
  `.execute(market.db)
  expect(await run('confirm-kick-offs')).toBe(1)
  expect(await run('confirm-kick-offs')).toBe(0)
  const { rows } = await sql<{
    hour: number
  }>`select extract(hour from local_at)::int as hour from events`.execute(market.db)
  expect(rows).toEqual([{ hour: 15 }])
})

test('scheduled jobs are registered with the job store of the process', async () => {
  const databaseUrl = market.deps.config.databaseUrl
  const logger = pino({ level: 'silent' })
  const boss = createJobStore({ databaseUrl, logger })
  await boss.start()
  // Left by an earlier version.
  await boss.createQueue('renamed-job')
  await boss.schedule('renamed-job', '* * * * *')
  await createJobScheduler({ ...market.deps, boss, logger }).start()
  const { rows } = await sql<{ name: string; cron: string }>`
    select name, cron from pgboss.schedule order by name`.execute(market.db)
  await boss.stop()
  expect(rows).toEqual(
    allScheduledJobs({ ...market.deps, logger })
      .map(({ name, cron }) => ({ name, cron }))
      .toSorted((left, right) => (left.name < right.name ? -1 : 1)),
  )
})
