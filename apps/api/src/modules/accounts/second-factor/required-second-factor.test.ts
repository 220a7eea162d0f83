import { accountsRoutes } from '@terrace/contracts/accounts'
import { securityRoutes } from '@terrace/contracts/security'
import { teamsRoutes } from '@terrace/contracts/teams'
import { workspaceRoutes } from '@terrace/contracts/workspace'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { readSecurityEvents } from '#api/audit/audit.repo.ts'
import { completeLogin } from '#api/test/fixtures/complete-login.ts'
import { secondFactorFixture } from '#api/test/fixtures/second-factor-fixture.ts'
import { buildTestApp, type Caller, type TestApp } from '#api/test/harness/build-test-app.ts'
import { hashPassword } from '../passwords/password-hash.ts'
import { removeAllSecondFactors } from './remove-all-second-factors.ts'

let app: TestApp
beforeAll(async () => {
  app = await buildTestApp()
})
afterAll(() => app.close())

const { addUser, addPasskey, addApp, logIn, startLogin, prove } = secondFactorFixture(() => app, hashPassword)

/** As after a login with the password alone. */
const forgetProof = (user: Caller) =>
  app.db
    .updateTable('sessions')
    .set({ second_factor_proven_at: null })
    .where('account_id', '=', user.accountId)
    .execute()

async function addOperator() {
  const operator = await addUser({ role: 'operator' })
  await forgetProof(operator)
  return operator
}

const requirement = (user: Caller, required: boolean) =>
  user.call(teamsRoutes.requireSecondFactor, { body: { required } })

const endGrace = (teamId: string) =>
  sql`update teams set second_factor_required_from = clock_timestamp() - interval '1 second'
    where id = ${teamId}`.execute(app.db)

const topicsFor = async (accountId: string) =>
  (
    await app.db
      .selectFrom('outbox')
      .select(['topic', 'payload'])
      .where('subject', '=', accountId)
      .orderBy('id')
      .execute()
  ).map(({ topic, payload }) => [topic, (payload as { change?: string }).change].filter(Boolean).join(' '))

test('an operator without a second factor can only set one up', async () => {
  const operator = await addOperator()
  const rejected = await operator.call(workspaceRoutes.info)
  expect([rejected.status, rejected.error.code]).toEqual([403, 'session.second_factor_due'])
  const allowed = [...app.mounted.values()].filter(
    ({ isAllowedBeforeSecondFactor }) => isAllowedBeforeSecondFactor,
  )
  expect(allowed.map(({ name }) => name).toSorted()).toEqual([
    'accounts.log-out',
    'security.add-passkey',
    'security.confirm',
    'security.confirm-app',
    'security.confirm-options',
    'security.create-recovery-codes',
    'security.overview',
    'security.passkey-options',
    'security.remove-app',
    'security.remove-passkey',
    'security.set-up-app',
  ])
  expect((await operator.call(securityRoutes.overview)).data.data).toMatchObject({
    required: { by: 'role', from: null },
    methods: ['password'],
  })
  await addPasskey(operator)
  expect((await operator.call(workspaceRoutes.info)).status).toBe(200)
})

test('every other route refuses an operator who has not proved a second factor', async () => {
  const operator = await addOperator()
  const routes = [...app.mounted.values()].filter(
    ({ auth, isAllowedBeforeSecondFactor }) =>
      (auth === 'account' || auth === 'operator') && !isAllowedBeforeSecondFactor,
  )
  expect(routes.length).toBeGreaterThan(10)
  for (const route of routes) {
    const url = `/api${route.path.replaceAll('{product}', 'trade').replaceAll(/:\w+/g, '1')}`
    const headers = { authorization: `Bearer ${operator.token}` }
    const response = await app.app.inject({ method: route.method, url, headers })
    expect([route.name, response.json().code]).toEqual([route.name, 'session.second_factor_due'])
  }
  // Sockets included.
  const socket = await app.app.inject({
    method: 'POST',
    url: '/api/broadcasting/auth',
    payload: { socket_id: '1.1', channel_name: `private-team-${operator.teamId}` },
    headers: { authorization: `Bearer ${operator.token}` },
  })
  expect(socket.statusCode).not.toBe(200)
})

