import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { inTransaction } from '../db/transaction.ts'
import { openDatabase, type Db } from '../db/client.ts'
import { addAccount, addTeam } from '../test/factories.ts'
import { createTestDatabase, type TestDatabase } from '../test/test-database.ts'
import { forgetOldSecurityEvents, readSecurityEvents, recordSecurityEvents } from './audit.repo.ts'
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

const caller = { address: '203.0.113.9', userAgent: 'Browser/1', requestId: 'r1' }

test('a record says who, what, when, from where and with which browser', async () => {
  const teamId = await addTeam(db)
  const accountId = await addAccount(db, { teamId, username: 'Olive' })
  await recordSecurityEvents(db, {
    kind: 'login.failed',
    caller,
    accountId,
    facts: { reason: 'wrong_password' },
  })
  const [record, ...others] = await readSecurityEvents(db, { username: 'olive', limit: 10 })
  expect(others).toEqual([])
  expect(record).toMatchObject({
    kind: 'login.failed',
    actor: null,
    account: 'Olive',
    address: '203.0.113.9',
    userAgent: 'Browser/1',
    requestId: 'r1',
    facts: { reason: 'wrong_password' },
  })
  expect(Math.abs(Date.now() - (record?.at.getTime() ?? 0))).toBeLessThan(60_000)
})

test('what is undone with its transaction leaves no record of having been done', async () => {
  const undone = inTransaction(db, async (tx) => {
    await recordSecurityEvents(tx, {
      kind: 'account.approved',
      caller: serverCaller,
      facts: { email_verified: true },
    })
    throw new Error('undone')
  })
  await expect(undone).rejects.toThrow('undone')
  expect(await readSecurityEvents(db, { kind: 'account.approved', limit: 10 })).toEqual([])
})

test.each([
  ['changed', sql`update security_events set kind = 'login.succeeded'`],
  ['dated back', sql`update security_events set at = now() - interval '500 days'`],
  ['deleted', sql`delete from security_events`],
  ['emptied', sql`truncate security_events`],
])('the log cannot be %s, also not by the owner of the table', async (_, statement) => {
  await recordSecurityEvents(db, { kind: 'password.reset', caller, facts: {} })
  await expect(statement.execute(db)).rejects.toThrow('security_events is append-only')
})

test('nobody writes into the past', async () => {
  await sql`insert into security_events (at, kind, address, user_agent, facts)
    values ('2001-01-01', 'team.role_changed', '::1', '', '{}')`.execute(db)
  const [record] = await readSecurityEvents(db, { kind: 'team.role_changed', limit: 1 })
  expect(record?.at.getFullYear()).toBeGreaterThan(2020)
})

test('housekeeping takes what is older than 400 days, and nothing else', async () => {
  await inTransaction(db, async (tx) => {
    // The one way to make a record old.
    await sql`alter table security_events disable trigger security_events__dated`.execute(tx)
    await sql`insert into security_events (at, kind, address, user_agent, facts)
      select now() - make_interval(days => days), 'handover.refused', '::1', '', '{}'
      from unnest(array[399, 401]) as days`.execute(tx)
    await sql`alter table security_events enable trigger security_events__dated`.execute(tx)
  })
  expect(await forgetOldSecurityEvents(db)).toBe(1)
  expect(await readSecurityEvents(db, { kind: 'handover.refused', limit: 10 })).toHaveLength(1)
})

test('the log is read by account, kind, address and time, the newest so many', async () => {
  const teamId = await addTeam(db)
  const owner = await addAccount(db, { teamId, username: 'owner' })
  const member = await addAccount(db, { teamId, username: 'member' })
  const elsewhere = { ...caller, address: '198.51.100.7' }
  const facts = { from: 'member', to: 'owner' }
  await recordSecurityEvents(
    db,
    { kind: 'login.succeeded', caller: elsewhere, actorId: owner, accountId: owner, facts: {} },
    { kind: 'team.role_changed', caller: elsewhere, actorId: owner, accountId: member, teamId, facts },
    { kind: 'login.succeeded', caller, actorId: member, accountId: member, facts: {} },
  )
  const kinds = async (filter: object) =>
    (await readSecurityEvents(db, { limit: 100, ...filter })).map(({ kind, actor }) => `${actor} ${kind}`)
  expect(await kinds({ username: 'OWNER' })).toEqual(['owner login.succeeded', 'owner team.role_changed'])
  expect(await kinds({ username: 'member' })).toEqual(['owner team.role_changed', 'member login.succeeded'])
  expect(await kinds({ address: '198.51.100.7' })).toHaveLength(2)
  expect(await kinds({ username: 'owner', kind: 'team.role_changed' })).toEqual(['owner team.role_changed'])
  expect(await kinds({ username: 'owner', limit: 1 })).toEqual(['owner team.role_changed'])
  expect(await kinds({ username: 'owner', since: new Date(Date.now() + 60_000) })).toEqual([])
})
