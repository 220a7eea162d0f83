import { emailChangeRoutes } from '@terrace/contracts/email-change'
import { passwordsRoutes } from '@terrace/contracts/passwords'
import { signUpRoutes } from '@terrace/contracts/sign-up'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { readSecurityEvents } from '#api/audit/audit.repo.ts'
import { emailChanges } from '#api/test/fixtures/email-change-fixture.ts'
import { buildTestApp, type Caller, type TestApp } from '#api/test/harness/build-test-app.ts'
import { hashPassword } from '../passwords/password-hash.ts'
import { prepareEmailChangeEmail } from './prepare-emails.ts'

let app: TestApp
let changes: ReturnType<typeof emailChanges>
beforeAll(async () => {
  app = await buildTestApp()
  changes = emailChanges(app)
})
afterAll(() => app.close())

let number = 0
const newAddress = () => `new${(number += 1)}@example.test`
const read = async (buyer: Caller) => (await buyer.call(emailChangeRoutes.read)).data.data

async function setStatus(accountId: string, status: 'active' | 'suspended' | 'removed'): Promise<void> {
  await app.db.updateTable('accounts').set({ status }).where('id', '=', accountId).execute()
}

const age = (table: 'email_changes' | 'email_change_tokens', hours: number) =>
  table === 'email_changes'
    ? sql`update email_changes set requested_at = requested_at - make_interval(hours => ${hours})`.execute(
        app.db,
      )
    : sql`update email_change_tokens set expires_at = expires_at - make_interval(hours => ${hours})`.execute(
        app.db,
      )

test('the address changes once the link that was sent to the new one is confirmed', async () => {
  const buyer = await app.addBuyer()
  const before = await changes.emailOf(buyer.accountId)
  const email = newAddress()
  const token = await changes.requestedToken(buyer, email)
  expect(await read(buyer)).toMatchObject({ email: before, pending: { email }, undo_until: null })
  expect((await changes.confirm(token)).data.message).toBe('Your email address has been changed')
  expect(await read(buyer)).toMatchObject({ email, verified: true, pending: null })
  const undoUntil = Date.parse((await read(buyer)).undo_until ?? '')
  expect(undoUntil - Date.now()).toBeGreaterThan(71 * 3_600_000)
})

test('a request needs reauthentication', async () => {
  const buyer = await app.addBuyer()
  await sql`update sessions set password_proven_at = null where account_id = ${buyer.accountId}`.execute(
    app.db,
  )
  expect((await changes.request(buyer, newAddress())).error.code).toBe('session.factor_required')
  expect((await read(buyer)).pending).toBeNull()
})

test.each([
  ['', 'Email address is required'],
  ['jo@', 'Please enter valid email address'],
  [`${'j'.repeat(250)}@example.test`, 'Please enter valid email address'],
])('%j is no address', async (email, message) => {
  const buyer = await app.addBuyer()
  const rejected = await changes.request(buyer, email)
  expect(rejected.status).toBe(422)
  expect(rejected.error.errors['fields']).toEqual({ email: [message] })
})

test('the own address is refused, in any case', async () => {
  const buyer = await app.addBuyer()
  const rejected = await changes.request(buyer, (await changes.emailOf(buyer.accountId)).toUpperCase())
  expect(rejected.error.code).toBe('email.same_address')
  expect(rejected.error.errors['fields']).toEqual({ email: ['This is already your email address'] })
})

test('for an address of another account the response is the same, and its owner learns of the attempt', async () => {
  const [buyer, owner] = [await app.addBuyer(), await app.addBuyer()]
  const theirs = await changes.emailOf(owner.accountId)
  const response = await changes.request(buyer, theirs)
  expect(response.data.data).toMatchObject({ pending: { email: theirs } })
  expect(Object.keys(response.data.data)).toEqual(Object.keys(await read(owner)))
  const email = await prepareEmailChangeEmail(app.deps, await changes.newestChange(buyer.accountId))
  expect(email).toEqual({ email: theirs, firstName: 'Jo', link: undefined })
})

test('a link works once, for 24 hours, and for its own purpose only', async () => {
  const buyer = await app.addBuyer()
  const token = await changes.requestedToken(buyer, newAddress())
  expect((await changes.undo(token)).error.code).toBe('email.link_invalid')
  expect((await changes.confirm(`${token}x`)).error.code).toBe('email.link_invalid')
  await age('email_change_tokens', 25)
  expect((await changes.confirm(token)).error.code).toBe('email.link_invalid')
  await age('email_change_tokens', -25)
  expect((await changes.confirm(token)).status).toBe(200)
  expect((await changes.confirm(token)).error.code).toBe('email.link_invalid')
  expect((await changes.confirm(await changes.undoToken(buyer))).error.code).toBe('email.link_invalid')
})

