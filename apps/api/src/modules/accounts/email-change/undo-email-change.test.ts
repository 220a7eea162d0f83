import { accountsRoutes } from '@terrace/contracts/accounts'
import { calendarsRoutes } from '@terrace/contracts/calendars'
import { emailChangeRoutes } from '@terrace/contracts/email-change'
import { passwordsRoutes } from '@terrace/contracts/passwords'
import { teamsRoutes } from '@terrace/contracts/teams'
import { workspaceRoutes } from '@terrace/contracts/workspace'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { readSecurityEvents } from '#api/audit/audit.repo.ts'
import { emailChanges } from '#api/test/fixtures/email-change-fixture.ts'
import { buildTestApp, type Caller, type TestApp } from '#api/test/harness/build-test-app.ts'
import { preparePasswordResetEmail } from '../account-emails.ts'
import { hashPassword } from '../passwords/password-hash.ts'

let app: TestApp
let changes: ReturnType<typeof emailChanges>
let passwordHash: string
beforeAll(async () => {
  app = await buildTestApp()
  changes = emailChanges(app)
  passwordHash = await hashPassword('terrace-demo')
})
afterAll(() => app.close())

let number = 0
const newAddress = () => `other${(number += 1)}@example.test`

async function addBuyer(): Promise<Caller & { email: string; username: string }> {
  const buyer = await app.addBuyer()
  const { email, username } = await app.db
    .updateTable('accounts')
    .set({ password_hash: passwordHash })
    .where('id', '=', buyer.accountId)
    .returning(['email', 'username'])
    .executeTakeFirstOrThrow()
  return { ...buyer, email, username }
}

/** The link to set a new password, as the address gets it after an undo. */
async function resetEmailTo(email: string) {
  const row = await app.db
    .selectFrom('password_resets')
    .select('id')
    .where('email_key', '=', email)
    .executeTakeFirst()
  return row && preparePasswordResetEmail(app.deps, row.id)
}

const logIn = (username: string, password: string) =>
  app.visitor.call(accountsRoutes.logIn, { body: { username, password } })

test('undo brings the old address back, ends all sessions and demands a new password', async () => {
  const buyer = await addBuyer()
  const undo = await changes.change(buyer, newAddress())
  expect((await buyer.call(workspaceRoutes.info)).status).toBe(200)
  expect((await changes.undo(undo)).status).toBe(200)
  expect(await changes.emailOf(buyer.accountId)).toBe(buyer.email)
  expect((await buyer.call(workspaceRoutes.info)).status).toBe(401)
  expect((await logIn(buyer.username, 'terrace-demo')).error.code).toBe('account.login_failed')
  const email = await resetEmailTo(buyer.email)
  expect(email?.email).toBe(buyer.email)
  const token = email?.link.split('/').at(-1) ?? ''
  const password = 'a password of my own'
  const reset = await app.visitor.call(passwordsRoutes.reset, {
    body: { token, password, password_confirmation: password },
  })
  expect(reset.status).toBe(200)
  expect((await logIn(buyer.username, password)).status).toBe(200)
})

test('undo ends what an intruder could come back with, and names in the log who joined meanwhile', async () => {
  const { accountId, teamId, ...buyer } = await addBuyer()
  const owner = { accountId, teamId, ...buyer }
  const calendar = async () =>
    (await owner.call(calendarsRoutes.create, { body: { kind: 'mine' } })).data.data.address.split('/').at(-1)
  const open = async (file: string | undefined) =>
    (await app.app.inject({ url: `/calendars/${file}` })).statusCode
  const old = await calendar()
  await sql`update calendar_feeds set created_at = created_at - interval '80 hours'`.execute(app.db)
  const recent = await calendar()
  await owner.call(teamsRoutes.invite, {
    body: { email: 'later@intruder.example', role: 'owner', join_link: 'http://localhost:4000/join' },
  })
  const { accountId: joinedId } = await app.addBuyer({ teamId })
  await sql`
    insert into team_invitations (id, team_id, email, team_role, account_role, invited_by, join_link, expires_at, ended_at, ended_as)
    select 'inv_joined', ${teamId}, email, 'member', 'buyer', ${accountId}, 'http://localhost:4000/join', now(), now(), 'accepted'
    from accounts where id = ${joinedId}`.execute(app.db)

  expect((await changes.undo(await changes.change(owner, newAddress()))).status).toBe(200)

  expect([await open(old), await open(recent)]).toEqual([200, 410])
  const invitations = await app.db
    .selectFrom('team_invitations')
    .select('ended_as')
    .where('email', '=', 'later@intruder.example')
    .execute()
  expect(invitations).toEqual([{ ended_as: 'withdrawn' }])
  const [entry] = await readSecurityEvents(app.db, { kind: 'account.email_change_undone', limit: 1 })
  expect(entry?.details).toMatchObject({
    ended_invitations: 1,
    revoked_api_keys: 0,
    revoked_calendars: 1,
    joined_accounts: [joinedId],
  })
})

