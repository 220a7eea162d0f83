import { accountsRoutes } from '@terrace/contracts/accounts'
import { passwordsRoutes } from '@terrace/contracts/passwords'
import { securityRoutes } from '@terrace/contracts/security'
import { workspaceRoutes } from '@terrace/contracts/workspace'
import { sql } from 'kysely'
import { generateSync } from 'otplib'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { readSecurityEvents } from '#api/audit/audit.repo.ts'
import { completeLogin } from '#api/test/fixtures/complete-login.ts'
import { demoPassword, secondFactorFixture } from '#api/test/fixtures/second-factor-fixture.ts'
import { buildTestApp, type TestApp } from '#api/test/harness/build-test-app.ts'
import { hashPassword } from '../passwords/password-hash.ts'

/** In the middle of a 30-second step, and stays there. */
const now = new Date(Math.floor(Date.now() / 30_000) * 30_000 + 15_000)
const epoch = now.getTime() / 1000

let app: TestApp
beforeAll(async () => {
  app = await buildTestApp({ clock: { now: () => now } })
})
afterAll(() => app.close())

const { addUser, addApp, logIn, startLogin, prove, setProvenAt } = secondFactorFixture(
  () => app,
  hashPassword,
)

const sessionCount = async (accountId: string) =>
  (await app.db.selectFrom('sessions').select('id').where('account_id', '=', accountId).execute()).length

test('a login without a second factor gets the same response as before', async () => {
  const { username } = await addUser()
  const { text } = await logIn(username)
  expect(Object.keys(JSON.parse(text).data).toSorted()).toEqual([
    'account_info',
    'base_currency',
    'can_buy',
    'can_sell',
    'email',
    'firstname',
    'id',
    'intercom_hash',
    'lastname',
    'order_count',
    'quote_count',
    'role',
    'seller_permissions',
    'status',
    'team_data',
    'token',
    'trade_user',
    'username',
  ])
})

test('with an authenticator app the password alone opens no session', async () => {
  const user = await addUser()
  const { codeAt, recoveryCodes } = await addApp(user)
  expect(recoveryCodes).toHaveLength(10)
  const sessions = await sessionCount(user.accountId)
  const { data } = await logIn(user.username)
  expect(data.data).toEqual({
    status: false,
    second_factor: {
      token: expect.stringMatching(/^[\w-]{43}$/),
      expires_at: expect.any(String),
      methods: ['totp', 'recovery_code'],
    },
  })
  expect(await sessionCount(user.accountId)).toBe(sessions)
  const token = await startLogin(user.username)
  // The token is no session.
  const info = await app.app.inject({
    url: '/api/settings/trade/info',
    headers: { authorization: `Bearer ${token}` },
  })
  expect(info.statusCode).toBe(401)
  const opened = await prove(token, { method: 'totp', code: codeAt(0) })
  expect(completeLogin(opened.data)).toMatchObject({ status: true, username: user.username })
  expect(await sessionCount(user.accountId)).toBe(sessions + 1)
})

test('a code works once, also at the same time and for another login', async () => {
  const user = await addUser()
  const { codeAt } = await addApp(user)
  const sessions = await sessionCount(user.accountId)
  const code = codeAt(0)
  const tokens = await Promise.all(Array.from({ length: 4 }, () => startLogin(user.username)))
  const responses = await Promise.all(tokens.map((token) => prove(token, { method: 'totp', code })))
  expect(responses.map(({ status }) => String(status)).toSorted()).toEqual(['200', '422', '422', '422'])
  expect(await sessionCount(user.accountId)).toBe(sessions + 1)
  const again = await prove(await startLogin(user.username), { method: 'totp', code })
  expect(again.error.errors).toEqual({
    title: 'This code is incorrect or was already used',
    fields: { code: ['This code is incorrect or was already used'] },
  })
  // An older code does not count either, though its step would still be accepted.
  const older = await prove(await startLogin(user.username), { method: 'totp', code: codeAt(-1) })
  expect(older.error.code).toBe('factor.rejected')
})

