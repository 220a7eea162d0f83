import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { accountsRoutes } from '@terrace/contracts/accounts'
import { signUpRoutes } from '@terrace/contracts/sign-up'
import { sql } from 'kysely'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { readSecurityEvents } from '#api/audit/audit.repo.ts'
import { serverCaller } from '#api/audit/caller.ts'
import { buildTestApp, type TestApp } from '#api/test/harness/build-test-app.ts'
import { addAccount, addTeam } from '#api/test/fixtures/factories.ts'
import { buyerTerms } from '#api/modules/signing/in-app/legal-text.ts'
import { testSignup, type TestSignup } from '#api/test/fixtures/signup-fixture.ts'
import { addSignUpOptions, signUpBody } from '#api/test/fixtures/sign-up-body.ts'
import { approveAccount } from './approve-account.ts'

let app: TestApp
let dataFolder: string
let pounds: number
beforeEach(async () => {
  dataFolder = await mkdtemp(join(tmpdir(), 'terrace-sign-up-'))
  await open({ autoApprovesSignUps: true })
})
afterEach(async () => {
  await app.close()
  await rm(dataFolder, { recursive: true })
})

async function open(config: { autoApprovesSignUps: boolean }) {
  app = await buildTestApp({ config: { ...config, dataFolder } })
  pounds = await addSignUpOptions(app.db)
}

/** Signs the terms in the sign-up's browser and returns the envelope id. */
async function signed(signup: TestSignup, email = 'ann@example.com'): Promise<string> {
  const { frame_url } = await signup.start({ email })
  const response = await signup.post('/signing/frame/sign', {
    id: new URL(frame_url, 'http://localhost').searchParams.get('id'),
    terms_version: buyerTerms('Terrace').version,
    consent: true,
    signature: { kind: 'typed', text: 'Ann Buyer' },
  })
  return String(response.json().data.envelope_id)
}

const send = (signup: TestSignup, values: Record<string, unknown>) =>
  signup.post('/api/auth/sign-up', signUpBody({ base_currency: pounds, ...values }))

async function register(values: Record<string, unknown> = {}) {
  const signup = testSignup(app)
  const email = typeof values['email'] === 'string' ? values['email'] : undefined
  return send(signup, { docusign_envelope_id: await signed(signup, email), ...values })
}

const logIn = (username: string, password = 'five!') =>
  app.visitor.call(accountsRoutes.logIn, { body: { username, password } })

async function stored() {
  const { rows } = await sql<{ accounts: number; teams: number; claimed: number }>`
    select (select count(*)::int from accounts) as accounts, (select count(*)::int from teams) as teams,
      (select count(*)::int from signing_audit where event = 'claimed') as claimed`.execute(app.db)
  return rows[0]
}

test('[API-05] options list countries with dial codes, and currencies with the symbol as an entity', async () => {
  const { data } = await app.visitor.call(signUpRoutes.options)
  expect(data.data.dial_code_list).toEqual([{ iso_code: 'GB', dial_code: '+44', name: 'United Kingdom' }])
  expect(data.data.marketplace_currencies).toEqual([
    { id: pounds, code: 'GBP', display_name: 'GBP (&#163;)' },
  ])
})

test('[API-07] [X-SIGNUP-02] in the demo, sign-up opens an active account in a team of its own', async () => {
  const response = await register({ referral_code: ' FRIEND-7 ' })
  expect(response.statusCode).toBe(200)
  expect(response.json()).toEqual({
    data: { status: true },
    message: 'Your account is ready. You can log in now',
  })
  const { data } = await logIn('ANN-buyer')
  expect(data.data).toMatchObject({
    firstname: 'Ann',
    email: 'ann@example.com',
    base_currency: 'GBP',
    role: 'buyer',
    account_info: { surname: 'Buyer', country_code: '+44', phone: '2079460123' },
    team_data: { name: 'Ann Buyer' },
  })
  const { rows } = await sql`select referral_code, team_role, password_hash from accounts`.execute(app.db)
  expect(rows).toEqual([
    { referral_code: 'FRIEND-7', team_role: 'owner', password_hash: expect.not.stringContaining('five!') },
  ])
  const [record] = await readSecurityEvents(app.db, { kind: 'account.signed_up', limit: 1 })
  expect(record).toMatchObject({ account: 'ann-buyer', details: { status: 'active' } })
  // The next sign-up in this browser gets a new nonce.
  expect(response.headers['set-cookie']).toMatch(/^signup_nonce=; .*Max-Age=0/)
})

test('[X-SIGNUP-01] a new account cannot log in before approval and is shown why', async () => {
  await app.close()
  await open({ autoApprovesSignUps: false })
  const response = await register()
  expect(response.json()).toEqual({
    data: { status: true },
    message: 'Your account has been created. Confirm your email address using the link we sent you',
  })
  expect((await logIn('ann-buyer')).error.code).toBe('account.pending')
  await sql`update accounts set email_verified_at = now()`.execute(app.db)
  await approveAccount(app.deps, { username: 'Ann-Buyer', caller: serverCaller })
  expect((await logIn('ann-buyer')).status).toBe(200)
  await expect(approveAccount(app.deps, { username: 'ann-buyer', caller: serverCaller })).rejects.toThrow(
    'account.not_pending',
  )
})