test('only a hash of the link is stored', async () => {
  const buyer = await app.addBuyer()
  const token = await changes.requestedToken(buyer, newAddress())
  const { rows } = await sql<{ line: string }>`select t::text as line from email_change_tokens t`.execute(
    app.db,
  )
  expect(rows.map(({ line }) => line).join()).not.toContain(Buffer.from(token).toString('hex'))
  expect(rows.map(({ line }) => line).join()).not.toContain(token)
})

test('a request for another address replaces the first; one for the same address keeps both links', async () => {
  const buyer = await app.addBuyer()
  const [first, second] = [newAddress(), newAddress()]
  const firstToken = await changes.requestedToken(buyer, first)
  const secondToken = await changes.requestedToken(buyer, second)
  expect((await read(buyer)).pending?.email).toBe(second)
  expect((await changes.confirm(firstToken)).error.code).toBe('email.link_invalid')
  expect((await buyer.call(emailChangeRoutes.resend)).status).toBe(200)
  expect((await changes.confirm(secondToken)).status).toBe(200)
  expect(await changes.emailOf(buyer.accountId)).toBe(second)
  expect((await read(buyer)).pending).toBeNull()
})

test('a cancelled change cannot be confirmed, sent again or cancelled twice', async () => {
  const buyer = await app.addBuyer()
  const token = await changes.requestedToken(buyer, newAddress())
  expect((await buyer.call(emailChangeRoutes.cancel)).data.data.pending).toBeNull()
  expect((await changes.confirm(token)).error.code).toBe('email.link_invalid')
  expect((await buyer.call(emailChangeRoutes.cancel)).error.code).toBe('email.nothing_pending')
  expect((await buyer.call(emailChangeRoutes.resend)).error.code).toBe('email.nothing_pending')
})

test('after a day nothing is pending', async () => {
  const buyer = await app.addBuyer()
  await changes.requestedToken(buyer, newAddress())
  await age('email_changes', 25)
  expect((await read(buyer)).pending).toBeNull()
  expect((await buyer.call(emailChangeRoutes.resend)).error.code).toBe('email.nothing_pending')
})

test('the sixth request of an hour has to wait', async () => {
  const buyer = await app.addBuyer()
  for (let count = 0; count < 5; count += 1) await changes.request(buyer, newAddress())
  const rejected = await changes.request(buyer, newAddress())
  expect(rejected.status).toBe(429)
  expect(rejected.error.code).toBe('email.too_many_requests')
})

test('one address gets at most five emails per hour, and no one learns of it', async () => {
  const email = newAddress()
  const eventsBefore = await countEvents()
  for (let count = 0; count < 7; count += 1) {
    expect((await changes.request(await app.addBuyer(), email)).data.data.pending?.email).toBe(email)
  }
  expect(await countEvents()).toBe(eventsBefore + 5)
})

async function countEvents(): Promise<number> {
  const { count } = await app.db
    .selectFrom('outbox')
    .select(sql<number>`count(*)::int`.as('count'))
    .where('topic', '=', 'email_change.requested')
    .executeTakeFirstOrThrow()
  return count
}

test.each(['suspended', 'removed'] as const)('a %s account cannot confirm', async (status) => {
  const buyer = await app.addBuyer()
  await app.addBuyer({ teamId: buyer.teamId })
  const before = await changes.emailOf(buyer.accountId)
  const token = await changes.requestedToken(buyer, newAddress())
  await setStatus(buyer.accountId, status)
  expect((await changes.confirm(token)).error.code).toBe('email.link_invalid')
  expect(await changes.emailOf(buyer.accountId)).toBe(before)
})

test('a new password ends the change that waits', async () => {
  const buyer = await app.addBuyer()
  await app.db
    .updateTable('accounts')
    .set({ password_hash: await hashPassword('terrace-demo') })
    .where('id', '=', buyer.accountId)
    .execute()
  const token = await changes.requestedToken(buyer, newAddress())
  const body = { password: 'new password', password_confirmation: 'new password' }
  const changed = await buyer.call(passwordsRoutes.change, {
    body: { ...body, current_password: 'terrace-demo' },
  })
  expect(changed.status).toBe(200)
  expect((await changes.confirm(token)).error.code).toBe('email.link_invalid')
})

test('of two confirmations at the same time one changes the address', async () => {
  const buyer = await app.addBuyer()
  const email = newAddress()
  const token = await changes.requestedToken(buyer, email)
  await buyer.call(emailChangeRoutes.resend)
  const statuses = await Promise.all([changes.confirm(token), changes.confirm(token), changes.confirm(token)])
  expect(statuses.filter(({ ok }) => ok)).toHaveLength(1)
  const done = await app.db
    .selectFrom('email_changes')
    .select('id')
    .where('account_id', '=', buyer.accountId)
    .where('confirmed_at', 'is not', null)
    .execute()
  expect(done).toHaveLength(1)
})

