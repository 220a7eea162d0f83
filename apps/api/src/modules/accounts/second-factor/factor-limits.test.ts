import { securityRoutes } from '@terrace/contracts/security'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { secondFactorFixture } from '#api/test/fixtures/second-factor-fixture.ts'
import { buildTestApp, type TestApp } from '#api/test/harness/build-test-app.ts'
import { hashPassword } from '../passwords/password-hash.ts'

/** Who knows a password cannot guess the code of an app, however patiently. */

/** In the middle of a 30-second step, and stays there. */
const now = new Date(Math.floor(Date.now() / 30_000) * 30_000 + 15_000)

let app: TestApp
beforeAll(async () => {
  app = await buildTestApp({ clock: { now: () => now } })
})
afterAll(() => app.close())

const { addUser, addApp, addPasskey, startLogin, prove, requestPasskey, setProvenAt } = secondFactorFixture(
  () => app,
  hashPassword,
)

let addresses = 0
/** From a new address each time, because those have limits too. */
const newAddress = () => `198.51.${(addresses += 1) >> 8}.${addresses & 255}`

type App = Awaited<ReturnType<typeof addApp>>
const enter = (token: string, { codeAt }: App, steps: number) =>
  prove(token, { method: 'totp', code: codeAt(steps) }, newAddress())

/** Enters wrong codes and expects each one to be rejected as wrong. */
async function guess(username: string, appOfUser: App, count: number): Promise<void> {
  const token = await startLogin(username)
  for (let number = 0; number < count; number += 1)
    expect((await enter(token, appOfUser, 40)).error.code).toBe('factor.rejected')
}

async function emailsOf(accountId: string): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*)::int as count from outbox
    where topic = 'account.security_changed' and subject = ${accountId} and payload ->> 'change' = 'wrong_codes'`.execute(
    app.db,
  )
  return rows[0]?.count ?? 0
}

const passHours = (accountId: string, hours: number) =>
  sql`update factor_failures set failed_at = failed_at - make_interval(secs => ${hours * 3600})
    where account_id = ${accountId}`.execute(app.db)

test('after ten wrong codes the owner gets one email a day', async () => {
  const user = await addUser()
  const appOfUser = await addApp(user)
  await guess(user.username, appOfUser, 9)
  expect(await emailsOf(user.accountId)).toBe(0)
  // Spread over a day, as an attacker would.
  await passHours(user.accountId, 23)
  await guess(user.username, appOfUser, 3)
  expect(await emailsOf(user.accountId)).toBe(1)
  await passHours(user.accountId, 25)
  await guess(user.username, appOfUser, 10)
  expect(await emailsOf(user.accountId)).toBe(2)
})

test('after twenty, right and wrong codes get the same response, from every address, and the wait grows', async () => {
  const user = await addUser()
  const appOfUser = await addApp(user)
  await guess(user.username, appOfUser, 10)
  await passHours(user.accountId, 5)
  await guess(user.username, appOfUser, 10)
  const token = await startLogin(user.username)
  const responses = [await enter(token, appOfUser, 40), await enter(token, appOfUser, 0)]
  expect(responses.map(({ status, error }) => [status, error.code, error.errors])).toEqual(
    responses.map(() => [
      429,
      'account.too_many_attempts',
      { title: 'Too many failed attempts. Wait a minute and try again' },
    ]),
  )
  await passHours(user.accountId, 1 / 60)
  expect((await enter(token, appOfUser, 40)).error.code).toBe('factor.rejected')
  expect((await enter(token, appOfUser, 0)).error.errors['title']).toContain('Wait 2 minutes')
  // The code was not used up, and a right one ends the login.
  await passHours(user.accountId, 1 / 30)
  expect((await enter(token, appOfUser, 0)).status).toBe(200)
})

test('codes that are entered at the same time count each other', async () => {
  const user = await addUser()
  const appOfUser = await addApp(user)
  const token = await startLogin(user.username)
  const responses = await Promise.all(Array.from({ length: 30 }, () => enter(token, appOfUser, 40)))
  expect(responses.filter(({ status }) => status === 422)).toHaveLength(20)
  expect(responses.filter(({ status }) => status === 429)).toHaveLength(10)
  expect(await emailsOf(user.accountId)).toBe(1)
})

test('a passkey still logs in while codes have to wait, and an open session still proves its codes', async () => {
  const user = await addUser()
  const appOfUser = await addApp(user)
  const { passkey } = await addPasskey(user)
  await guess(user.username, appOfUser, 20)
  const token = await startLogin(user.username)
  expect((await enter(token, appOfUser, 0)).status).toBe(429)
  const { options } = await requestPasskey(token)
  const credential = passkey.respond(options)
  expect((await prove(token, { method: 'passkey', credential }, newAddress())).status).toBe(200)
  await setProvenAt(user, 11)
  const confirmed = await user.call(securityRoutes.confirm, {
    body: { method: 'totp', code: appOfUser.codeAt(0) },
  })
  expect(confirmed.status).toBe(200)
})

test('a session cannot guess codes either', async () => {
  const user = await addUser()
  const { codeAt } = await addApp(user)
  for (let round = 0; round < 3; round += 1) {
    for (let number = 0; number < 7; number += 1)
      await user.call(securityRoutes.confirm, { body: { method: 'totp', code: codeAt(40) } })
    await sql`delete from login_failures`.execute(app.db)
  }
  const refused = await user.call(securityRoutes.confirm, { body: { method: 'totp', code: codeAt(0) } })
  expect(refused.error.code).toBe('account.too_many_attempts')
  expect(await emailsOf(user.accountId)).toBe(1)
})