test('a taken email or username is rejected by field, ignoring case, and consumes nothing', async () => {
  await register()
  const before = await stored()
  const email = await register({ email: 'ANN@Example.com', username: 'someone-else' })
  const username = await register({ email: 'bob@example.com', username: 'Ann-BUYER' })
  const both = await register()
  expect([email, username, both].map(({ statusCode }) => statusCode)).toEqual([422, 422, 422])
  expect(email.json().errors).toEqual({
    title: 'Email is already exist',
    fields: { email: ['Email is already exist'] },
  })
  expect(username.json().errors).toEqual({
    title: 'Username is already exist',
    fields: { username: ['Username is already exist'] },
  })
  expect(Object.keys(both.json().errors.fields)).toEqual(['email', 'username'])
  expect(await stored()).toEqual(before)
})

test('of two concurrent sign-ups with the same email or username one opens an account', async () => {
  const [ann, again] = [testSignup(app), testSignup(app)]
  const [first, second] = [await signed(ann), await signed(again, 'Ann@example.com')]
  const sameEmail = await Promise.all([
    send(ann, { docusign_envelope_id: first }),
    send(again, { docusign_envelope_id: second, email: 'Ann@example.com', username: 'other' }),
  ])
  expect(sameEmail.map(({ statusCode }) => statusCode).toSorted((a, b) => a - b)).toEqual([200, 422])
  expect(await stored()).toEqual({ accounts: 1, teams: 1, claimed: 1 })

  const [bob, cat] = [testSignup(app), testSignup(app)]
  const [third, fourth] = [await signed(bob, 'bob@example.com'), await signed(cat, 'cat@example.com')]
  const sameName = await Promise.all([
    send(bob, { docusign_envelope_id: third, email: 'bob@example.com', username: 'Same-Name' }),
    send(cat, { docusign_envelope_id: fourth, email: 'cat@example.com', username: 'same-name' }),
  ])
  expect(sameName.map(({ statusCode }) => statusCode).toSorted((a, b) => a - b)).toEqual([200, 422])
  expect(await stored()).toEqual({ accounts: 2, teams: 2, claimed: 2 })
})

test('[X-SIGN-01] an envelope of another email or browser, a used or unknown one opens no account', async () => {
  const signup = testSignup(app)
  const envelope = await signed(signup, 'else@example.com')
  const rejected = [
    await send(signup, { docusign_envelope_id: envelope }),
    await send(signup, { docusign_envelope_id: 'env_none' }),
    await send(testSignup(app), { docusign_envelope_id: envelope, email: 'else@example.com' }),
  ]
  for (const response of rejected) {
    expect(response.statusCode).toBe(422)
    expect(response.json().code).toBe('account.terms_not_signed')
    expect(Object.keys(response.json().errors.fields)).toEqual(['docusign_envelope_id'])
  }
  expect(await stored()).toEqual({ accounts: 0, teams: 0, claimed: 0 })

  const used = await send(signup, { docusign_envelope_id: envelope, email: ' ELSE@example.com ' })
  expect(used.statusCode).toBe(200)
  const again = await send(signup, {
    docusign_envelope_id: envelope,
    email: 'else@example.com',
    username: 'second',
  })
  expect(again.statusCode).toBe(422)
  expect(await stored()).toEqual({ accounts: 1, teams: 1, claimed: 1 })
})

test('a currency that is not tradable is rejected and the signed document stays unclaimed', async () => {
  const response = await register({ base_currency: pounds + 1 })
  expect(response.statusCode).toBe(422)
  expect(response.json().code).toBe('account.currency_unknown')
  expect(await stored()).toEqual({ accounts: 0, teams: 0, claimed: 0 })
})

test('emoji and HTML in a name are stored as plain text', async () => {
  expect((await register({ firstname: '🎟 Ann', lastname: '<b>O’Buyer</b>' })).statusCode).toBe(200)
  expect((await logIn('ann-buyer')).data.data).toMatchObject({
    firstname: '🎟 Ann',
    lastname: '<b>O’Buyer</b>',
  })
})

test('[API-10] unique reports taken email and username, ignoring case; status means both are free', async () => {
  const teamId = await addTeam(app.db)
  await addAccount(app.db, { teamId, username: 'Taken-Name' })
  const { rows } = await sql<{ email: string }>`select email from accounts`.execute(app.db)
  const taken = rows[0]?.email ?? ''
  const checkUnique = async (email: string, username: string) =>
    (await app.visitor.call(signUpRoutes.unique, { query: { email, username } })).data
  expect(await checkUnique('free@example.com', 'free-name')).toEqual({
    data: { status: true, email: false, username: false },
  })
  expect(await checkUnique(` ${taken.toUpperCase()} `, '')).toEqual({
    data: { status: false, email: true, username: false },
    errors: ['Email is already exist'],
  })
  expect(await checkUnique(taken, 'TAKEN-NAME')).toEqual({
    data: { status: false, email: true, username: true },
    errors: ['Email is already exist', 'Username is already exist'],
  })
})
