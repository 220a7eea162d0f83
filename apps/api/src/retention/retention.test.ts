import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { retentionConfig } from '#api/config/retention.ts'
import { addQuoteEmails, addTeamWithQuote } from '#api/test/fixtures/retained-rows.ts'
import { runNightly } from '#api/test/fixtures/run-nightly.ts'
import { buildMarketplace, type Marketplace } from '#api/test/fixtures/marketplace-fixture.ts'
import { retentionRules } from './retention-rules.ts'
import { dueQuery, removeBatch } from './retention.repo.ts'

let market: Marketplace
beforeAll(async () => {
  market = await buildMarketplace()
})
afterAll(() => market.close())

const removedBy = async (...names: string[]) => {
  const runs = await runNightly(market.db)
  return names.map((name) => runs.get(name)?.removed)
}

test('the configuration names what is wrong in RETENTION_DAYS, and keeps the rest of the table', () => {
  const read = (RETENTION_DAYS: string) => retentionConfig.safeParse({ RETENTION_DAYS })
  expect(read('notifications=30, quote_visitors = 365').data?.retentionDays).toMatchObject({
    notifications: 30,
    quote_visitors: 365,
    security_events: 400,
  })
  const problems = read('security_events=30,cookies=1,notifications=').error?.issues.map(
    ({ message }) => message,
  )
  expect(problems).toEqual([
    expect.stringContaining('security_events must be a number of days from 400 to 3650'),
    expect.stringContaining('cookies is not one of quote_visitors, '),
    expect.stringContaining('notifications must be a number of days from 7 to 400'),
  ])
})

test('calls of the payment provider and card setups are removed after their time', async () => {
  const { teamId } = await market.addBuyer()
  await sql`insert into payment_events (gateway, event_id, type, received_at) values
    ('sandbox', 'evt_old', 'x', now() - interval '61 days'), ('sandbox', 'evt_new', 'x', now())`.execute(
    market.db,
  )
  await sql`insert into card_setups (gateway, setup_id, team_id, created_at) values
    ('sandbox', 'seti_old', ${teamId}, now() - interval '31 days'), ('sandbox', 'seti_new', ${teamId}, now())`.execute(
    market.db,
  )
  expect(await removedBy('payment_events', 'card_setups')).toEqual([1, 1])
})

test('the history of listings and bulk edits is removed after its time, values of an edit first', async () => {
  const { teamId, accountId } = await market.addBuyer({ role: 'seller' })
  const listingId = await market.list()
  await sql`insert into listing_changes (listing_id, at, kind, source, "before", "after")
    select ${listingId}, now() - make_interval(days => days), 'changed', 'operator', '{}', '{}' from unnest(array[401, 399]) days`.execute(
    market.db,
  )
  await sql`insert into bulk_edits (id, team_id, account_id, created_at, change)
    select 'ble_' || days, ${teamId}, ${accountId}, now() - make_interval(days => days), '{}' from unnest(array[6, 8, 31]) days`.execute(
    market.db,
  )
  await sql`insert into bulk_edit_rows (bulk_edit_id, position, listing_id, revision, "before", "after", created_at)
    select id, 1, ${listingId}, 1, '{}', '{}', created_at from bulk_edits`.execute(market.db)
  expect(await removedBy('listing_changes', 'bulk_edit_rows', 'bulk_edits')).toEqual([1, 2, 1])
})

