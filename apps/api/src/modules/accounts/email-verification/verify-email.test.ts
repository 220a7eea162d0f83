import { accountsRoutes } from '@terrace/contracts/accounts'
import { verifyEmailRoutes } from '@terrace/contracts/verify-email'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { serverCaller } from '#api/audit/caller.ts'
import { inTransaction } from '#api/db/transaction.ts'
import { buildTestApp, type TestApp } from '#api/test/harness/build-test-app.ts'
import { addAccount, addTeam } from '#api/test/fixtures/factories.ts'
import { approveAccount } from '../sign-up/approve-account.ts'
import { prepareVerificationEmail } from './prepare-verification-email.ts'
import { hashPassword } from '../passwords/password-hash.ts'
import { requestEmailVerification, verifyLinkOf } from './request-email-verification.ts'

const link = verifyLinkOf('http://localhost:4000')

let app: TestApp
let passwordHash: string
beforeAll(async () => {
  app = await buildTestApp()
  passwordHash = await hashPassword('terrace-demo')
})
afterAll(() => app.close())

let number = 0

/** A pending account and the token from its verification email. */
async function addPending() {
  const username = `newuser${(number += 1)}`
  const teamId = await addTeam(app.db)
  const accountId = await addAccount(app.db, {
    teamId,
    username,
    passwordHash,
    status: 'pending',
    isEmailVerified: false,
  })
  await inTransaction(app.db, (tx) =>
    requestEmailVerification({ tx, ids: app.deps.ids }, { accountId, verifyLink: link }),
  )
  return { username, accountId, token: (await sentEmail(accountId)) ?? '' }
}

async function requests(accountId: string): Promise<string[]> {
  const rows = await app.db
    .selectFrom('email_verifications')
    .select('id')
    .where('account_id', '=', accountId)
    .orderBy('requested_at', 'desc')
    .execute()
  return rows.map(({ id }) => id)
}

/** The token of the latest email to the account; `undefined` if none is due. */
async function sentEmail(accountId: string): Promise<string | undefined> {
  const [newest = ''] = await requests(accountId)
  const draft = await prepareVerificationEmail(app.deps, newest)
  expect(draft === undefined || draft.link.startsWith(`${link}/`)).toBe(true)
  return draft?.link.slice(link.length + 1)
}

const confirm = (token: string) => app.visitor.call(verifyEmailRoutes.confirm, { body: { token } })
const resend = (token: string) => app.visitor.call(verifyEmailRoutes.resend, { body: { token } })
const approve = (username: string) => approveAccount(app.deps, { username, caller: serverCaller })
const logIn = (username: string, password = 'terrace-demo', origin?: string) =>
  app.app.inject({
    method: 'POST',
    url: '/api/auth/login',
    payload: { username, password },
    ...(origin !== undefined && { headers: { origin } }),
  })

async function isVerified(accountId: string): Promise<boolean> {
  const row = await app.db
    .selectFrom('accounts')
    .select('email_verified_at')
    .where('id', '=', accountId)
    .executeTakeFirstOrThrow()
  return row.email_verified_at !== null
}

test('the emailed link confirms the address, and only then can an operator approve', async () => {
  const { username, accountId, token } = await addPending()
  await expect(approve(username)).rejects.toMatchObject({
    code: 'account.email_not_verified',
    title: expect.stringContaining(`${username} has not confirmed `),
  })
  expect((await confirm(token)).data).toEqual({
    data: { status: true },
    message: 'Your email address is confirmed. We’ll email you when your account is approved',
  })
  expect(await isVerified(accountId)).toBe(true)
  expect(await approve(username)).toEqual({ isEmailVerified: true })
  const login = await app.visitor.call(accountsRoutes.logIn, {
    body: { username, password: 'terrace-demo' },
  })
  expect(login.ok).toBe(true)
})

test('[X-SIGNUP-02] an account that is already active can confirm and is sent to the login', async () => {
  const { username, token } = await addPending()
  await sql`update accounts set status = 'active' where username = ${username}`.execute(app.db)
  expect((await confirm(token)).data.message).toBe('Your email address is confirmed. You can log in now')
})

