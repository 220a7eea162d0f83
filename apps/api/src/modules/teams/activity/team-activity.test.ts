import { teamActivityRoutes } from '@terrace/contracts/team-activity'
import { teamLegalDetailsRoutes } from '@terrace/contracts/team-legal-details'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { readSecurityEvents, recordSecurityEvents } from '#api/audit/audit.repo.ts'
import { serverCaller } from '#api/audit/caller.ts'
import { buildTestApp, type Caller, type TestApp } from '#api/test/harness/build-test-app.ts'

let app: TestApp
beforeAll(async () => {
  app = await buildTestApp()
})
afterAll(() => app.close())

type Query = Partial<Record<'search' | 'group' | 'from' | 'to' | 'page' | 'per_page', string>>
// Queries are text on the wire; the contract reads them.
const list = (by: Caller, query: Query = {}) => by.call(teamActivityRoutes.list, { query: query as never })
const rowsOf = async (by: Caller, query: Query = {}) => (await list(by, query)).data.data

const rename = ({ accountId }: Caller, first: string, last: string) =>
  sql`update accounts set first_name = ${first}, last_name = ${last} where id = ${accountId}`.execute(app.db)

async function teamOfTwo() {
  const owner = await app.addBuyer()
  const member = await app.addBuyer({ teamId: owner.teamId, teamRole: 'member' })
  await rename(owner, 'Ada', 'Owner')
  await rename(member, 'Ben', 'Member')
  return { owner, member, teamId: owner.teamId }
}
const from = (ipAddress: string) => ({ ipAddress, userAgent: 'Mozilla/5.0 (Windows NT 10.0) Firefox/140.0' })

test('owners see who did what, when and from which network; operators are "Terrace support"', async () => {
  const { owner, member, teamId } = await teamOfTwo()
  const body = { legal_name: 'Harbour GmbH', address: '1 Quay', tax_number: '' }
  await owner.call(teamLegalDetailsRoutes.change, { body })
  await recordSecurityEvents(
    app.db,
    // Entries of logins that failed early name an account only.
    {
      kind: 'login.locked',
      caller: from('203.0.113.77'),
      accountId: member.accountId,
      details: { wait_seconds: 9 },
    },
    {
      kind: 'account.suspended',
      caller: { ipAddress: 'terminal', userAgent: 'anna-of-support' },
      accountId: member.accountId,
      teamId,
      details: {},
    },
    {
      kind: 'refund.succeeded',
      caller: serverCaller,
      teamId,
      details: { order_id: 'ord_1', line_id: 'oln_1', refund_id: 'rfd_1', before: {}, after: {} },
    },
  )
  const rows = await rowsOf(owner)
  expect(
    rows.map(({ person, action, detail, network, device }) => [person, action, detail, network, device]),
  ).toEqual([
    ['Terrace', 'Refund paid', '', '', ''],
    ['Terrace support', 'Suspended an account', 'Ben Member', '', ''],
    [
      'Not logged in',
      'Login paused after failed attempts',
      'Ben Member',
      '203.0.113.0/24',
      'Firefox on Windows',
    ],
    ['Ada Owner', 'Changed invoice details', 'legal name, address', '127.0.0.0/24', expect.any(String)],
  ])
  expect((await list(member)).error.code).toBe('team.not_owner')
})

test('nothing of other teams appears: no entries, names, addresses or devices', async () => {
  const { owner, teamId } = await teamOfTwo()
  const other = await teamOfTwo()
  const seller = await app.addBuyer({ role: 'seller' })
  await rename(seller, 'Sally', 'Seller')
  const operator = await app.addBuyer({ role: 'operator' })
  await rename(operator, 'Olga', 'Operator')
  await rename(other.owner, 'Otto', 'Other')
  const delivered = {
    kind: 'order.tickets_delivered' as const,
    teamId,
    details: {
      order_id: 'ord_1',
      line_id: 'oln_1',
      seller_team_id: seller.teamId,
      kind: 'file',
      tickets: 'all',
      before: {},
      after: {},
    },
  }
  await recordSecurityEvents(
    app.db,
    { ...delivered, caller: from('198.51.100.9'), actorId: seller.accountId },
    { ...delivered, caller: from('198.51.100.8'), actorId: operator.accountId },
    {
      kind: 'team.member_left',
      caller: from('198.51.100.7'),
      teamId,
      accountId: other.owner.accountId,
      details: { ended_invitations: 0 },
    },
    {
      kind: 'login.locked',
      caller: from('192.0.2.1'),
      accountId: other.member.accountId,
      details: { wait_seconds: 9 },
    },
    {
      kind: 'password.changed',
      caller: from('192.0.2.2'),
      actorId: other.owner.accountId,
      teamId: other.teamId,
      details: {},
    },
  )
  const { data, text } = await list(owner)
  expect(data.data.map(({ person, action }) => [person, action])).toEqual([
    ['Not logged in', 'Left the team'],
    ['Terrace support', 'Delivered tickets'],
    ['Another team', 'Delivered tickets'],
  ])
  expect(text).not.toMatch(/Sally|Olga|Otto|192\.0|198\.51\.100\.[89]|tm_|usr_/)
  expect(data.data[2]).toMatchObject({ network: '', device: '' })
  const csv = (await owner.call(teamActivityRoutes.export, { query: {} })).data.data.csv
  expect(csv).not.toMatch(/Sally|Olga|Otto|192\.0|tm_|usr_/)
})