test('of two accounts that confirm one address at the same time one gets it', async () => {
  const buyers = [await app.addBuyer(), await app.addBuyer()]
  const email = newAddress()
  const tokens = await Promise.all(buyers.map((buyer) => changes.requestedToken(buyer, email)))
  const responses = await Promise.all(tokens.map((token) => changes.confirm(token)))
  expect(responses.filter(({ ok }) => ok)).toHaveLength(1)
  expect(responses.find(({ ok }) => !ok)?.error.code).toBe('email.address_taken')
  const loser = buyers[responses.findIndex(({ ok }) => !ok)]
  expect(await changes.emailOf(loser?.accountId ?? '')).not.toBe(email)
})

test('an address that another account took meanwhile is refused', async () => {
  const [buyer, other] = [await app.addBuyer(), await app.addBuyer()]
  const email = newAddress()
  const token = await changes.requestedToken(buyer, email)
  await app.db.updateTable('accounts').set({ email }).where('id', '=', other.accountId).execute()
  const rejected = await changes.confirm(token)
  expect(rejected.error.code).toBe('email.address_taken')
  expect((await read(buyer)).undo_until).toBeNull()
})

test('for 72 hours no one else can take the old address, then everyone can', async () => {
  const [buyer, other] = [await app.addBuyer(), await app.addBuyer()]
  const old = await changes.emailOf(buyer.accountId)
  await changes.change(buyer, newAddress())
  const take = (accountId: string) =>
    app.db.updateTable('accounts').set({ email: old.toUpperCase() }).where('id', '=', accountId).execute()
  await expect(take(other.accountId)).rejects.toMatchObject({ constraint: 'accounts__email_unique' })
  const unique = await app.visitor.call(signUpRoutes.unique, {
    query: { email: old, username: 'unused-name' },
  })
  expect(unique.data.data).toEqual({ status: false, email: true, username: false })
  // Its owner receives a notice.
  await changes.request(other, old)
  const email = await prepareEmailChangeEmail(app.deps, await changes.newestChange(other.accountId))
  expect(email).toEqual({ email: old, firstName: 'Jo', link: undefined })
  await sql`update reserved_account_names set reserved_until = clock_timestamp()`.execute(app.db)
  await take(other.accountId)
})

test('a sign-up with the old address waits for the change that frees it, and is refused', async () => {
  const buyer = await app.addBuyer()
  const old = await changes.emailOf(buyer.accountId)
  const token = await changes.requestedToken(buyer, newAddress())
  const other = await app.addBuyer()
  // Both at once: in either order, the old address stays with the account.
  const [confirmed, taken] = await Promise.allSettled([
    changes.confirm(token),
    app.db.updateTable('accounts').set({ email: old }).where('id', '=', other.accountId).execute(),
  ])
  expect(confirmed).toMatchObject({ status: 'fulfilled', value: { ok: true } })
  expect(taken).toMatchObject({ status: 'rejected', reason: { constraint: 'accounts__email_unique' } })
})

test('links that were sent to the old address stop working', async () => {
  const buyer = await app.addBuyer()
  await app.db
    .insertInto('password_resets')
    .values({ id: `rst_${buyer.accountId}`, email_key: 'x', ip_address: '', reset_link: 'x' })
    .execute()
  await app.db
    .insertInto('password_reset_tokens')
    .values({
      token_hash: Buffer.from(buyer.accountId),
      reset_id: `rst_${buyer.accountId}`,
      account_id: buyer.accountId,
      expires_at: new Date(Date.now() + 3_600_000),
    })
    .execute()
  await changes.change(buyer, newAddress())
  const token = await app.db
    .selectFrom('password_reset_tokens')
    .select('used_at')
    .where('account_id', '=', buyer.accountId)
    .executeTakeFirstOrThrow()
  expect(token.used_at).not.toBeNull()
})

test('changes are recorded without the addresses', async () => {
  const buyer = await app.addBuyer()
  const undo = await changes.change(buyer, newAddress())
  await changes.undo(undo)
  const records = (await readSecurityEvents(app.db, { limit: 1000 })).filter(({ kind }) =>
    kind.startsWith('account.email_change'),
  )
  const mine = records.slice(-3)
  expect(mine.map(({ kind }) => kind)).toEqual([
    'account.email_change_requested',
    'account.email_changed',
    'account.email_change_undone',
  ])
  expect(JSON.stringify(mine.map(({ details }) => details))).not.toContain('@')
})
