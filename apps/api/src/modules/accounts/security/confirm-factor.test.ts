import { passwordsRoutes } from '@terrace/contracts/passwords'
import { securityRoutes } from '@terrace/contracts/security'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { readSecurityEvents } from '#api/audit/audit.repo.ts'
import { buildTestApp, type Caller, type TestApp } from '#api/test/harness/build-test-app.ts'
import { hashPassword } from '../passwords/password-hash.ts'
import { requireReauthentication } from './require-reauthentication.ts'

let app: TestApp
let passwordHash: string
beforeAll(async () => {
  app = await buildTestApp()
  passwordHash = await hashPassword('terrace-demo')
})
afterAll(() => app.close())

async function addBuyer(): Promise<Caller> {
  const buyer = await app.addBuyer()
  await app.db
    .updateTable('accounts')
    .set({ password_hash: passwordHash })
    .where('id', '=', buyer.accountId)
    .execute()
  return buyer
}

async function setProvenAt(buyer: Caller, minutesAgo: number): Promise<void> {
  await app.db
    .updateTable('sessions')
    .set({ password_proven_at: new Date(Date.now() - minutesAgo * 60_000) })
    .where('account_id', '=', buyer.accountId)
    .execute()
}

async function check(buyer: Caller, options: { isPasswordInCall?: boolean } = {}): Promise<string> {
  const request = { headers: { authorization: `Bearer ${buyer.token}` } }
  // Only the header is read.
  const account = await app.deps.authenticator.authenticate(request as never)
  return requireReauthentication(app.db, account, options).then(
    () => 'allowed',
    (error: { code: string }) => error.code,
  )
}

const confirm = (buyer: Caller, password: string) =>
  buyer.call(securityRoutes.confirm, { body: { method: 'password', password } })

test('a login counts as reauthentication for ten minutes', async () => {
  const buyer = await addBuyer()
  expect(await check(buyer)).toBe('allowed')
  await setProvenAt(buyer, 9)
  expect(await check(buyer)).toBe('allowed')
  await setProvenAt(buyer, 11)
  expect(await check(buyer)).toBe('session.factor_required')
})

test('the password proves the account again, for this session only', async () => {
  const buyer = await addBuyer()
  await setProvenAt(buyer, 11)
  const other = await addBuyer()
  await setProvenAt(other, 11)
  const { data } = await confirm(buyer, 'terrace-demo')
  expect(new Date(data.data.confirmed_until).getTime()).toBeGreaterThan(Date.now() + 9 * 60_000)
  expect(await check(buyer)).toBe('allowed')
  expect(await check(other)).toBe('session.factor_required')
})

test('a wrong password is refused, proves nothing, and counts as a failed login', async () => {
  const buyer = await addBuyer()
  await setProvenAt(buyer, 11)
  const rejected = await confirm(buyer, 'guess')
  expect([rejected.status, rejected.error.code]).toEqual([422, 'factor.rejected'])
  expect(rejected.error.errors).toEqual({
    title: 'The password is incorrect',
    fields: { password: ['The password is incorrect'] },
  })
  expect(await check(buyer)).toBe('session.factor_required')
  for (let count = 1; count < 10; count += 1) await confirm(buyer, 'guess')
  // Right and wrong passwords get the same response now.
  for (const password of ['guess', 'terrace-demo'])
    expect((await confirm(buyer, password)).error.code).toBe('account.too_many_attempts')
})

test('confirmations are recorded', async () => {
  const buyer = await addBuyer()
  await confirm(buyer, 'guess')
  await confirm(buyer, 'terrace-demo')
  const records = await readSecurityEvents(app.db, { limit: 1000 })
  const mine = records.filter(({ kind, details }) => kind.startsWith('factor.') && details['method'])
  expect(mine.slice(-2).map(({ kind }) => kind)).toEqual(['factor.rejected', 'factor.confirmed'])
})

test('a change of password contains the current one, so it needs no other proof', async () => {
  const buyer = await addBuyer()
  await setProvenAt(buyer, 11)
  const body = { password: 'new password', password_confirmation: 'new password' }
  const changed = await buyer.call(passwordsRoutes.change, {
    body: { ...body, current_password: 'terrace-demo' },
  })
  expect(changed.status).toBe(200)
})