test('API keys are removed 400 days after their end, and requests for events a year after the decision; imports stay', async () => {
  const { teamId, accountId } = await market.addBuyer({ role: 'seller' })
  await sql`with profile as (
      insert into inventory_profiles (id, team_id, name, version) values ('ipf_keys', ${teamId}, 'Keys', 1)
    ) insert into inventory_profile_versions (profile_id, version, settings) values ('ipf_keys', 1, '{}')`.execute(
    market.db,
  )
  await sql`insert into inventory_api_keys (id, team_id, profile_id, name, prefix, secret_hash, created_by, created_at, expires_at, revoked_at)
    select 'iak_' || name, ${teamId}, 'ipf_keys', name, '', name::bytea, ${accountId}, now() - make_interval(days => created),
      now() - make_interval(days => created - 365), now() - make_interval(days => revoked)
    from (values ('expired', 766, null), ('barely', 764, null), ('revoked', 500, 401), ('active', 300, null)) k (name, created, revoked)`.execute(
    market.db,
  )
  await sql`insert into inventory_imports (id, team_id, profile_id, profile_version, state, file_name, file_parts, file_bytes,
      file_hash, file_made_at, source, api_key_id)
    values ('imp_of_key', ${teamId}, 'ipf_keys', 1, 'done', 'x.csv', '{}', 1, 'x', now(), 'api', 'iak_revoked')`.execute(
    market.db,
  )
  await sql`insert into inventory_event_requests (id, team_id, import_id, source, name_key, named, state, created_at, decided_at)
    select 'evr_' || name, ${teamId}, 'imp_of_key', '', name, '{}', state, now() - interval '800 days',
      now() - make_interval(days => decided)
    from (values ('old', 'answered', 366), ('recent', 'answered', 364), ('open', 'open', null)) r (name, state, decided)`.execute(
    market.db,
  )
  expect(await removedBy('api_keys', 'event_requests')).toEqual([2, 1])
  const { rows } = await sql`select api_key_id from inventory_imports where id = 'imp_of_key'`.execute(
    market.db,
  )
  expect(rows).toEqual([{ api_key_id: null }])
})

test('sessions are removed 30 days after they ended, however they ended', async () => {
  const { accountId } = await market.addBuyer()
  await sql`insert into sessions (id, account_id, token_hash, created_at, last_seen_at, revoked_at)
    select 'ses_' || name, ${accountId}, name::bytea, now() - make_interval(days => created), now() - make_interval(days => seen),
      now() - make_interval(days => revoked)
    from (values ('idle', 80, 61, null), ('barely_idle', 80, 59, null), ('used', 119, 1, null), ('old', 121, 1, null),
      ('revoked', 40, 39, 31), ('just_revoked', 40, 39, 29)) as s (name, created, seen, revoked)`.execute(
    market.db,
  )
  expect(await removedBy('sessions')).toEqual([3])
  const { rows } = await sql<{ id: string }>`
    select id from sessions where account_id = ${accountId} and token_hash in ('barely_idle', 'used', 'just_revoked')`.execute(
    market.db,
  )
  expect(rows).toHaveLength(3)
})

test('a client who responded to a quote is forgotten, unless the quote became an order', async () => {
  const quoteId = await addTeamWithQuote(market)
  await sql`update quotes set response_kind = 'declined', state = 'declined', responded_at = now() - interval '731 days',
    response_name = 'Ada', response_email = 'ada@example.test', response_reason = 'Too dear' where id = ${quoteId}`.execute(
    market.db,
  )
  await sql`insert into quote_history (quote_id, at, event, actor_name, reason, account_id, details) values
    (${quoteId}, now() - interval '732 days', 'accepted', 'Ada', null, null,
      '{"email": "ada@example.test", "held": false, "holds": [], "offers": []}'),
    (${quoteId}, now() - interval '731 days', 'declined', 'Ada', 'Too dear', null, '{"released": []}'),
    (${quoteId}, now() - interval '731 days', 'viewed', null, null, null, '{}'),
    (${quoteId}, now() - interval '3 days', 'viewed', null, null, null, '{}')`.execute(market.db)
  expect(await removedBy('quote_visitors', 'quote_responses', 'quote_views')).toEqual([1, 2, 1])
  const { rows } = await sql`
    select q.response_kind, q.response_name, q.response_email, q.response_reason, h.event, h.actor_name, h.reason, h.details
    from quotes q join quote_history h on h.quote_id = q.id and h.event <> 'created' where q.id = ${quoteId} order by h.id`.execute(
    market.db,
  )
  const forgotten = {
    response_kind: 'declined',
    response_name: null,
    response_email: null,
    response_reason: null,
  }
  expect(rows).toEqual([
    {
      ...forgotten,
      event: 'accepted',
      actor_name: null,
      reason: null,
      details: { held: false, holds: [], offers: [] },
    },
    { ...forgotten, event: 'declined', actor_name: null, reason: null, details: { released: [] } },
    { ...forgotten, event: 'viewed', actor_name: null, reason: null, details: {} },
  ])
  // The history of a quote otherwise never changes.
  await expect(
    sql`update quote_history set actor_name = 'Eve' where quote_id = ${quoteId}`.execute(market.db),
  ).rejects.toThrow(/append-only/)
  await expect(
    sql`update quote_history set details = details - 'offers' where quote_id = ${quoteId}`.execute(market.db),
  ).rejects.toThrow(/append-only/)
  await expect(
    sql`update quote_history set event = 'accepted' where quote_id = ${quoteId}`.execute(market.db),
  ).rejects.toThrow(/append-only/)
})

