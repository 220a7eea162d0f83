import { securityRoutes } from '@terrace/contracts/security'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { readSecurityEvents } from '#api/audit/audit.repo.ts'
import { FakePasskey } from '#api/test/fakes/passkey.ts'
import { completeLogin } from '#api/test/fixtures/complete-login.ts'
import { secondFactorFixture } from '#api/test/fixtures/second-factor-fixture.ts'
import { buildTestApp, type TestApp } from '#api/test/harness/build-test-app.ts'
import { hashPassword } from '../passwords/password-hash.ts'

let app: TestApp
beforeAll(async () => {
  app = await buildTestApp()
})
afterAll(() => app.close())

const { addUser, addPasskey, startLogin, prove, requestPasskey, setProvenAt, logIn } = secondFactorFixture(
  () => app,
  hashPassword,
)

test('a passkey completes a login with a password', async () => {
  const user = await addUser()
  const { passkey, recoveryCodes } = await addPasskey(user)
  expect(recoveryCodes).toHaveLength(10)
  const { data } = await logIn(user.username)
  expect(data.data).toMatchObject({ second_factor: { methods: ['passkey', 'recovery_code'] } })
  const token = await startLogin(user.username)
  const { options } = await requestPasskey(token)
  expect(options).toMatchObject({
    rpId: 'localhost',
    userVerification: 'required',
    allowCredentials: [{ id: passkey.credentialId.toString('base64url'), transports: ['internal'] }],
  })
  const opened = await prove(token, { method: 'passkey', credential: passkey.respond(options) })
  expect(completeLogin(opened.data).username).toBe(user.username)
  const { passkeys } = (await user.call(securityRoutes.overview)).data.data
  expect(passkeys).toEqual([expect.objectContaining({ name: 'Laptop', last_used_at: expect.any(String) })])
})

test('a passkey logs in alone, without username and password', async () => {
  const user = await addUser()
  const { passkey } = await addPasskey(user)
  const { token, options } = await requestPasskey()
  expect(options.allowCredentials).toBeUndefined()
  const opened = await prove(token, { method: 'passkey', credential: passkey.respond(options) })
  expect(completeLogin(opened.data).username).toBe(user.username)
  const [record] = await readSecurityEvents(app.db, { kind: 'login.succeeded', limit: 1 })
  expect(record).toMatchObject({ actor: user.username, details: { second_factor: 'passkey' } })
})

test('codes do not complete a login that began with a passkey alone', async () => {
  const user = await addUser()
  const { recoveryCodes } = await addPasskey(user)
  const { token } = await requestPasskey()
  const rejected = await prove(token, { method: 'recovery_code', code: recoveryCodes?.[0] ?? '' })
  expect(rejected.error.code).toBe('factor.rejected')
})

test('a response works once, even if the first use failed', async () => {
  const user = await addUser()
  const { passkey } = await addPasskey(user)
  const token = await startLogin(user.username)
  const { options } = await requestPasskey(token)
  const credential = passkey.respond(options)
  const broken = { ...credential, response: { ...credential.response, signature: 'AAAA' } }
  expect((await prove(token, { method: 'passkey', credential: broken })).error.code).toBe('factor.rejected')
  const replayed = await prove(token, { method: 'passkey', credential })
  expect(replayed.error.code).toBe('factor.rejected')
  // A new challenge works.
  const next = passkey.respond((await requestPasskey(token)).options)
  expect((await prove(token, { method: 'passkey', credential: next })).ok).toBe(true)
})

test('one response sent four times at once opens one session', async () => {
  const user = await addUser()
  const { passkey } = await addPasskey(user)
  const { token, options } = await requestPasskey()
  const credential = passkey.respond(options)
  const responses = await Promise.all(
    Array.from({ length: 4 }, () => prove(token, { method: 'passkey', credential })),
  )
  expect(responses.filter(({ ok }) => ok)).toHaveLength(1)
})

