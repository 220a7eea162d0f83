import { accountsRoutes } from '@terrace/contracts/accounts'
import type { RouteContract } from '@terrace/contracts/route'
import { workspaceRoutes } from '@terrace/contracts/workspace'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { hashPassword } from '../modules/accounts/password-hash.ts'
import { buildTestApp, type Caller, type TestApp } from './build-test-app.ts'
import { addAccount, addTeam } from './factories.ts'

let app: TestApp
beforeAll(async () => {
  app = await buildTestApp()
})
afterAll(() => app.close())

/** The calls behind login, sign-up, the password screens and what letters lead to; all that a visitor can reach. */
const forVisitors = [
  'accounts.log-in',
  // The privacy text is reachable while signing, before there is an account (product.md §12).
  'content.text',
  // A handover begins without a session here.
  'handover.decline',
  'handover.redeem',
  'passwords.forgot',
  'passwords.reset',
  // The quote-link view (spec §6): its slug is what opens it.
  'quotes.accept',
  'quotes.decline',
  'quotes.details',
  'quotes.plan',
  // Answers 403 in place of 401 by itself: a lost session must not sign the browser out from a socket.
  'realtime.authorise',
  'sign-up.options',
  'sign-up.sign-up',
  'sign-up.unique',
  'signing.start',
  'signing.status',
  'teams.accept',
  'teams.look',
  'verify-email.confirm',
  'verify-email.resend',
]

const all = () => [...app.mounted.values()]

async function ask(route: RouteContract, by: Caller | undefined) {
  const url = `/api${route.path.replaceAll('{product}', 'trade').replaceAll(/:\w+/g, '1')}`
  const answer = await app.app.inject({
    method: route.method,
    url,
    ...(by && { headers: { authorization: `Bearer ${by.token}` } }),
  })
  const { code } = answer.json<{ code?: string }>()
  return { status: answer.statusCode, code }
}

test('[ROLE-01] a visitor can call only what login, sign-up, the password screens, letters and the quote-link view need', async () => {
  const open = all().filter(({ auth }) => auth === 'public')
  expect(open.map(({ name }) => name).toSorted()).toEqual(forVisitors)
  for (const route of all().filter(({ auth }) => auth !== 'public'))
    expect(await ask(route, undefined), route.name).toEqual({ status: 401, code: 'session.missing' })
})

test('[ROLE-01] a made-up or ended session is a visitor like any other', async () => {
  const ended = await app.addBuyer()
  await ended.call(accountsRoutes.logOut)
  const madeUp = { ...ended, token: 'x'.repeat(43) }
  for (const by of [ended, madeUp])
    for (const route of all().filter(({ auth }) => auth !== 'public'))
      expect((await ask(route, by)).status, route.name).toBe(401)
})

test('[ROLE-02] a buyer is refused nothing that the pages of the application call', async () => {
  const buyer = await app.addBuyer()
  // Last what ends the session.
  const calls = all().toSorted((left, right) => endsSession(left) - endsSession(right))
  for (const route of calls) {
    if (route.auth === 'seller' || route.auth === 'operator') continue
    expect((await ask(route, buyer)).code, route.name).not.toBe('session.forbidden')
  }
})

function endsSession({ name }: RouteContract): number {
  return Number(name === accountsRoutes.logOut.name)
}

test('[X-ROLE-02] each call is for the role that it names, whoever asks', async () => {
  for (const role of ['buyer', 'seller', 'operator'] as const) {
    const caller = await app.addBuyer({ role })
    for (const route of all()) {
      if (route.auth === 'public' || route.auth === 'account') continue
      const { status, code } = await ask(route, caller)
      const isRefused = status === 403 && code === 'session.forbidden'
      expect([route.name, isRefused]).toEqual([route.name, route.auth !== role])
    }
  }
})

test('[X-ROLE-02] a user is a buyer, a seller or an operator, told by the login and by who one is', async () => {
  const passwordHash = await hashPassword('terrace-demo')
  for (const role of ['buyer', 'seller', 'operator'] as const) {
    const username = `is-a-${role}`
    await addAccount(app.db, { teamId: await addTeam(app.db), role, username, passwordHash })
    const login = await app.visitor.call(accountsRoutes.logIn, {
      body: { username, password: 'terrace-demo' },
    })
    expect(login.data.data.role).toBe(role)
    const caller = await app.addBuyer({ role })
    expect((await caller.call(workspaceRoutes.info)).data.data.role).toBe(role)
  }
  const odd = sql`update accounts set role = 'guest' where username = 'is-a-buyer'`
  await expect(odd.execute(app.db)).rejects.toThrow('accounts_role_check')
})

test('[ROLE-03] a flag, named after the product, marks whether the user is a trade user', async () => {
  const passwordHash = await hashPassword('terrace-demo')
  for (const isTradeUser of [true, false]) {
    const username = `flag-${String(isTradeUser)}`
    const id = await addAccount(app.db, { teamId: await addTeam(app.db), username, passwordHash })
    await sql`update accounts set is_trade_user = ${isTradeUser} where id = ${id}`.execute(app.db)
    const login = await app.visitor.call(accountsRoutes.logIn, {
      body: { username, password: 'terrace-demo' },
    })
    expect(login.data.data['{product}_user']).toBe(isTradeUser)
    const answer = await app.app.inject({
      url: '/api/settings/trade/info',
      headers: { authorization: `Bearer ${login.data.data.token}` },
    })
    expect(answer.json().data.trade_user).toBe(isTradeUser)
  }
})

test('[X-ROLE-03] somebody in a team is its owner or a member, and nothing else', async () => {
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
