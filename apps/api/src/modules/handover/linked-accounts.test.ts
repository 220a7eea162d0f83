import { secondFactorRoutes } from '@terrace/contracts/second-factor'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { readSecurityEvents } from '#api/audit/audit.repo.ts'
import { hashPassword } from '#api/modules/accounts/index.ts'
import { completeLogin } from '#api/test/fixtures/complete-login.ts'
import { addAccount, addTeam } from '#api/test/fixtures/factories.ts'
import {
  countSessions,
  expectHandoverRejected,
  issuersOf,
  testBrowser,
  testIssuer,
  type TestIssuer,
} from '#api/test/fixtures/handover-fixture.ts'
import { secondFactorFixture } from '#api/test/fixtures/second-factor-fixture.ts'
import { buildTestApp, type TestApp } from '#api/test/harness/build-test-app.ts'
import { addHandoverLink, removeHandoverLink } from './manage-links.ts'

const byId = testIssuer('by-id', { subject: 'id' })
const byEmail = testIssuer('by-email', { subject: 'email' })
const byName = testIssuer('by-name')

let app: TestApp
beforeAll(async () => {
  app = await buildTestApp({
    config: { tradeOrigins: ['https://desk.example'], handover: issuersOf([byId, byEmail, byName]) },
  })
})
afterAll(() => app.close())

const factors = secondFactorFixture(() => app, hashPassword)
const caller = { ipAddress: 'terminal', userAgent: 'anna' }

let userCount = 0
async function addTestUser(values: { email?: string; isEmailVerified?: boolean } = {}) {
  const username = `linked${(userCount += 1)}`
  const accountId = await addAccount(app.db, { teamId: await addTeam(app.db), username, ...values })
  return { username, accountId }
}

/** A browser after a handover by this site of its user. */
async function arrived(issuer: TestIssuer, sub: string) {
  const browser = testBrowser(app)
  const started = await browser.start(issuer, '/')
  browser.setIssuerCookies(await issuer.code(started, { sub }), '/search?q=x')
  return browser
}

const link = (username: string, subject: string) =>
  addHandoverLink(app.deps, { username, issuer: 'by-id', subject, caller })

test('a site’s id names no account by itself, not even one with that username or address', async () => {
  const { username } = await addTestUser({ email: 'same@example.test' })
  for (const sub of [username, 'same@example.test'])
    await expectHandoverRejected(app, await arrived(byId, sub), 'no_account', { code: 'handover.no_account' })
})

test('an operator links a site’s user, whose handovers open the account until the link is removed', async () => {
  const { username } = await addTestUser()
  await link(username, 'user-4711')
  const { body } = await (await arrived(byId, 'user-4711')).redeem()
  expect(body.data).toMatchObject({ status: true, username })
  // Another site may use the same id.
  await expectHandoverRejected(app, await arrived(byName, 'user-4711'), 'no_account', {
    code: 'handover.no_account',
  })
  await removeHandoverLink(app.deps, { username, issuer: 'by-id', caller })
  await expectHandoverRejected(app, await arrived(byId, 'user-4711'), 'no_account', {
    code: 'handover.no_account',
  })
  const records = await readSecurityEvents(app.db, { username, limit: 100 })
  expect(records.map(({ kind }) => kind)).toEqual([
    'handover.linked',
    'handover.redeemed',
    'handover.unlinked',
  ])
})

test('one user of a site opens one account, and one account belongs to one user of a site', async () => {
  const [first, second] = [await addTestUser(), await addTestUser()]
  await link(first.username, 'user-1')
  const taken = { details: { fields: { subject: [expect.stringContaining('linked already')] } } }
  await expect(link(second.username, 'user-1')).rejects.toMatchObject(taken)
  await expect(link(first.username, 'user-2')).rejects.toMatchObject(taken)
  await expect(
    addHandoverLink(app.deps, { username: first.username, issuer: 'nowhere', subject: 'x', caller }),
  ).rejects.toMatchObject({ details: { fields: { issuer: [expect.stringContaining('by-id')] } } })
})