test('a double click opens one session', async () => {
  const user = await addUser()
  const { codeAt, recoveryCodes } = await addApp(user)
  const sessions = await sessionCount(user.accountId)
  const token = await startLogin(user.username)
  const responses = await Promise.all([
    prove(token, { method: 'totp', code: codeAt(0) }),
    prove(token, { method: 'totp', code: codeAt(0) }),
    // Two tabs with one token and different factors.
    prove(token, { method: 'recovery_code', code: recoveryCodes?.[0] ?? '' }),
  ])
  expect(responses.filter(({ ok }) => ok)).toHaveLength(1)
  expect(await sessionCount(user.accountId)).toBe(sessions + 1)
  const used = await prove(token, { method: 'totp', code: codeAt(1) })
  expect([used.status, used.error.code]).toEqual([422, 'account.login_expired'])
})

test('a factor that another login has used up is not lost with the rejected one', async () => {
  const user = await addUser()
  const { recoveryCodes } = await addApp(user)
  const token = await startLogin(user.username)
  const [first = '', second = ''] = recoveryCodes ?? []
  expect((await prove(token, { method: 'recovery_code', code: first })).ok).toBe(true)
  // The token is used up, so the second code stays.
  expect((await prove(token, { method: 'recovery_code', code: second })).error.code).toBe(
    'account.login_expired',
  )
  const next = await startLogin(user.username)
  expect((await prove(next, { method: 'recovery_code', code: second })).ok).toBe(true)
})

test('clocks may differ by one step of 30 seconds in either direction, not by two', async () => {
  const user = await addUser()
  const { codeAt } = await addApp(user)
  // Long ago, as if no code had been used yet.
  const forget = () =>
    app.db
      .updateTable('account_authenticator_apps')
      .set({ last_step: null })
      .where('account_id', '=', user.accountId)
      .execute()
  const results: [number, boolean][] = []
  for (const steps of [-2, -1, 0, 1, 2]) {
    await forget()
    const { ok } = await prove(await startLogin(user.username), { method: 'totp', code: codeAt(steps) })
    results.push([steps, ok])
  }
  expect(results).toEqual([
    [-2, false],
    [-1, true],
    [0, true],
    [1, true],
    [2, false],
  ])
})

test('codes and tokens of another account are refused', async () => {
  const [mine, theirs] = [await addUser(), await addUser()]
  const [myApp, theirApp] = [await addApp(mine), await addApp(theirs)]
  const token = await startLogin(mine.username)
  expect((await prove(token, { method: 'totp', code: theirApp.codeAt(0) })).error.code).toBe(
    'factor.rejected',
  )
  const theirCode = theirApp.recoveryCodes?.[0] ?? ''
  const rejected = await prove(token, { method: 'recovery_code', code: theirCode })
  expect(rejected.error.code).toBe('factor.rejected')
  // It was not used up by the wrong account, and my login goes on.
  expect(
    (await prove(await startLogin(theirs.username), { method: 'recovery_code', code: theirCode })).ok,
  ).toBe(true)
  const { data } = await prove(token, { method: 'totp', code: myApp.codeAt(0) })
  expect(completeLogin(data).username).toBe(mine.username)
})

test('an expired, unknown or malformed token is refused', async () => {
  const user = await addUser()
  const { codeAt } = await addApp(user)
  const token = await startLogin(user.username)
  await sql`update pending_logins set expires_at = clock_timestamp()`.execute(app.db)
  for (const old of [token, 'x'.repeat(43), 'x']) {
    const rejected = await prove(old, { method: 'totp', code: codeAt(0) })
    expect([rejected.status, rejected.error.code]).toEqual([422, 'account.login_expired'])
  }
})

test('a reset of the password ends unfinished logins with the old one', async () => {
  const user = await addUser()
  const { codeAt } = await addApp(user)
  const token = await startLogin(user.username)
  await user.call(securityRoutes.confirm, { body: { method: 'totp', code: codeAt(0) } })
  const changed = await user.call(passwordsRoutes.change, {
    body: {
      current_password: demoPassword,
      password: 'new password',
      password_confirmation: 'new password',
    },
  })
  expect(changed.status).toBe(200)
  expect((await prove(token, { method: 'totp', code: codeAt(1) })).error.code).toBe('account.login_expired')
})

test('recovery codes ignore case and hyphens, work once each, and end with the next set', async () => {
  const user = await addUser()
  const { recoveryCodes } = await addApp(user)
  const [first = '', second = ''] = recoveryCodes ?? []
  expect(first).toMatch(/^([a-z2-7]{4}-){6}[a-z2-7]{4}$/)
  const use = async (code: string) =>
    (await prove(await startLogin(user.username), { method: 'recovery_code', code })).status
  expect(await use(first.toUpperCase().replaceAll('-', ' '))).toBe(200)
  expect(await use(first)).toBe(422)
  expect((await user.call(securityRoutes.overview)).data.data.recovery_codes_left).toBe(9)
  const { data } = await user.call(securityRoutes.createRecoveryCodes)
  expect(data.data.recovery_codes).toHaveLength(10)
  expect(await use(second)).toBe(422)
  expect(await use(data.data.recovery_codes[0] ?? '')).toBe(200)
})

