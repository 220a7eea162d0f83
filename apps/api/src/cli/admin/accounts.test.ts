import { passwordsRoutes } from '@terrace/contracts/passwords'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { readSecurityEvents } from '#api/audit/audit.repo.ts'
import { runAdmin } from '#api/cli/admin/run-admin.ts'
import { buildTestApp, type TestApp } from '#api/test/harness/build-test-app.ts'
import { cliFixture } from '#api/test/fixtures/cli-fixture.ts'
import { addAccount as addTestAccount, addTeam } from '#api/test/fixtures/factories.ts'
import { hashPassword } from '#api/modules/accounts/index.ts'

const fixture = cliFixture()
const person = ['--email', 'olga@example.test', '--first-name', 'Olga', '--last-name', 'Berg']
const site = { TRADE_ORIGINS: 'https://tickets.example.test' }

test('account add: the first operator gets a link that sets the password, once', async () => {
  const { code, out } = await fixture.run(
    'admin',
    ['account', 'add', 'olga.berg', '--role', 'operator', ...person],
    site,
  )
  expect(code).toBe(0)
  expect(out).toMatch(/https:\/\/tickets\.example\.test\/reset-password\/[\w-]+\n$/)
  const account = await fixture.db
    .selectFrom('accounts')
    .select(['role', 'status', 'is_demo as isDemo'])
    .executeTakeFirstOrThrow()
  expect(account).toEqual({ role: 'operator', status: 'active', isDemo: false })
  const [added] = await readSecurityEvents(fixture.db, { kind: 'account.added', limit: 1 })
  expect(added?.details).toEqual({ role: 'operator' })
})

test('account add: a taken name, an invalid role and missing fields are named, and nothing is added', async () => {
  await fixture.run('admin', ['account', 'add', 'olga.berg', '--role', 'seller', ...person], site)
  const again = await fixture.run(
    'admin',
    ['account', 'add', 'OLGA.berg', '--role', 'seller', ...person],
    site,
  )
  expect([again.code, again.error]).toEqual([1, expect.stringContaining('is used by another account')])
  const wrong = await fixture.run('admin', ['account', 'add', 'olga', '--role', 'boss', ...person], site)
  expect([wrong.code, wrong.error]).toEqual([2, expect.stringContaining('username: Minimum 5 characters')])
  const incomplete = await fixture.run('admin', [
    'account',
    'add',
    'peter.berg',
    '--role',
    'boss',
    '--currency',
    'XXX',
  ])
  expect(incomplete.code).toBe(2)
  for (const text of [
    '--role: must be operator, seller, buyer',
    '--email: Email address is required',
    '--first-name:',
    '--currency: must be',
  ])
    expect(incomplete.error).toContain(text)
  expect(await fixture.db.selectFrom('accounts').select('id').execute()).toHaveLength(1)
})

test('account: an unknown username and a wrong state change nothing', async () => {
  const unknown = await fixture.run('admin', ['account', 'suspend', 'no.one'])
  expect([unknown.code, unknown.error]).toEqual([1, 'No account has the username no.one\n'])
  await fixture.run('admin', ['account', 'add', 'olga.berg', '--role', 'seller', ...person], site)
  const active = await fixture.run('admin', ['account', 'reinstate', 'olga.berg'])
  expect([active.code, active.error]).toEqual([1, 'olga.berg is active\n'])
  expect((await fixture.run('admin', ['account', 'delete', 'olga.berg'])).code).toBe(2)
})

let app: TestApp
beforeAll(async () => {
  app = await buildTestApp()
})
afterAll(() => app.close())

/** Runs the command against the database of a running server, which it shares nothing else with. */
async function adminOfServer(...args: string[]): Promise<string> {
  const out = vi.spyOn(console, 'log').mockImplementation(() => undefined)
  vi.stubEnv('DATABASE_URL', app.deps.config.databaseUrl)
  vi.stubEnv('TRADE_ORIGINS', 'https://tickets.example.test')
  try {
    expect(await runAdmin(args)).toBe(0)
    return out.mock.calls.map(([line]) => String(line)).join('\n')
  } finally {
    out.mockRestore()
    vi.unstubAllEnvs()
  }
}

const password = 'terrace-demo'

async function addBroker(username: string) {
  await addTestAccount(app.db, {
    teamId: await addTeam(app.db),
    username,
    passwordHash: await hashPassword(password),
  })
  const logIn = (given = password) =>
    app.app.inject({ method: 'POST', url: '/api/auth/login', payload: { username, password: given } })
  const authorization = `Bearer ${(await logIn()).json().data.token}`
  const userInfo = async () =>
    (await app.app.inject({ url: '/api/settings/account/sessions', headers: { authorization } })).statusCode
  return { logIn, userInfo }
}

test('account suspend ends sessions of the running server within a second and refuses the right password', async () => {
  const { logIn, userInfo } = await addBroker('suspended.broker')
  expect(await userInfo()).toBe(200)
  const output = await adminOfServer('account', 'suspend', 'suspended.broker')
  expect(output).toBe('suspended.broker is suspended; 1 session ended')
  await expect.poll(userInfo, { timeout: 1000 }).toBe(401)
  expect((await logIn()).statusCode).toBe(422)
  await adminOfServer('account', 'reinstate', 'suspended.broker')
  const records = await readSecurityEvents(app.db, { username: 'suspended.broker', limit: 100 })
  const byOperator = records.filter(({ ipAddress }) => ipAddress === 'terminal')
  expect(byOperator.map(({ kind }) => kind).toSorted()).toEqual([
    'account.reinstated',
    'account.suspended',
    'session.revoked',
  ])
  expect((await logIn()).statusCode).toBe(200)
})

test('account end-sessions logs out all devices; the password stays', async () => {
  const { logIn, userInfo } = await addBroker('careless.broker')
  expect(await adminOfServer('account', 'end-sessions', 'careless.broker')).toBe(
    'careless.broker: 1 session ended',
  )
  await expect.poll(userInfo, { timeout: 1000 }).toBe(401)
  expect((await logIn()).statusCode).toBe(200)
})

test('account replace-password: the old password is refused, and the printed link sets a new one, once', async () => {
  const { logIn, userInfo } = await addBroker('hacked.broker')
  const output = await adminOfServer('account', 'replace-password', 'hacked.broker')
  const token = /reset-password\/(\S+)$/.exec(output)?.[1] ?? ''
  const [replaced] = await readSecurityEvents(app.db, { kind: 'password.replaced', limit: 1 })
  expect(replaced).toMatchObject({ account: 'hacked.broker', ipAddress: 'terminal' })
  await expect.poll(userInfo, { timeout: 1000 }).toBe(401)
  expect((await logIn()).statusCode).toBe(422)
  const chosen = 'quiet-harbour-lantern'
  const reset = () =>
    app.visitor.call(passwordsRoutes.reset, {
      body: { token, password: chosen, password_confirmation: chosen },
    })
  expect((await reset()).ok).toBe(true)
  expect((await logIn(chosen)).statusCode).toBe(200)
  expect((await reset()).ok).toBe(false)
})