test('a session from before the second factor must prove it, on every process at once', async () => {
  const operator = await addOperator()
  const { codeAt } = await addApp(operator)
  await forgetProof(operator)
  app.deps.authenticator.dropCachedSession('none')
  const { sessionId } = await app.db
    .selectFrom('sessions')
    .select('id as sessionId')
    .where('account_id', '=', operator.accountId)
    .executeTakeFirstOrThrow()
  app.deps.authenticator.dropCachedSession(sessionId)
  expect((await operator.call(workspaceRoutes.info)).error.code).toBe('session.second_factor_due')
  const confirmed = await operator.call(securityRoutes.confirm, {
    body: { method: 'totp', code: codeAt(0) },
  })
  expect(confirmed.status).toBe(200)
  expect((await operator.call(workspaceRoutes.info)).status).toBe(200)
})

test('the last second factor of an operator stays; a second one can be removed', async () => {
  const operator = await addOperator()
  const { id } = await addPasskey(operator)
  const rejected = await operator.call(securityRoutes.removePasskey, { params: { id } })
  expect([rejected.status, rejected.error.code]).toEqual([422, 'factor.last_required'])
  expect((await operator.call(securityRoutes.overview)).data.data.passkeys).toHaveLength(1)
  await addApp(operator)
  expect((await operator.call(securityRoutes.removePasskey, { params: { id } })).status).toBe(200)
  expect((await operator.call(securityRoutes.removeApp)).error.code).toBe('factor.last_required')
})

test('an owner requires a second factor of the team, and members have seven days', async () => {
  const owner = await addUser()
  const member = await addUser({ teamId: owner.teamId, teamRole: 'member' })
  const ready = await addUser({ teamId: owner.teamId, teamRole: 'member' })
  await addApp(ready)
  const early = await requirement(owner, true)
  expect([early.status, early.error.code]).toEqual([422, 'team.second_factor_first'])
  await addPasskey(owner)
  const { data } = await requirement(owner, true)
  const from = new Date(data.data.second_factor_required_from ?? 0)
  expect(Math.round((from.getTime() - Date.now()) / 86_400_000)).toBe(7)
  // Who has none is asked by email.
  expect(await topicsFor(member.accountId)).toEqual(['account.second_factor_requested'])
  expect(await topicsFor(ready.accountId)).not.toContain('account.second_factor_requested')
  // Again changes nothing.
  expect((await requirement(owner, true)).data.data.second_factor_required_from).toBe(from.toISOString())
  expect((await member.call(securityRoutes.overview)).data.data.required).toEqual({
    by: 'team',
    from: from.toISOString(),
  })
  const team = (await member.call(teamsRoutes.overview)).data.data
  expect(team.second_factor_required_from).toBe(from.toISOString())
  expect(team.members.filter(({ has_second_factor }) => !has_second_factor).map(({ id }) => id)).toEqual([
    member.accountId,
  ])
  await endGrace(owner.teamId)
  const { data: login } = await logIn(member.username)
  const headers = { authorization: `Bearer ${completeLogin(login).token}` }
  const info = () => app.app.inject({ url: '/api/settings/trade/info', headers })
  expect((await info()).json().code).toBe('session.second_factor_due')
  // A member with a second factor goes on as before.
  expect((await ready.call(workspaceRoutes.info)).status).toBe(200)
  expect((await requirement(owner, false)).data.data.second_factor_required_from).toBeNull()
  const records = await readSecurityEvents(app.db, { teamId: owner.teamId, limit: 100 })
  expect(records.map(({ kind }) => kind).filter((kind) => kind.startsWith('team.'))).toEqual([
    'team.second_factor_required',
    'team.second_factor_optional',
  ])
  expect((await info()).statusCode).toBe(200)
})