test('undo works once, also when it is pressed twice at the same time', async () => {
  const buyer = await addBuyer()
  const undo = await changes.change(buyer, newAddress())
  const responses = await Promise.all([changes.undo(undo), changes.undo(undo)])
  expect(responses.filter(({ ok }) => ok)).toHaveLength(1)
  expect((await changes.undo(undo)).error.code).toBe('email.link_invalid')
})

test('undo works for 72 hours', async () => {
  const buyer = await addBuyer()
  const undo = await changes.change(buyer, newAddress())
  const age = (hours: number) =>
    sql`update email_changes set confirmed_at = confirmed_at - make_interval(hours => ${hours})
      where account_id = ${buyer.accountId}`.execute(app.db)
  await age(73)
  expect((await changes.undo(undo)).error.code).toBe('email.link_invalid')
  await age(-2)
  expect((await changes.undo(undo)).status).toBe(200)
})

test('undo of the first change wins over a second one, whose undo then ends', async () => {
  const buyer = await addBuyer()
  const [second, third] = [newAddress(), newAddress()]
  const undoFirst = await changes.change(buyer, second)
  const undoSecond = await changes.change(buyer, third)
  expect((await changes.undo(undoFirst)).status).toBe(200)
  expect(await changes.emailOf(buyer.accountId)).toBe(buyer.email)
  expect((await changes.undo(undoSecond)).error.code).toBe('email.link_invalid')
  // The addresses of the undone changes are free again.
  const other = await addBuyer()
  await changes.change(other, second)
  expect(await changes.emailOf(other.accountId)).toBe(second)
})

test('undo of the second change leaves the first one, which can be undone as well', async () => {
  const buyer = await addBuyer()
  const second = newAddress()
  const undoFirst = await changes.change(buyer, second)
  const undoSecond = await changes.change(buyer, newAddress())
  expect((await changes.undo(undoSecond)).status).toBe(200)
  expect(await changes.emailOf(buyer.accountId)).toBe(second)
  expect((await changes.undo(undoFirst)).status).toBe(200)
  expect(await changes.emailOf(buyer.accountId)).toBe(buyer.email)
})

test('undo and a second confirmation at the same time leave the old address', async () => {
  const buyer = await addBuyer()
  const undo = await changes.change(buyer, newAddress())
  const token = await changes.requestedToken(buyer, newAddress())
  const [undone] = await Promise.all([changes.undo(undo), changes.confirm(token)])
  expect(undone.status).toBe(200)
  expect(await changes.emailOf(buyer.accountId)).toBe(buyer.email)
  expect((await changes.confirm(token)).error.code).toBe('email.link_invalid')
})

test('a change that waits ends with the undo', async () => {
  const buyer = await addBuyer()
  const undo = await changes.change(buyer, newAddress())
  const token = await changes.requestedToken(buyer, newAddress())
  await changes.undo(undo)
  expect((await changes.confirm(token)).error.code).toBe('email.link_invalid')
})

test('a passkey that was added with the change goes; one of long before stays', async () => {
  const buyer = await addBuyer()
  const undo = await changes.change(buyer, newAddress())
  const add = (id: string, days: number) =>
    app.db
      .insertInto('account_passkeys')
      .values({
        id,
        account_id: buyer.accountId,
        credential_id: Buffer.from(id),
        rp_id: 'localhost',
        public_key: Buffer.from('x'),
        sign_count: 0,
        transports: [],
        name: id,
        created_at: new Date(Date.now() - days * 86_400_000),
      })
      .execute()
  await add('psk_long_before', 9)
  await add('psk_shortly_before', 1)
  await changes.undo(undo)
  const left = await app.db
    .selectFrom('account_passkeys')
    .select('id')
    .where('account_id', '=', buyer.accountId)
    .execute()
  expect(left).toEqual([{ id: 'psk_long_before' }])
})

test('a suspended account gets its address back and stays suspended; a closed one does not', async () => {
  const [suspended, closed] = [await addBuyer(), await addBuyer()]
  await app.addBuyer({ teamId: closed.teamId })
  const undoSuspended = await changes.change(suspended, newAddress())
  const undoClosed = await changes.change(closed, newAddress())
  const setStatus = (accountId: string, status: 'suspended' | 'removed') =>
    app.db.updateTable('accounts').set({ status }).where('id', '=', accountId).execute()
  await setStatus(suspended.accountId, 'suspended')
  await setStatus(closed.accountId, 'removed')
  expect((await changes.undo(undoSuspended)).status).toBe(200)
  expect(await changes.emailOf(suspended.accountId)).toBe(suspended.email)
  expect(await resetEmailTo(suspended.email)).toBeUndefined()
  expect((await changes.undo(undoClosed)).error.code).toBe('email.link_invalid')
})

test('opening the links changes nothing', async () => {
  const buyer = await addBuyer()
  const token = await changes.requestedToken(buyer, newAddress())
  for (const url of [
    `/change-email/${token}`,
    '/api/auth/email-change/confirm',
    '/api/auth/email-change/undo',
  ])
    await app.app.inject({ method: 'GET', url })
  expect(await changes.emailOf(buyer.accountId)).toBe(buyer.email)
  expect((await buyer.call(emailChangeRoutes.read)).data.data.pending).not.toBeNull()
})