test('after the first handover by email, the link decides: a later owner of the address is not let in', async () => {
  const first = await addTestUser({ email: 'shared@example.test' })
  const redeemed = await (await arrived(byEmail, 'Shared@example.test')).redeem()
  expect(redeemed.body.data).toMatchObject({ status: true, username: first.username })
  await app.db
    .updateTable('accounts')
    .set({ email: 'moved@example.test' })
    .where('id', '=', first.accountId)
    .execute()
  const other = await addTestUser({ email: 'shared@example.test' })
  const again = await (await arrived(byEmail, 'shared@example.test')).redeem()
  expect(again.body.data).toMatchObject({ status: true, username: first.username })
  // The site's user of the new address is someone else.
  await expectHandoverRejected(app, await arrived(byEmail, 'moved@example.test'), 'no_account', {
    code: 'handover.no_account',
  })
  const records = await readSecurityEvents(app.db, { username: other.username, limit: 10 })
  expect(records).toEqual([])
})

test('an address that its account has not confirmed is no match', async () => {
  await addTestUser({ email: 'unconfirmed@example.test', isEmailVerified: false })
  await expectHandoverRejected(app, await arrived(byEmail, 'unconfirmed@example.test'), 'no_account', {
    code: 'handover.no_account',
  })
})

test('a handover of an account with a second factor opens no session without it', async () => {
  const user = await factors.addUser()
  const { recoveryCodes } = await factors.addApp(user)
  const before = await countSessions(app)
  const browser = await arrived(byName, user.username)
  const code = browser.jar.get('handover_session') ?? ''
  const { status, body } = await browser.redeem()
  expect([status, body.data]).toEqual([
    200,
    {
      status: false,
      redirect: '/search?q=x',
      second_factor: {
        token: expect.any(String),
        expires_at: expect.any(String),
        methods: ['totp', 'recovery_code'],
      },
    },
  ])
  expect(await countSessions(app)).toBe(before)
  // The code is used up.
  expect([...browser.jar.keys()]).toEqual([])
  const replay = testBrowser(app)
  replay.setIssuerCookies(code)
  expect((await replay.redeem()).body).not.toHaveProperty('data')
  const { token } = body.data['second_factor'] as { token: string }
  const wrong = await app.visitor.call(secondFactorRoutes.prove, {
    body: { token, method: 'recovery_code', code: 'aaaa-aaaa-aaaa-aaaa-aaaa-aaaa' },
  })
  expect(wrong.error.code).toBe('factor.rejected')
  const opened = await app.visitor.call(secondFactorRoutes.prove, {
    body: { token, method: 'recovery_code', code: recoveryCodes?.[0] ?? '' },
  })
  expect(completeLogin(opened.data).username).toBe(user.username)
  const records = await readSecurityEvents(app.db, { username: user.username, limit: 100 })
  expect(records.map(({ kind }) => kind)).toEqual(
    expect.arrayContaining(['handover.redeemed', 'login.failed', 'login.succeeded']),
  )
})

test('the browser’s earlier session ends when the second factor is proved, not before', async () => {
  const user = await factors.addUser()
  const { recoveryCodes } = await factors.addApp(user)
  const other = await app.addBuyer()
  const isOpen = async () =>
    (
      await app.app.inject({
        url: '/api/settings/account/sessions',
        headers: { authorization: `Bearer ${other.token}` },
      })
    ).statusCode === 200
  const browser = await arrived(byName, user.username)
  const question = await browser.redeem({ token: other.token })
  const { confirm } = question.body.errors.handover
  const { body } = await browser.redeem({ token: other.token, confirm })
  const { token } = body.data['second_factor'] as { token: string }
  expect(await isOpen()).toBe(true)
  const opened = await app.visitor.call(secondFactorRoutes.prove, {
    body: { token, method: 'recovery_code', code: recoveryCodes?.[0] ?? '' },
  })
  expect(opened.ok).toBe(true)
  expect(await isOpen()).toBe(false)
})