test('two uses of one recovery code at the same time open one session', async () => {
  const user = await addUser()
  const code = (await addApp(user)).recoveryCodes?.[0] ?? ''
  const tokens = await Promise.all(Array.from({ length: 4 }, () => startLogin(user.username)))
  const responses = await Promise.all(tokens.map((token) => prove(token, { method: 'recovery_code', code })))
  expect(responses.filter(({ ok }) => ok)).toHaveLength(1)
})

test('[X-LOGIN-02] wrong codes count as failed logins; right and wrong ones then get the same response', async () => {
  const user = await addUser()
  const { codeAt } = await addApp(user)
  const ipAddress = '198.51.100.20'
  const token = await startLogin(user.username)
  const wrong = codeAt(40)
  for (let count = 0; count < 10; count += 1)
    expect((await prove(token, { method: 'totp', code: wrong }, ipAddress)).status).toBe(422)
  const responses = [
    await prove(token, { method: 'totp', code: wrong }, ipAddress),
    await prove(token, { method: 'totp', code: codeAt(0) }, ipAddress),
    await logIn(user.username, { ipAddress }),
    await logIn(user.username, { ipAddress, password: 'guess' }),
  ]
  expect(responses.map(({ status, error }) => [status, error.code, error.errors])).toEqual(
    responses.map(() => [429, 'account.too_many_attempts', responses[0]?.error.errors]),
  )
  // The owner is not shut out elsewhere, and the code was not used up.
  const elsewhere = await prove(token, { method: 'totp', code: codeAt(0) }, '198.51.100.21')
  expect(elsewhere.status).toBe(200)
})

test('the right password alone does not reset the count of wrong codes', async () => {
  const user = await addUser()
  const { codeAt } = await addApp(user)
  const ipAddress = '198.51.100.22'
  const statuses: number[] = []
  for (let count = 0; count < 12; count += 1) {
    const login = await logIn(user.username, { ipAddress })
    if (!login.ok) {
      statuses.push(login.status)
      continue
    }
    const { data } = login.data
    if (data.status) throw new Error('the password was enough')
    await prove(data.second_factor.token, { method: 'totp', code: codeAt(40) }, ipAddress)
  }
  expect(statuses).toEqual([429, 429])
})

test('a suspended account gets no session with the right code', async () => {
  const user = await addUser()
  const { codeAt } = await addApp(user)
  const token = await startLogin(user.username)
  await app.db.updateTable('accounts').set({ status: 'suspended' }).where('id', '=', user.accountId).execute()
  expect((await prove(token, { method: 'totp', code: codeAt(0) })).error.code).toBe('factor.rejected')
  expect((await logIn(user.username)).error.code).toBe('account.login_failed')
})

test('malformed proofs name the field and what would be right', async () => {
  const send = async (payload: object) => {
    const response = await app.app.inject({ method: 'POST', url: '/api/auth/second-factor', payload })
    return [response.statusCode, response.json().errors.fields]
  }
  expect(await send({})).toEqual([422, { method: ['must be totp, recovery_code or passkey'] }])
  expect(await send({ method: 'sms', token: 'x', code: '1' })).toEqual([
    422,
    { method: ['must be totp, recovery_code or passkey'] },
  ])
  expect(await send({ method: 'totp', code: '12345', extra: 1 })).toEqual([
    422,
    {
      token: ['Log in again'],
      code: ['Enter the six digits of your authenticator app'],
      extra: ['is not a known field'],
    },
  ])
  expect(await send({ method: 'recovery_code', token: 'x', code: 'short' })).toEqual([
    422,
    { code: ['A recovery code has seven groups of four characters'] },
  ])
  expect((await send({ method: 'passkey', token: 'x', credential: 'x' }))[0]).toBe(422)
})

