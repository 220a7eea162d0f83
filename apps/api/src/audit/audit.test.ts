import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { inTransaction } from '#api/db/transaction.ts'
import { openDatabase, type Db } from '#api/db/client.ts'
import { runNightly } from '#api/test/fixtures/run-nightly.ts'
import { addAccount, addTeam } from '#api/test/fixtures/factories.ts'
import { createTestDatabase, type TestDatabase } from '#api/test/harness/test-database.ts'
import { readSecurityEvents, recordSecurityEvents } from './audit.repo.ts'
import { serverCaller } from './caller.ts'

let database: TestDatabase
let db: Db
beforeAll(async () => {
  database = await createTestDatabase()
  db = openDatabase({ url: database.databaseUrl, poolSize: 2 }).db
})
afterAll(async () => {
  await db.destroy()
  await database.drop()
})

const caller = { ipAddress: '203.0.113.9', userAgent: 'Browser/1', requestId: 'r1' }

test('a record contains the account, event, time, IP address and browser', async () => {
  const teamId = await addTeam(db)
  const accountId = await addAccount(db, { teamId, username: 'Olive' })
  await recordSecurityEvents(db, {
    kind: 'login.failed',
    caller,
    accountId,
    details: { reason: 'wrong_password' },
  })
  const [record, ...others] = await readSecurityEvents(db, { username: 'olive', limit: 10 })
  expect(others).toEqual([])
  expect(record).toMatchObject({
    kind: 'login.failed',
    actor: null,
    account: 'Olive',
    ipAddress: '203.0.113.9',
    userAgent: 'Browser/1',
    requestId: 'r1',
    details: { reason: 'wrong_password' },
  })
  expect(Math.abs(Date.now() - (record?.at.getTime() ?? 0))).toBeLessThan(60_000)
})

test('a rolled-back transaction leaves no record', async () => {
  const rolledBack = inTransaction(db, async (tx) => {
    await recordSecurityEvents(tx, {
      kind: 'account.approved',
      caller: serverCaller,
      details: { email_verified: true },
    })
    throw new Error('rolled back')
  })
  await expect(rolledBack).rejects.toThrow('rolled back')
  expect(await readSecurityEvents(db, { kind: 'account.approved', limit: 10 })).toEqual([])
})

test.each([
  ['changed', sql`update security_events set kind = 'login.succeeded'`],
  ['backdated', sql`update security_events set at = now() - interval '500 days'`],
  ['deleted', sql`delete from security_events`],
  ['emptied', sql`truncate security_events`],
])('the log cannot be %s, even by the table owner', async (_, statement) => {
  await recordSecurityEvents(db, { kind: 'password.reset', caller, details: {} })
  await expect(statement.execute(db)).rejects.toThrow('security_events is append-only')
})

test('events cannot be backdated', async () => {
  await sql`insert into security_events (at, kind, ip_address, user_agent, details)
    values ('2001-01-01', 'team.role_changed', '::1', '', '{}')`.execute(db)
  const [record] = await readSecurityEvents(db, { kind: 'team.role_changed', limit: 1 })
  expect(record?.at.getFullYear()).toBeGreaterThan(2020)
})

test('purging deletes records older than 400 days and no others', async () => {
  await inTransaction(db, async (tx) => {
    // The only way to backdate a record.
    await sql`alter table security_events disable trigger security_events__set_time`.execute(tx)
    await sql`insert into security_events (at, kind, ip_address, user_agent, details)
      select now() - make_interval(days => days), 'handover.rejected', '::1', '', '{}'
      from unnest(array[399, 401]) as days`.execute(tx)
    await sql`alter table security_events enable trigger security_events__set_time`.execute(tx)
  })
  expect((await runNightly(db)).get('security_events')?.removed).toBe(1)
  expect(await readSecurityEvents(db, { kind: 'handover.rejected', limit: 10 })).toHaveLength(1)
})

test('the log is filtered by account, kind, IP address and time and limited to the newest', async () => {
  const teamId = await addTeam(db)
  const owner = await addAccount(db, { teamId, username: 'owner' })
  const member = await addAccount(db, { teamId, username: 'member' })
  const otherCaller = { ...caller, ipAddress: '198.51.100.7' }
  const details = { from: 'member', to: 'owner', ended_invitations: 0 }
  await recordSecurityEvents(
    db,
    { kind: 'login.succeeded', caller: otherCaller, actorId: owner, accountId: owner, details: {} },
    { kind: 'team.role_changed', caller: otherCaller, actorId: owner, accountId: member, teamId, details },
    { kind: 'login.succeeded', caller, actorId: member, accountId: member, details: {} },
  )
  const kinds = async (filter: object) =>
    (await readSecurityEvents(db, { limit: 100, ...filter })).map(({ kind, actor }) => `${actor} ${kind}`)
  expect(await kinds({ username: 'OWNER' })).toEqual(['owner login.succeeded', 'owner team.role_changed'])
  expect(await kinds({ username: 'member' })).toEqual(['owner team.role_changed', 'member login.succeeded'])
  expect(await kinds({ ipAddress: '198.51.100.7' })).toHaveLength(2)
  expect(await kinds({ username: 'owner', kind: 'team.role_changed' })).toEqual(['owner team.role_changed'])
  expect(await kinds({ username: 'owner', limit: 1 })).toEqual(['owner team.role_changed'])
  expect(await kinds({ username: 'owner', since: new Date(Date.now() + 60_000) })).toEqual([])
})
