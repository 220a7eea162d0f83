import { accountsRoutes } from '@terrace/contracts/accounts'
import { closingRoutes } from '@terrace/contracts/closing'
import type { RouteContract } from '@terrace/contracts/route'
import { workspaceRoutes } from '@terrace/contracts/workspace'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { hashPassword } from '#api/modules/accounts/passwords/password-hash.ts'
import { buildTestApp, type Caller, type TestApp } from '../harness/build-test-app.ts'
import { completeLogin } from '../fixtures/complete-login.ts'
import { addAccount, addTeam } from '../fixtures/factories.ts'

let app: TestApp
beforeAll(async () => {
  app = await buildTestApp()
})
afterAll(() => app.close())

/** All public routes: login, sign-up, password pages and links in emails. */
const publicRoutes = [
  'accounts.log-in',
  // The second step of a login, and a login with a passkey.
  'accounts.passkey-login',
  'accounts.second-factor',
  // The login and quote pages have errors, too.
  'browser-errors.report',
  'browser-spans.record',
  // The privacy text is shown while signing, before the account exists (product.md §11.2).
  'content.text',
  // The links that confirm and undo a change of email.
  'email-change.confirm',
  'email-change.undo',
  // A handover starts without a session.
  'handover.decline',
  'handover.redeem',
  'passwords.forgot',
  'passwords.reset',
  // The quote page (spec §6); its slug grants access.
  'quotes.accept',
  'quotes.calendar',
  'quotes.decline',
  'quotes.details',
  'quotes.plan',
  // Returns 403 instead of 401: a socket without a session must not log the browser out.
  'realtime.authorise',
  'sign-up.options',
  'sign-up.sign-up',
  'sign-up.unique',
  'signing.start',
  'signing.status',
  'teams.accept',
  'teams.read-invitation',
  'verify-email.confirm',
  'verify-email.resend',
]

const all = () => [...app.mounted.values()]

async function callRoute(route: RouteContract, by: Caller | undefined) {
  const url = `/api${route.path.replaceAll('{product}', 'trade').replaceAll(/:\w+/g, '1')}`
  const response = await app.app.inject({
    method: route.method,
    url,
    ...(by && { headers: { authorization: `Bearer ${by.token}` } }),
  })
  const { code } = response.json<{ code?: string }>()
  return { status: response.statusCode, code }
}

test('[ROLE-01] visitors can call only login, sign-up, password, email-link and quote-page routes', async () => {
  const open = all().filter(({ auth }) => auth === 'public')
  expect(open.map(({ name }) => name).toSorted()).toEqual(publicRoutes)
  for (const route of all().filter(({ auth }) => auth !== 'public'))
    expect(await callRoute(route, undefined), route.name).toEqual({
      status: 401,
      code: route.auth === 'api_key' ? 'api_key.invalid' : 'session.missing',
    })
})

test('[ROLE-01] an unknown or ended session counts as a visitor', async () => {
  const ended = await app.addBuyer()
  await ended.call(accountsRoutes.logOut)
  const madeUp = { ...ended, token: 'x'.repeat(43) }
  for (const by of [ended, madeUp])
    for (const route of all().filter(({ auth }) => auth !== 'public'))
      expect((await callRoute(route, by)).status, route.name).toBe(401)
})

test('[ROLE-02] a buyer may call every route that the web app uses', async () => {
  const buyer = await app.addBuyer()
  // Session-ending calls come last.
  const calls = all().toSorted((left, right) => endsSession(left) - endsSession(right))
  for (const route of calls) {
    if (['seller', 'operator', 'api_key'].includes(route.auth)) continue
    expect((await callRoute(route, buyer)).code, route.name).not.toBe('session.forbidden')
  }
})

function endsSession({ name }: RouteContract): number {
  return Number(name === accountsRoutes.logOut.name || name === closingRoutes.close.name)
}

test('[X-ROLE-02] each route accepts only its declared roles', async () => {
  for (const role of ['buyer', 'seller', 'operator'] as const) {
    const caller = await app.addBuyer({ role })
    for (const route of all()) {
      if (route.auth === 'public' || route.auth === 'account') continue
      const { status, code } = await callRoute(route, caller)
      if (route.auth === 'api_key') {
        // A session is no API key.
        expect([status, code], route.name).toEqual([401, 'api_key.invalid'])
        continue
      }
      const isRejected = status === 403 && code === 'session.forbidden'
      expect([route.name, isRejected]).toEqual([route.name, route.auth !== role])
    }
  }
})

test('[X-ROLE-02] login and account info report the role: buyer, seller or operator', async () => {
  const passwordHash = await hashPassword('terrace-demo')
  for (const role of ['buyer', 'seller', 'operator'] as const) {
    const username = `is-a-${role}`
    await addAccount(app.db, { teamId: await addTeam(app.db), role, username, passwordHash })
    const login = await app.visitor.call(accountsRoutes.logIn, {
      body: { username, password: 'terrace-demo' },
    })
    expect(completeLogin(login.data).role).toBe(role)
    const caller = await app.addBuyer({ role })
    expect((await caller.call(workspaceRoutes.info)).data.data.role).toBe(role)
  }
  const odd = sql`update accounts set role = 'guest' where username = 'is-a-buyer'`
  await expect(odd.execute(app.db)).rejects.toThrow('accounts_role_check')
})

test('[ROLE-03] a flag named after the product marks trade users', async () => {
  const passwordHash = await hashPassword('terrace-demo')
  for (const isTradeUser of [true, false]) {
    const username = `flag-${String(isTradeUser)}`
    const id = await addAccount(app.db, { teamId: await addTeam(app.db), username, passwordHash })
    await sql`update accounts set is_trade_user = ${isTradeUser} where id = ${id}`.execute(app.db)
    const login = await app.visitor.call(accountsRoutes.logIn, {
      body: { username, password: 'terrace-demo' },
    })
    expect(completeLogin(login.data)['{product}_user']).toBe(isTradeUser)
    const response = await app.app.inject({
      url: '/api/settings/trade/info',
      headers: { authorization: `Bearer ${completeLogin(login.data).token}` },
    })
    expect(response.json().data.trade_user).toBe(isTradeUser)
  }
})

test('[X-ROLE-03] a team member is either an owner or a member', async () => {
  const teamId = await addTeam(app.db)
  const owner = await addAccount(app.db, { teamId })
  const member = await addAccount(app.db, { teamId, teamRole: 'member' })
  const { rows } =
    await sql`select team_role from accounts where id in (${owner}, ${member}) order by team_role desc`.execute(
      app.db,
    )
  expect(rows).toEqual([{ team_role: 'owner' }, { team_role: 'member' }])
  const odd = sql`update accounts set team_role = 'guest' where id = ${member}`
  await expect(odd.execute(app.db)).rejects.toThrow('accounts_team_role_check')
})