test('entries are filtered by person, kind and day, and paged without gaps', async () => {
  const { owner, member, teamId } = await teamOfTwo()
  const by = (actorId: string, kind: 'session.logged_out' | 'team.second_factor_optional') => ({
    kind,
    caller: from('203.0.113.5'),
    actorId,
    accountId: actorId,
    teamId,
    details: {},
  })
  await recordSecurityEvents(
    app.db,
    ...Array.from({ length: 5 }, () => by(owner.accountId, 'session.logged_out')),
    by(member.accountId, 'session.logged_out'),
    by(member.accountId, 'team.second_factor_optional'),
  )
  expect(await rowsOf(owner, { search: 'ben mem' })).toHaveLength(2)
  expect(await rowsOf(owner, { search: 'BEN', group: 'team' })).toHaveLength(1)
  expect(await rowsOf(owner, { search: '%' })).toEqual([])
  const support = { ipAddress: 'terminal', userAgent: 'anna-of-support' }
  await recordSecurityEvents(app.db, { kind: 'account.suspended', caller: support, teamId, details: {} })
  expect(await rowsOf(owner, { search: 'terrace supp' })).toHaveLength(1)
  expect(await rowsOf(owner, { search: 'anna' })).toEqual([])
  expect(await rowsOf(owner, { group: 'orders' })).toEqual([])
  const today = new Date().toISOString().slice(0, 10)
  expect(await rowsOf(owner, { from: today, to: today })).toHaveLength(8)
  expect(await rowsOf(owner, { to: '2020-01-01' })).toEqual([])
  const pages = [
    await list(owner, { per_page: '3' }),
    await list(owner, { per_page: '3', page: '2' }),
    await list(owner, { per_page: '3', page: '3' }),
  ]
  expect(pages.map(({ data }) => data.data.length)).toEqual([3, 3, 2])
  expect(new Set(pages.flatMap(({ data }) => data.data.map(({ id }) => id))).size).toBe(8)
  expect((await list(owner, { per_page: '3', page: '9' })).data.meta).toMatchObject({
    total: 8,
    last_page: 3,
  })
  const wrong = await list(owner, { group: 'secrets', from: '2026-02-02', to: '2026-01-01' })
  expect([wrong.status, Object.keys(wrong.error.errors['fields'] ?? {})]).toEqual([422, ['group']])
})

test('the CSV has what the filter shows, cannot run formulas, and is recorded', async () => {
  const { owner, member, teamId } = await teamOfTwo()
  await rename(member, '=HYPERLINK("x")', 'Member')
  await recordSecurityEvents(app.db, {
    kind: 'password.changed',
    caller: from('203.0.113.5'),
    actorId: member.accountId,
    teamId,
    details: {},
  })
  const { csv, filename } = (await owner.call(teamActivityRoutes.export, { query: { group: 'access' } })).data
    .data
  expect(filename).toBe('activity.csv')
  expect(csv.trim().split('\r\n')).toHaveLength(2)
  expect(csv).toContain(`"'=HYPERLINK(""x"") Member",Changed the password,,203.0.113.0/24,Firefox on Windows`)
  const [entry] = await readSecurityEvents(app.db, { kind: 'team.activity_exported', teamId, limit: 1 })
  expect(entry?.details).toEqual({ count: 1 })
  expect((await member.call(teamActivityRoutes.export, { query: {} })).error.code).toBe('team.not_owner')
})