test('holds that ended unsold are removed, those of an order or a quote stay', async () => {
  const buyer = await market.addBuyer()
  const listingId = await market.list({ quantity: 9 })
  const holds = [
    await market.hold(buyer, listingId, 1),
    await market.hold(buyer, listingId, 1),
    await market.hold(buyer, listingId, 1),
  ].map(({ hold_id: id }) => id)
  await sql`update holds set created_at = now() - interval '401 days' where id = any(${holds})`.execute(
    market.db,
  )
  await sql`update holds set state = 'released', attempt_id = case id when ${holds[1]} then 'att_1' end
    where id in (${holds[0]}, ${holds[1]})`.execute(market.db)
  expect(await removedBy('released_holds')).toEqual([1])
  const { rows } = await sql<{ id: string }>`select id from holds where id = any(${holds})`.execute(market.db)
  expect(new Set(rows.map(({ id }) => id))).toEqual(new Set(holds.slice(1)))
})

test('each rule finds its rows by an index', async () => {
  // Bounded by their teams and upcoming events, or indexed by the job store.
  const small = new Set(['checkout_drafts', 'attendees', 'emails'])
  for (const rule of retentionRules.filter(({ name }) => !small.has(name))) {
    const plan = await market.db.transaction().execute(async (tx) => {
      await sql`set local enable_seqscan = off`.execute(tx)
      await sql`set local enable_sort = off`.execute(tx)
      const { rows } = await sql<{ 'QUERY PLAN': string }>`explain ${dueQuery(rule, {
        from: new Date(0),
        until: new Date(),
        limit: 10,
      })}`.execute(tx)
      return rows.map((row) => row['QUERY PLAN']).join('\n')
    })
    expect(plan, rule.name).toMatch(new RegExp(`Index (Only )?Scan using \\w+ on ${rule.table} t\\b`))
    expect(plan, rule.name).not.toMatch(/\bSort\b/)
  }
})

test('two processes share a large table, skip what others have locked, and leave nothing due', async () => {
  const quoteId = await addTeamWithQuote(market)
  await addQuoteEmails(market.db, { quoteId, count: 9000, days: 366 })
  await addQuoteEmails(market.db, { quoteId, count: 5, days: 364 })
  await sql`delete from retention_runs`.execute(market.db)
  const { rows: some } = await sql<{ id: string }>`
    select id from quote_emails where requested_at < now() - interval '365 days' limit 3`.execute(market.db)
  await market.db.transaction().execute(async (tx) => {
    await sql`select from quote_emails where id = any(${some.map(({ id }) => id)}) for update`.execute(tx)
    await Promise.all([runNightly(market.db), runNightly(market.db)])
  })
  const { rows: runs } = await sql<{ removed: number }>`
    select removed from retention_runs where rule = 'quote_emails' and removed > 0`.execute(market.db)
  expect(runs.reduce((sum, { removed }) => sum + removed, 0)).toBe(8997)
  expect((await runNightly(market.db)).get('quote_emails')).toMatchObject({ removed: 3, isComplete: true })
  const { rows } = await sql<{ count: number }>`
    select count(*)::int as count from quote_emails where quote_id = ${quoteId}`.execute(market.db)
  expect(rows).toEqual([{ count: 5 }])
})

test('a run that was killed in the middle is continued by the next one', async () => {
  const quoteId = await addTeamWithQuote(market)
  await addQuoteEmails(market.db, { quoteId, count: 4100, days: 366 })
  const rule = retentionRules.find(({ name }) => name === 'quote_emails')
  if (!rule) throw new Error('no rule')
  const until = new Date(Date.now() - 365 * 86_400_000)
  expect((await removeBatch(market.db, rule, { from: new Date(0), until, limit: 2000 })).removed).toBe(2000)
  expect((await runNightly(market.db)).get('quote_emails')).toMatchObject({ removed: 2100, isComplete: true })
})