test('only an owner changes the requirement, after reauthentication', async () => {
  const owner = await addUser()
  const member = await addUser({ teamId: owner.teamId, teamRole: 'member' })
  await addPasskey(owner)
  await addPasskey(member)
  expect((await requirement(member, true)).error.code).toBe('team.not_owner')
  await forgetProof(owner)
  expect((await requirement(owner, true)).error.code).toBe('session.factor_required')
})

test('support removes lost factors: sessions end, the owner gets an email, the password is enough again', async () => {
  const user = await addUser()
  await addPasskey(user)
  const { codeAt } = await addApp(user)
  const token = await startLogin(user.username)
  const caller = { ipAddress: 'terminal', userAgent: 'ops' }
  const removed = await removeAllSecondFactors(app.deps, { username: user.username.toUpperCase(), caller })
  expect(removed).toEqual({ passkeys: 1, apps: 1, sessions: 1 })
  expect((await prove(token, { method: 'totp', code: codeAt(0) })).error.code).toBe('account.login_expired')
  expect(completeLogin((await logIn(user.username)).data).status).toBe(true)
  expect((await topicsFor(user.accountId)).slice(-1)).toEqual([
    'account.security_changed second_factors_removed',
  ])
  const records = await readSecurityEvents(app.db, { kind: 'factor.all_removed', limit: 1 })
  expect(records[0]).toMatchObject({
    account: user.username,
    userAgent: 'ops',
    details: { passkeys: 1, authenticator_apps: 1 },
  })
  for (const username of [user.username, 'unknown.user']) {
    await expect(removeAllSecondFactors(app.deps, { username, caller })).rejects.toMatchObject({
      code: 'account.no_second_factor',
    })
  }
})

test('every change of a factor is emailed to the owner and recorded', async () => {
  const user = await addUser()
  const { id } = await addPasskey(user)
  const { recoveryCodes } = await addApp(user)
  expect(recoveryCodes).toBeNull()
  const { data } = await user.call(securityRoutes.createRecoveryCodes)
  const code = data.data.recovery_codes[0] ?? ''
  await user.call(securityRoutes.confirm, { body: { method: 'recovery_code', code } })
  await user.call(securityRoutes.removePasskey, { params: { id } })
  await user.call(securityRoutes.removeApp)
  expect(await topicsFor(user.accountId)).toEqual([
    'account.security_changed passkey_added',
    'account.security_changed recovery_codes_created',
    'account.security_changed authenticator_app_added',
    'account.security_changed recovery_codes_created',
    'account.security_changed recovery_code_used',
    'account.security_changed passkey_removed',
    'account.security_changed authenticator_app_removed',
  ])
  const records = await readSecurityEvents(app.db, { username: user.username, limit: 50 })
  expect(records.map(({ kind }) => kind)).toEqual([
    'factor.passkey_added',
    'factor.codes_created',
    'factor.app_added',
    'factor.codes_created',
    'factor.code_used',
    'factor.confirmed',
    'factor.passkey_removed',
    'factor.app_removed',
  ])
})

test('a closed account keeps no factors', async () => {
  const owner = await addUser()
  const member = await addUser({ teamId: owner.teamId, teamRole: 'member' })
  await addPasskey(member)
  await addApp(member)
  await owner.call(teamsRoutes.remove, { params: { id: member.accountId } })
  const left = await sql<{ count: number }>`
    select ((select count(*) from account_passkeys where account_id = ${member.accountId})
      + (select count(*) from account_authenticator_apps where account_id = ${member.accountId})
      + (select count(*) from account_recovery_codes where account_id = ${member.accountId}))::int as count`.execute(
    app.db,
  )
  expect(left.rows[0]?.count).toBe(0)
  expect((await member.call(accountsRoutes.logOut)).status).toBe(401)
})
