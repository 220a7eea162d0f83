import { calendarsRoutes } from '@terrace/contracts/calendars'
import { quoteSettingsRoutes } from '@terrace/contracts/quote-settings'
import { securityRoutes } from '@terrace/contracts/security'
import { teamsRoutes } from '@terrace/contracts/teams'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { FakePasskey } from '#api/test/fakes/passkey.ts'
import { secondFactorFixture } from '#api/test/fixtures/second-factor-fixture.ts'
import { buildTestApp, type Caller, type TestApp } from '#api/test/harness/build-test-app.ts'
import { hashPassword } from '../passwords/password-hash.ts'

/* What needs a factor of the last ten minutes, and what does not. */

let app: TestApp
beforeAll(async () => {
  app = await buildTestApp()
})
afterAll(() => app.close())

const factors = secondFactorFixture(() => app, hashPassword)

/** As if the last login or confirmation was eleven minutes ago. */
async function withOldFactor(caller: Caller): Promise<void> {
  await app.db
    .updateTable('sessions')
    .set({ password_proven_at: new Date(Date.now() - 11 * 60_000) })
    .where('account_id', '=', caller.accountId)
    .execute()
}

async function addOwner(): Promise<Caller> {
  const owner = await app.addBuyer()
  await withOldFactor(owner)
  return owner
}

type Reply = Promise<{ ok: boolean; error: { code: string } }>
const codeOf = async (reply: Reply) => {
  const result = await reply
  return result.ok ? 'done' : result.error.code
}

const join_link = 'http://localhost:4000/join'
const invitation = { email: 'guest@example.test', role: 'member', join_link } as const

test('invitations and their links need reauthentication, and are not sent without it', async () => {
  const owner = await app.addBuyer()
  const { id } = (await owner.call(teamsRoutes.invite, { body: invitation })).data.data
  await withOldFactor(owner)
  const other = { ...invitation, email: 'other@example.test' }
  expect(await codeOf(owner.call(teamsRoutes.invite, { body: other }))).toBe('session.factor_required')
  expect(await codeOf(owner.call(teamsRoutes.resend, { params: { id } }))).toBe('session.factor_required')
  expect((await owner.call(teamsRoutes.overview)).data.data.invitations).toHaveLength(1)
  // Fewer rights need no proof.
  expect(await codeOf(owner.call(teamsRoutes.withdraw, { params: { id } }))).toBe('done')
})

test('roles and members change only after reauthentication', async () => {
  const owner = await addOwner()
  const member = await app.addBuyer({ teamId: owner.teamId, teamRole: 'member' })
  const params = { id: member.accountId }
  expect(await codeOf(owner.call(teamsRoutes.changeRole, { params, body: { role: 'owner' } }))).toBe(
    'session.factor_required',
  )
  expect(await codeOf(owner.call(teamsRoutes.remove, { params }))).toBe('session.factor_required')
  const { members } = (await owner.call(teamsRoutes.overview)).data.data
  expect(members.find(({ id }) => id === member.accountId)?.role).toBe('member')
})

test('leaving the team needs reauthentication', async () => {
  const owner = await addOwner()
  const member = await app.addBuyer({ teamId: owner.teamId, teamRole: 'member' })
  await withOldFactor(member)
  expect(await codeOf(member.call(teamsRoutes.leave))).toBe('session.factor_required')
  expect((await owner.call(teamsRoutes.overview)).data.data.members).toHaveLength(2)
})

test('a setup that began with the password needs the second factor that was added since', async () => {
  const owner = await app.addBuyer()
  const app1 = (await owner.call(securityRoutes.setUpApp)).data.data
  const options = (await owner.call(securityRoutes.passkeyOptions)).data.data
  await factors.addApp(owner)
  // As if the owner had added it in another session.
  await app.db
    .updateTable('sessions')
    .set({ second_factor_proven_at: null })
    .where('account_id', '=', owner.accountId)
    .execute()
  const body = { id: app1.id, code: '000000' }
  expect(await codeOf(owner.call(securityRoutes.confirmApp, { body }))).toBe('session.factor_required')
  const passkey = { name: 'Laptop', credential: new FakePasskey().create(options) }
  expect(await codeOf(owner.call(securityRoutes.addPasskey, { body: passkey }))).toBe(
    'session.factor_required',
  )
  expect((await owner.call(securityRoutes.overview)).data.data.passkeys).toEqual([])
})

test('the address of one’s own calendar needs reauthentication; ending it does not', async () => {
  const owner = await app.addBuyer()
  const { id } = (await owner.call(calendarsRoutes.create, { body: { kind: 'mine' } })).data.data
  await withOldFactor(owner)
  expect(await codeOf(owner.call(calendarsRoutes.create, { body: { kind: 'mine' } }))).toBe(
    'session.factor_required',
  )
  const params = { calendar_id: id }
  expect(await codeOf(owner.call(calendarsRoutes.replace, { params }))).toBe('session.factor_required')
  expect((await owner.call(calendarsRoutes.list)).data.data.map((feed) => feed.id)).toEqual([id])
  expect(await codeOf(owner.call(calendarsRoutes.revoke, { params }))).toBe('done')
})

test('quote settings need reauthentication where contact or commission change, and only there', async () => {
  const owner = await addOwner()
  const {
    logo: _logo,
    quote_origin: _origin,
    may_manage: _mayManage,
    team_name: _teamName,
    ...settings
  } = (await owner.call(quoteSettingsRoutes.read)).data.data
  const change = (values: object) =>
    codeOf(owner.call(quoteSettingsRoutes.change, { body: { ...settings, ...values } }))
  expect(await change({ colour: '#123456' })).toBe('done')
  for (const values of [
    { contact_email: 'someone-else@example.test' },
    { contact_phone: '+44 20 7946 0123' },
    { defaults: { ...settings.defaults, commission_amount: '30' } },
  ])
    expect(await change(values), JSON.stringify(values)).toBe('session.factor_required')
  expect((await owner.call(quoteSettingsRoutes.read)).data.data.contact_email).toBe('')
})
