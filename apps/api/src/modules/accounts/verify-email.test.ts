import { accountsRoutes } from '@terrace/contracts/accounts'
import { verifyEmailRoutes } from '@terrace/contracts/verify-email'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { serverCaller } from '../../audit/caller.ts'
import { inTransaction } from '../../db/transaction.ts'
import { buildTestApp, type TestApp } from '../../test/build-test-app.ts'
import { addAccount, addTeam } from '../../test/factories.ts'
import { approveAccount } from './approve-account.ts'
import { draftEmailVerification } from './draft-email-verification.ts'
import { hashPassword } from './password-hash.ts'
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

/** Somebody who has just signed up, and the token of the letter to them. */
async function addPending() {
  const username = `newcomer${(number += 1)}`
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
  return { username, accountId, token: (await letter(accountId)) ?? '' }
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

/** The token in the newest letter to the account; undefined where nobody gets one. */
async function letter(accountId: string): Promise<string | undefined> {
  const [newest = ''] = await requests(accountId)
  const draft = await draftEmailVerification(app.deps, newest)
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

test('the link in the letter confirms the address, and only then the operator approves', async () => {
  const { username, accountId, token } = await addPending()
  await expect(approve(username)).rejects.toMatchObject({
    code: 'account.email_not_verified',
    title: expect.stringContaining(`${username} has not confirmed the email address`),
  })
  expect((await confirm(token)).data).toEqual({
    data: { status: true },
    message: 'Your email address is confirmed. We will write to you as soon as your account is open',
  })
  expect(await isVerified(accountId)).toBe(true)
  expect(await approve(username)).toEqual({ isEmailVerified: true })
  const login = await app.visitor.call(accountsRoutes.logIn, {
    body: { username, password: 'terrace-demo' },
  })
  expect(login.ok).toBe(true)
})

test('[X-SIGNUP-02] who was let in at once confirms all the same, and is told the way in', async () => {
  const { username, token } = await addPending()
  await sql`update accounts set status = 'active' where username = ${username}`.execute(app.db)
  expect((await confirm(token)).data.message).toBe('Your email address is confirmed. You can log in now')
})

test('opening the link changes nothing: whoever only looks at letters confirms none', async () => {
  const { accountId, token } = await addPending()
  for (const method of ['GET', 'HEAD'] as const) {
    await app.app.inject({ method, url: `/verify-email/${token}` })
    const asked = await app.app.inject({ method, url: `/api/auth/verify-email?token=${token}` })
    expect(asked.statusCode).toBe(404)
  }
  expect(await isVerified(accountId)).toBe(false)
  expect((await confirm(token)).ok).toBe(true)
})

test('a link serves once, also when it is used many times at once', async () => {
  const { token } = await addPending()
  const answers = await Promise.all(Array.from({ length: 6 }, () => confirm(token)))
  expect(answers.filter(({ ok }) => ok)).toHaveLength(1)
  const again = await confirm(token)
  expect([again.status, again.error.code]).toEqual([422, 'email.link_spent'])
})

test('a link lapses after three days, and still brings a new one; the new one confirms', async () => {
  const { accountId, token } = await addPending()
  await sql`update email_verification_tokens set expires_at = expires_at - interval '3 days'
    where account_id = ${accountId}`.execute(app.db)
  expect((await confirm(token)).error.code).toBe('email.link_spent')
  expect(await isVerified(accountId)).toBe(false)
  await resend(token)
  expect(await requests(accountId)).toHaveLength(2)
  expect((await confirm((await letter(accountId)) ?? '')).ok).toBe(true)
})

test('once one link has confirmed, the others are spent and no letter is written any more', async () => {
  const { accountId, token } = await addPending()
  await resend(token)
  const second = (await letter(accountId)) ?? ''
  expect((await confirm(second)).ok).toBe(true)
  expect((await confirm(token)).error.code).toBe('email.link_spent')
  expect(await letter(accountId)).toBeUndefined()
})

test('asking again answers the same for any token, and sends three letters an hour at most', async () => {
  const { accountId, token } = await addPending()
  const known = await resend(token)
  const unknown = await resend('no-such-token')
  expect(known.text).toBe(unknown.text)
  await Promise.all(Array.from({ length: 8 }, () => resend(token)))
  expect(await requests(accountId)).toHaveLength(3)
})

test('[X-SIGNUP-01] who logs in before that is told to confirm, and gets another letter; a guesser is told nothing', async () => {
  const { username, accountId } = await addPending()
  const guessed = await logIn(username, 'a guess')
  expect(guessed.json().errors.title).toBe('The username or password is not correct')
  expect(await requests(accountId)).toHaveLength(1)
  const told = await logIn(username)
  expect(told.statusCode).toBe(422)
  expect(told.json()).toMatchObject({
    code: 'account.pending',
    errors: {
      title:
        'Your account is waiting for approval. Please confirm your email address with the link that we have sent you',
    },
  })
  expect(await requests(accountId)).toHaveLength(2)
  await confirm((await letter(accountId)) ?? '')
  const waiting = await logIn(username)
  expect(waiting.json().errors.title).toBe('Your account is waiting for approval. We will be in touch soon')
  expect(await requests(accountId)).toHaveLength(2)
})

test('a letter never leads to a site that is not ours, whatever the request says of itself', async () => {
  const { username, accountId } = await addPending()
  await logIn(username, 'terrace-demo', 'https://evil.example')
  const [newest = ''] = await requests(accountId)
  const draft = await draftEmailVerification(app.deps, newest)
  expect(draft?.link.startsWith(`${link}/`)).toBe(true)
})

test('of a link only a hash is stored, and the audit log tells that the address was confirmed, not which', async () => {
  const { accountId, token } = await addPending()
  await confirm(token)
  const { rows } = await sql<{ text: string }>`
    select (select string_agg(t::text, '') from email_verification_tokens t)
      || (select string_agg(o::text, '') from outbox o) as text`.execute(app.db)
  expect(rows[0]?.text).not.toContain(token)
  const log = await app.db
    .selectFrom('security_events')
    .select(['kind', 'facts'])
    .where('account_id', '=', accountId)
    .execute()
  expect(log).toEqual([{ kind: 'account.email_verified', facts: {} }])
})

test.each([[{}], [{ token: '' }], [{ token: 7 }], [{ token: 'x'.repeat(201) }], [{ token: 'a', extra: 1 }]])(
  'the body %j is refused by its field',
  async (payload) => {
    const answer = await app.app.inject({ method: 'POST', url: '/api/auth/verify-email', payload })
    expect(answer.statusCode).toBe(422)
    expect(Object.keys(answer.json().errors.fields)).toHaveLength(1)
  },
)