test('two tabs may ask for a passkey at the same time', async () => {
  const user = await addUser()
  const { passkey } = await addPasskey(user)
  const [first, second] = [await requestPasskey(), await requestPasskey()]
  for (const { token, options } of [second, first]) {
    const opened = await prove(token, { method: 'passkey', credential: passkey.respond(options) })
    expect(opened.ok).toBe(true)
  }
})

test('a stolen response is useless in another login or session', async () => {
  const [victim, thief] = [await addUser(), await addUser()]
  const { passkey } = await addPasskey(victim)
  const thiefs = await addPasskey(thief)
  // Taken from the victim's login on its way to the server.
  const stolen = passkey.respond((await requestPasskey(await startLogin(victim.username))).options)
  for (const token of [
    await startLogin(victim.username),
    await startLogin(thief.username),
    (await requestPasskey()).token,
  ]) {
    expect((await prove(token, { method: 'passkey', credential: stolen })).error.code).toBe('factor.rejected')
  }
  // Nor does it confirm changes in the thief's session, or the response to a confirmation log in.
  const body = { method: 'passkey', credential: stolen } as const
  expect((await thief.call(securityRoutes.confirm, { body })).error.code).toBe('factor.rejected')
  const { data } = await thief.call(securityRoutes.confirmOptions)
  const confirmation = thiefs.passkey.respond(data.data)
  const login = await prove(await startLogin(thief.username), {
    method: 'passkey',
    credential: confirmation,
  })
  expect(login.error.code).toBe('factor.rejected')
})

test('a passkey of another account completes no login', async () => {
  const [mine, theirs] = [await addUser(), await addUser()]
  await addPasskey(mine)
  const { passkey } = await addPasskey(theirs)
  const token = await startLogin(mine.username)
  const { options } = await requestPasskey(token)
  const rejected = await prove(token, { method: 'passkey', credential: passkey.respond(options) })
  expect(rejected.error.code).toBe('factor.rejected')
})

test.each([
  ['was made on another site', { origin: 'https://evil.example' }],
  ['is for another host', { rpId: 'evil.example' }],
  ['did not verify its user', { isUserVerified: false }],
  ['names another account', { userHandle: Buffer.from('usr_other').toString('base64url') }],
  ['claims a made-up challenge', { challenge: 'bWFkZSB1cA' }],
])('a response that %s is refused', async (_, options) => {
  const user = await addUser()
  const { passkey } = await addPasskey(user)
  const started = await requestPasskey()
  const credential = passkey.respond(started.options, options)
  const rejected = await prove(started.token, { method: 'passkey', credential })
  expect([rejected.status, rejected.error.code]).toEqual([422, 'factor.rejected'])
})

test('an unknown passkey, or another key with a known id, is refused', async () => {
  const user = await addUser()
  const { passkey } = await addPasskey(user)
  const forged = new FakePasskey()
  forged.credentialId.set(passkey.credentialId)
  for (const other of [new FakePasskey(), forged]) {
    const { token, options } = await requestPasskey()
    const rejected = await prove(token, { method: 'passkey', credential: other.respond(options) })
    expect(rejected.error.code).toBe('factor.rejected')
  }
})

test('a counter that does not grow is the sign of a copied passkey', async () => {
  const user = await addUser()
  const passkey = new FakePasskey()
  passkey.signCount = 5
  await addPasskey(user, passkey)
  const use = async () => {
    const { token, options } = await requestPasskey()
    return (await prove(token, { method: 'passkey', credential: passkey.respond(options) })).status
  }
  expect(await use()).toBe(200)
  passkey.signCount = 3
  expect(await use()).toBe(422)
  passkey.signCount = 0
  expect(await use()).toBe(422)
  passkey.signCount = 9
  expect(await use()).toBe(200)
})

test('an expired challenge is refused', async () => {
  const user = await addUser()
  const { passkey } = await addPasskey(user)
  const { token, options } = await requestPasskey()
  await sql`update passkey_challenges set expires_at = clock_timestamp()`.execute(app.db)
  const rejected = await prove(token, { method: 'passkey', credential: passkey.respond(options) })
  expect(rejected.error.code).toBe('factor.rejected')
})