test('secrets and codes are not stored in plain text', async () => {
  const user = await addUser()
  const { secret, recoveryCodes } = await addApp(user)
  await startLogin(user.username)
  const dump = JSON.stringify([
    await app.db.selectFrom('account_authenticator_apps').selectAll().execute(),
    await app.db.selectFrom('account_recovery_codes').selectAll().execute(),
    await app.db.selectFrom('pending_logins').selectAll().execute(),
    await app.db.selectFrom('outbox').selectAll().execute(),
  ])
  for (const hidden of [secret, ...(recoveryCodes ?? [])]) {
    expect(dump).not.toContain(hidden)
    expect(dump).not.toContain(Buffer.from(hidden).toString('hex'))
  }
})

test('logins by code and rejected codes are recorded', async () => {
  const user = await addUser()
  const { codeAt } = await addApp(user)
  const token = await startLogin(user.username)
  await prove(token, { method: 'totp', code: codeAt(40) })
  await prove(token, { method: 'totp', code: codeAt(0) })
  const records = await readSecurityEvents(app.db, { username: user.username, limit: 20 })
  expect(records.map(({ kind, details }) => [kind, details['reason'] ?? details['second_factor']])).toEqual([
    ['factor.app_added', undefined],
    ['factor.codes_created', undefined],
    ['login.failed', 'wrong_second_factor'],
    ['login.succeeded', 'totp'],
  ])
})

test('an app that is set up again replaces the old one only once a code confirms it', async () => {
  const user = await addUser()
  const old = await addApp(user)
  const { data } = await user.call(securityRoutes.setUpApp)
  const wrong = await user.call(securityRoutes.confirmApp, { body: { id: data.data.id, code: '000000' } })
  expect(wrong.error.code).toBe('factor.rejected')
  const use = async (code: string) =>
    (await prove(await startLogin(user.username), { method: 'totp', code })).status
  expect(await use(old.codeAt(0))).toBe(200)
  const next = await addApp(user)
  expect(next.recoveryCodes).toBeNull()
  expect(await use(old.codeAt(1))).toBe(422)
  expect(await use(next.codeAt(0))).toBe(200)
})

test('a setup works once, for its account, within an hour', async () => {
  const [user, other] = [await addUser(), await addUser()]
  const { data } = await user.call(securityRoutes.setUpApp)
  const { id, secret } = data.data
  const body = { id, code: generateSync({ secret, epoch }) }
  expect((await other.call(securityRoutes.confirmApp, { body })).error.code).toBe('factor.setup_expired')
  const confirmed = await Promise.all([
    user.call(securityRoutes.confirmApp, { body }),
    user.call(securityRoutes.confirmApp, { body }),
  ])
  expect(confirmed.map(({ status }) => String(status)).toSorted()).toEqual(['200', '422'])
  const late = await user.call(securityRoutes.setUpApp)
  await sql`update account_authenticator_apps set created_at = created_at - interval '61 minutes'
    where confirmed_at is null`.execute(app.db)
  const expired = await user.call(securityRoutes.confirmApp, {
    body: { id: late.data.data.id, code: generateSync({ secret: late.data.data.secret, epoch }) },
  })
  expect(expired.error.code).toBe('factor.setup_expired')
})

test('with a second factor, the password no longer confirms changes', async () => {
  const user = await addUser()
  const { codeAt } = await addApp(user)
  await setProvenAt(user, 11)
  const required = await user.call(securityRoutes.removeApp)
  expect([required.status, required.error.code, required.error.errors['methods']]).toEqual([
    403,
    'session.factor_required',
    ['totp', 'recovery_code'],
  ])
  const password = await user.call(securityRoutes.confirm, {
    body: { method: 'password', password: demoPassword },
  })
  expect(password.error.code).toBe('factor.rejected')
  expect((await user.call(securityRoutes.removeApp)).status).toBe(403)
  await user.call(securityRoutes.confirm, { body: { method: 'totp', code: codeAt(0) } })
  expect((await user.call(securityRoutes.removeApp)).status).toBe(200)
  expect((await user.call(securityRoutes.overview)).data.data).toMatchObject({
    authenticator_app: null,
    recovery_codes_left: 0,
    methods: ['password'],
  })
  // The password alone logs in again.
  expect(completeLogin((await logIn(user.username)).data).status).toBe(true)
})

test('the first app proves the session, so that its owner can go on', async () => {
  const user = await addUser()
  await addApp(user)
  expect((await user.call(securityRoutes.createRecoveryCodes)).status).toBe(200)
  expect((await user.call(workspaceRoutes.info)).status).toBe(200)
  expect((await user.call(accountsRoutes.logOut)).status).toBe(200)
})
