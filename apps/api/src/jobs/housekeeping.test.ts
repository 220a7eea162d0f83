import { sql } from 'kysely'
import { pino } from 'pino'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { buildMarket, type Market } from '../test/build-market.ts'
import { lapse } from '../test/lapse-hold.ts'
import { chores, choresWith, createHousekeeping } from './housekeeping.ts'
import { openJobs } from './open-jobs.ts'

let market: Market
beforeAll(async () => {
  market = await buildMarket()
})
afterAll(() => market.close())

async function run(name: string): Promise<number> {
  const chore = chores.find((item) => item.name === name)
  if (!chore) throw new Error(`there is no chore ${name}`)
  return chore.run(market.db)
}

test('holds that ran out a while ago are marked as released; those that run, or just ended, are left alone', async () => {
  const buyer = await market.addBuyer()
  const listingId = await market.list({ quantity: 9 })
  const [old, recent, running] = [
    await market.hold(buyer, listingId, 1),
    await market.hold(buyer, listingId, 1),
    await market.hold(buyer, listingId, 1),
  ]
  await sql`update holds set reserved_until = clock_timestamp() - interval '2 minutes' where id = ${old.hold_id}`.execute(
    market.db,
  )
  await lapse(market.db, recent.hold_id)
  expect(await run('expire-holds')).toBe(1)
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

test('keys older than a day are forgotten, and failed logins too', async () => {
  const buyer = await market.addBuyer()
  await sql`insert into idempotency_keys (team_id, route, key, body_hash, created_at) values
    (${buyer.teamId}, 'r', 'old', '\\x00', now() - interval '25 hours'), (${buyer.teamId}, 'r', 'new', '\\x00', now())`.execute(
    market.db,
  )
  await sql`insert into login_failures (username_key, address, failed_at) values
    ('jo', '::1', now() - interval '25 hours'), ('jo', '::1', now())`.execute(market.db)
  expect(await run('forget-idempotency-keys')).toBe(1)
  expect(await run('forget-login-failures')).toBe(1)
})

test('what a provider told is forgotten after two months, and what the sandbox told after one', async () => {
  await sql`insert into payment_events (gateway, event_id, type, received_at) values
    ('sandbox', 'evt_old', 'x', now() - interval '61 days'), ('sandbox', 'evt_new', 'x', now())`.execute(
    market.db,
  )
  await sql`insert into sandbox.events (id, type, object, created_at) values
    ('evt_old', 'x', '{}', now() - interval '31 days'), ('evt_new', 'x', '{}', now())`.execute(market.db)
  expect(await run('forget-payment-events')).toBe(1)
  expect(await run('forget-sandbox-events')).toBe(1)
})

test('what was begun to save a card is forgotten after a month', async () => {
  const { teamId } = await market.addBuyer()
  await sql`insert into card_setups (gateway, setup_id, team_id, created_at) values
    ('sandbox', 'seti_old', ${teamId}, now() - interval '31 days'), ('sandbox', 'seti_new', ${teamId}, now())`.execute(
    market.db,
  )
  expect(await run('forget-card-setups')).toBe(1)
  const { rows } = await sql`select setup_id from card_setups where team_id = ${teamId}`.execute(market.db)
  expect(rows).toEqual([{ setup_id: 'seti_new' }])
})

test('sessions that ended by not being used are forgotten, others are not', async () => {
  const { accountId } = await market.addBuyer()
  await sql`insert into sessions (id, account_id, token_hash, last_seen_at) values
    ('ses_old', ${accountId}, '\\x01', now() - interval '30 days 1 minute'),
    ('ses_new', ${accountId}, '\\x02', now() - interval '29 days')`.execute(market.db)
  expect(await run('forget-sessions')).toBe(1)
  const { rows } = await sql<{ id: string }>`
    select id from sessions where id in ('ses_old', 'ses_new')`.execute(market.db)
  expect(rows).toEqual([{ id: 'ses_new' }])
})

test('the sandbox forgets what it answered a month ago', async () => {
  await sql`insert into sandbox.idempotency_keys (key, params_hash, created_at) values
    ('old', '\\x00', now() - interval '31 days'), ('new', '\\x00', now() - interval '29 days')`.execute(
    market.db,
  )
  expect(await run('forget-sandbox-answers')).toBe(1)
})

test('a kick-off that has come near is shown, whoever imported it however long ago', async () => {
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

test('the chores are put on the clock, by the job store of this process', async () => {
  const databaseUrl = market.deps.config.databaseUrl
  const logger = pino({ level: 'silent' })
  const boss = openJobs({ databaseUrl, logger })
  await boss.start()
  await createHousekeeping({ ...market.deps, boss, logger }).start()
  const { rows } = await sql<{ name: string; cron: string }>`
    select name, cron from pgboss.schedule order by name`.execute(market.db)
  await boss.stop()
  expect(rows).toEqual(
    choresWith(market.deps.files)
      .map(({ name, cron }) => ({ name, cron }))
      .toSorted((left, right) => (left.name < right.name ? -1 : 1)),
  )
})