test('[X-LOGIN-02] invalid responses count as failed logins of the passkey’s account', async () => {
  const user = await addUser()
  const { passkey } = await addPasskey(user)
  const ipAddress = '198.51.100.30'
  const attempt = async (isUserVerified: boolean) => {
    const { token, options } = await requestPasskey()
    const credential = passkey.respond(options, { isUserVerified })
    return prove(token, { method: 'passkey', credential }, ipAddress)
  }
  for (let count = 0; count < 10; count += 1) expect((await attempt(false)).status).toBe(422)
  for (const isRight of [false, true])
    expect((await attempt(isRight)).error.code).toBe('account.too_many_attempts')
})

test('a passkey is added only in response to this session’s own challenge', async () => {
  const [mine, theirs] = [await addUser(), await addUser()]
  const passkey = new FakePasskey()
  const { data } = await mine.call(securityRoutes.passkeyOptions)
  const credential = passkey.create(data.data)
  const body = { name: 'Phone', credential }
  expect((await theirs.call(securityRoutes.addPasskey, { body })).error.code).toBe('factor.setup_expired')
  expect((await mine.call(securityRoutes.addPasskey, { body })).status).toBe(200)
  expect((await mine.call(securityRoutes.addPasskey, { body })).error.code).toBe('factor.setup_expired')
  // The same passkey again, for any account.
  for (const user of [mine, theirs]) {
    const again = await user.call(securityRoutes.passkeyOptions)
    const repeated = await user.call(securityRoutes.addPasskey, {
      body: { name: 'Again', credential: passkey.create(again.data.data) },
    })
    expect(repeated.error.code).toBe('factor.passkey_known')
  }
})

test.each([
  ['on another site', { origin: 'https://evil.example' }],
  ['without verifying its user', { isUserVerified: false }],
  // Its certificates could name addresses that the server would fetch.
  ['with a certificate', { format: 'packed', attestation: new Map([['x5c', [new Uint8Array(8)]]]) }],
  ['with an attestation that was not asked for', { format: 'tpm' }],
])('a passkey created %s is refused', async (_, options) => {
  const user = await addUser()
  const { data } = await user.call(securityRoutes.passkeyOptions)
  const rejected = await user.call(securityRoutes.addPasskey, {
    body: { name: 'Phone', credential: new FakePasskey().create(data.data, options) },
  })
  expect([rejected.status, rejected.error.code]).toEqual([422, 'factor.rejected'])
  expect((await user.call(securityRoutes.overview)).data.data.passkeys).toEqual([])
})

test('adding a passkey needs reauthentication, and a removed one no longer logs in', async () => {
  const user = await addUser()
  await setProvenAt(user, 11)
  expect((await user.call(securityRoutes.passkeyOptions)).error.code).toBe('session.factor_required')
  await setProvenAt(user, 1)
  const { passkey, id } = await addPasskey(user)
  const { data } = await user.call(securityRoutes.confirmOptions)
  const confirmed = await user.call(securityRoutes.confirm, {
    body: { method: 'passkey', credential: passkey.respond(data.data) },
  })
  expect(confirmed.status).toBe(200)
  const stranger = await addUser()
  const foreign = await stranger.call(securityRoutes.removePasskey, { params: { id } })
  expect([foreign.status, foreign.error.code]).toEqual([404, 'factor.passkey_not_found'])
  expect((await user.call(securityRoutes.removePasskey, { params: { id } })).status).toBe(200)
  const { token, options } = await requestPasskey()
  const rejected = await prove(token, { method: 'passkey', credential: passkey.respond(options) })
  expect(rejected.error.code).toBe('factor.rejected')
})

test('an account has at most 20 passkeys', async () => {
  const user = await addUser()
  for (let count = 0; count < 20; count += 1) await addPasskey(user)
  expect((await user.call(securityRoutes.passkeyOptions)).error.code).toBe('factor.too_many_passkeys')
})