test('opening the link confirms nothing, so mail scanners cannot confirm an address', async () => {
  const { accountId, token } = await addPending()
  for (const method of ['GET', 'HEAD'] as const) {
    await app.app.inject({ method, url: `/verify-email/${token}` })
    const byGet = await app.app.inject({ method, url: `/api/auth/verify-email?token=${token}` })
    expect(byGet.statusCode).toBe(404)
  }
  expect(await isVerified(accountId)).toBe(false)
  expect((await confirm(token)).ok).toBe(true)
})

test('a link works once, even under concurrent use', async () => {
  const { token } = await addPending()
  const responses = await Promise.all(Array.from({ length: 6 }, () => confirm(token)))
  expect(responses.filter(({ ok }) => ok)).toHaveLength(1)
  const again = await confirm(token)
  expect([again.status, again.error.code]).toEqual([422, 'email.link_invalid'])
})

test('an expired link requests a new one, and the new one confirms', async () => {
  const { accountId, token } = await addPending()
  await sql`update email_verification_tokens set expires_at = expires_at - interval '3 days'
    where account_id = ${accountId}`.execute(app.db)
  expect((await confirm(token)).error.code).toBe('email.link_invalid')
  expect(await isVerified(accountId)).toBe(false)
  await resend(token)
  expect(await requests(accountId)).toHaveLength(2)
  expect((await confirm((await sentEmail(accountId)) ?? '')).ok).toBe(true)
})

test('confirming by one link consumes the others and sends no more emails', async () => {
  const { accountId, token } = await addPending()
  await resend(token)
  const second = (await sentEmail(accountId)) ?? ''
  expect((await confirm(second)).ok).toBe(true)
  expect((await confirm(token)).error.code).toBe('email.link_invalid')
  expect(await sentEmail(accountId)).toBeUndefined()
})

test('resending responds the same for any token and sends at most three emails an hour', async () => {
  const { accountId, token } = await addPending()
  const known = await resend(token)
  const unknown = await resend('no-such-token')
  expect(known.text).toBe(unknown.text)
  await Promise.all(Array.from({ length: 8 }, () => resend(token)))
  expect(await requests(accountId)).toHaveLength(3)
})

test('[X-SIGNUP-01] an unverified login with the right password sends a new link; a guess does not', async () => {
  const { username, accountId } = await addPending()
  const guessed = await logIn(username, 'a guess')
  expect(guessed.json().errors.title).toBe('The username or password is incorrect')
  expect(await requests(accountId)).toHaveLength(1)
  const loginResult = await logIn(username)
  expect(loginResult.statusCode).toBe(422)
  expect(loginResult.json()).toMatchObject({
    code: 'account.pending',
    errors: {
      title: 'Your account is waiting for approval. Confirm your email address using the link we sent you',
    },
  })
  expect(await requests(accountId)).toHaveLength(2)
  await confirm((await sentEmail(accountId)) ?? '')
  const waiting = await logIn(username)
  expect(waiting.json().errors.title).toBe('Your account is waiting for approval. We’ll be in touch soon')
  expect(await requests(accountId)).toHaveLength(2)
})

test('emails never link to an unknown origin, whatever the request headers claim', async () => {
  const { username, accountId } = await addPending()
  await logIn(username, 'terrace-demo', 'https://evil.example')
  const [newest = ''] = await requests(accountId)
  const draft = await prepareVerificationEmail(app.deps, newest)
  expect(draft?.link.startsWith(`${link}/`)).toBe(true)
})

test('only a hash of the link is stored, and the audit log does not contain the address', async () => {
  const { accountId, token } = await addPending()
  await confirm(token)
  const { rows } = await sql<{ text: string }>`
    select (select string_agg(t::text, '') from email_verification_tokens t)
      || (select string_agg(o::text, '') from outbox o) as text`.execute(app.db)
  expect(rows[0]?.text).not.toContain(token)
  const log = await app.db
    .selectFrom('security_events')
    .select(['kind', 'details'])
    .where('account_id', '=', accountId)
    .execute()
  expect(log).toEqual([{ kind: 'account.email_verified', details: {} }])
})

test.each([[{}], [{ token: '' }], [{ token: 7 }], [{ token: 'x'.repeat(201) }], [{ token: 'a', extra: 1 }]])(
  'the body %j is rejected by field',
  async (payload) => {
    const response = await app.app.inject({ method: 'POST', url: '/api/auth/verify-email', payload })
    expect(response.statusCode).toBe(422)
    expect(Object.keys(response.json().errors.fields)).toHaveLength(1)
  },
)
