import { calendarsRoutes, maxCalendarFeeds } from '@terrace/contracts/calendars'
import { teamsRoutes } from '@terrace/contracts/teams'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { buildCalendarFixture } from '#api/test/fixtures/calendar-fixture.ts'
import type { Caller } from '#api/test/harness/build-test-app.ts'
import { purgeRevokedCalendarFeeds } from './calendar-feeds.repo.ts'

let market: Awaited<ReturnType<typeof buildCalendarFixture>>
let buyer: Caller
beforeAll(async () => {
  market = await buildCalendarFixture()
  buyer = await market.addBuyer()
})
afterAll(() => market.close())

const list = async (by: Caller) => (await by.call(calendarsRoutes.list)).data.data
const revoke = (by: Caller, id: string) => by.call(calendarsRoutes.revoke, { params: { calendar_id: id } })
const statusOf = async (address: string) => (await market.fetchFeed(address)).statusCode

test('an address works without login, is shown once and stored as a hash', async () => {
  const by = await market.addBuyer()
  const created = await market.subscribe(by, { kind: 'venue', venue_id: market.venueId })
  expect(created.address).toMatch(/^\/calendars\/[\w-]{43}\.ics$/)
  const { address, ...feed } = created
  expect(await list(by)).toEqual([feed])
  const response = await market.fetchFeed(address)
  expect(response.statusCode).toBe(200)
  expect(response.headers).toMatchObject({
    'content-type': 'text/calendar; charset=utf-8',
    'cache-control': 'private, max-age=300',
    'referrer-policy': 'no-referrer',
    'x-robots-tag': 'noindex, nofollow',
  })
  const { rows } = await sql<{ row: string }>`
    select f::text || encode(f.token_hash, 'escape') as row from calendar_feeds f where id = ${feed.id}`.execute(
    market.db,
  )
  expect(rows[0]?.row).not.toContain(address.slice('/calendars/'.length, -4))
})

test('an unchanged calendar is not sent again', async () => {
  const { address } = await market.subscribe(buyer, { kind: 'venue', venue_id: market.venueId })
  const etag = String((await market.fetchFeed(address)).headers['etag'])
  const again = await market.fetchFeed(address, { 'if-none-match': `"other", ${etag}` })
  expect([again.statusCode, again.body]).toEqual([304, ''])
  await sql`update events set title = title || '!' where id = ${market.eventId}`.execute(market.db)
  expect((await market.fetchFeed(address, { 'if-none-match': etag })).statusCode).toBe(200)
})

test('the list says when a calendar app last read the address', async () => {
  const by = await market.addBuyer()
  const { address } = await market.subscribe(by, { kind: 'mine' })
  expect(await list(by)).toMatchObject([{ title: 'My holds and orders', slug: null, fetched_at: null }])
  await market.fetchFeed(address)
  const [{ fetched_at: first } = {}] = await list(by)
  expect(Date.parse(first ?? '')).toBeGreaterThan(Date.now() - 60_000)
  await market.fetchFeed(address)
  expect(await list(by)).toMatchObject([{ fetched_at: first }])
})

test('a revoked address is gone, and an unknown one is not found', async () => {
  const by = await market.addBuyer()
  const { id, address } = await market.subscribe(by, { kind: 'mine' })
  expect((await revoke(by, id)).data).toEqual({ data: { id } })
  const gone = await market.fetchFeed(address)
  expect([gone.statusCode, gone.json().code]).toEqual([410, 'calendar.revoked'])
  expect(await list(by)).toEqual([])
  expect((await revoke(by, id)).error.code).toBe('calendar.not_found')
  const other = address.replace(/.{4}\.ics$/, 'AAAA.ics')
  for (const path of [other, '/calendars/short.ics', '/calendars/.ics', address.replace('.ics', '.txt')]) {
    const unknown = await market.fetchFeed(path)
    expect([path, unknown.statusCode, unknown.json().code]).toEqual([path, 404, 'calendar.not_found'])
  }
})

test('a new address of the same calendar ends the old one', async () => {
  const by = await market.addBuyer()
  const old = await market.subscribe(by, { kind: 'venue', venue_id: market.venueId })
  const replace = () => by.call(calendarsRoutes.replace, { params: { calendar_id: old.id } })
  const replaced = (await replace()).data.data
  expect(replaced).toMatchObject({ kind: 'venue', title: old.title, slug: old.slug })
  expect(await list(by)).toMatchObject([{ id: replaced.id }])
  expect([await statusOf(old.address), await statusOf(replaced.address)]).toEqual([410, 200])
  expect((await replace()).error.code).toBe('calendar.not_found')
})

test('of two replacements at once, one wins', async () => {
  const by = await market.addBuyer()
  const { id } = await market.subscribe(by, { kind: 'mine' })
  const results = await Promise.all(
    [1, 2, 3, 4].map(() => by.call(calendarsRoutes.replace, { params: { calendar_id: id } })),
  )
  expect(results.filter(({ ok }) => ok)).toHaveLength(1)
  expect(await list(by)).toHaveLength(1)
})

test('a colleague and another team can neither see nor end an address', async () => {
  const { id, address } = await market.subscribe(buyer, { kind: 'mine' })
  const colleague = await market.addBuyer({ teamId: buyer.teamId, teamRole: 'member' })
  for (const by of [colleague, await market.addBuyer()]) {
    expect(await list(by)).toEqual([])
    expect((await revoke(by, id)).error.code).toBe('calendar.not_found')
    const replaced = await by.call(calendarsRoutes.replace, { params: { calendar_id: id } })
    expect(replaced.error.code).toBe('calendar.not_found')
  }
  expect(await statusOf(address)).toBe(200)
})

test('the address of a suspended account or a removed member ends', async () => {
  const owner = await market.addBuyer()
  const member = await market.addBuyer({ teamId: owner.teamId, teamRole: 'member' })
  const { address } = await market.subscribe(member, { kind: 'mine' })
  const setStatus = (status: string) =>
    sql`update accounts set status = ${status} where id = ${member.accountId}`.execute(market.db)
  await setStatus('suspended')
  expect(await statusOf(address)).toBe(410)
  await setStatus('active')
  expect(await statusOf(address)).toBe(200)
  await owner.call(teamsRoutes.remove, { params: { id: member.accountId } })
  expect(await statusOf(address)).toBe(410)
})

test.each([
  ['an unknown venue', { kind: 'venue', venue_id: 2_000_000_000 }, 404, 'calendar.subject_not_found'],
  [
    'an unknown performer',
    { kind: 'performer', performer_id: 2_000_000_000 },
    404,
    'calendar.subject_not_found',
  ],
  ['an unknown kind', { kind: 'all' }, 422, 'input.invalid'],
  ['a venue without its id', { kind: 'venue' }, 422, 'input.invalid'],
  ['an id that does not fit', { kind: 'venue', venue_id: 3e9 }, 422, 'input.invalid'],
  ['the id of something else', { kind: 'mine', venue_id: 1 }, 422, 'input.invalid'],
])('%s is rejected', async (_, body, status, code) => {
  const by = await market.addBuyer()
  const response = await market.app.inject({
    method: 'POST',
    url: '/api/trade/calendars',
    payload: body,
    headers: { authorization: `Bearer ${by.token}` },
  })
  expect([response.statusCode, response.json().code]).toEqual([status, code])
  expect(await list(by)).toEqual([])
})

test('an account has a limited number of addresses, also when it asks for several at once', async () => {
  const by = await market.addBuyer()
  await sql`
    insert into calendar_feeds (id, account_id, kind, token_hash, created_at)
    select 'cal_' || ${by.accountId} || n, ${by.accountId}, 'mine', sha256((${by.accountId} || n)::bytea), now()
    from generate_series(2, ${maxCalendarFeeds}) n`.execute(market.db)
  const results = await Promise.all(
    [1, 2, 3].map(() => by.call(calendarsRoutes.create, { body: { kind: 'mine' } })),
  )
  expect(results.filter(({ ok }) => ok)).toHaveLength(1)
  expect(results.find(({ ok }) => !ok)?.error.code).toBe('calendar.too_many')
  const [newest] = await list(by)
  await revoke(by, newest?.id ?? '')
  expect((await by.call(calendarsRoutes.create, { body: { kind: 'mine' } })).ok).toBe(true)
})

test('one address is read at most 30 times a minute, by all callers together', async () => {
  const [busy, other] = [
    await market.subscribe(buyer, { kind: 'mine' }),
    await market.subscribe(buyer, { kind: 'mine' }),
  ]
  const reads = []
  for (let index = 0; index < 31; index += 1)
    reads.push(await market.app.inject({ url: busy.address, remoteAddress: `203.0.113.${index}` }))
  const limited = reads.filter(({ statusCode }) => statusCode === 429)
  expect(limited).toEqual([reads.at(-1)])
  expect(Number(limited[0]?.headers['retry-after'])).toBeGreaterThan(0)
  expect(await statusOf(other.address)).toBe(200)
})

test('creating and revoking an address is in the audit log, without the address', async () => {
  const by = await market.addBuyer()
  const { id, address } = await market.subscribe(by, { kind: 'mine' })
  await revoke(by, id)
  const { rows } = await sql<{ kind: string; row: string }>`
    select kind, s::text as row from security_events s where account_id = ${by.accountId} order by id`.execute(
    market.db,
  )
  expect(rows.map(({ kind }) => kind)).toEqual(['calendar.address_created', 'calendar.address_revoked'])
  for (const { row } of rows) expect(row).not.toContain(address.slice('/calendars/'.length, -4))
})

test('addresses that were revoked long ago are deleted', async () => {
  const by = await market.addBuyer()
  const [old, recent] = [
    await market.subscribe(by, { kind: 'mine' }),
    await market.subscribe(by, { kind: 'mine' }),
  ]
  for (const { id } of [old, recent]) await revoke(by, id)
  await sql`update calendar_feeds set revoked_at = now() - interval '401 days' where id = ${old.id}`.execute(
    market.db,
  )
  expect(await purgeRevokedCalendarFeeds(market.db)).toBe(1)
  expect([await statusOf(old.address), await statusOf(recent.address)]).toEqual([404, 410])
})
