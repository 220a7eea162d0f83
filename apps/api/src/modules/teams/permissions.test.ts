import { readFile } from 'node:fs/promises'
import { inventoryRoutes } from '@terrace/contracts/inventory'
import { inventoryBulkRoutes } from '@terrace/contracts/inventory-bulk'
import { teamsRoutes } from '@terrace/contracts/teams'
import { workspaceRoutes } from '@terrace/contracts/workspace'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { buildInventory, type Inventory } from '#api/test/fixtures/inventory-fixture.ts'
import type { Caller } from '#api/test/harness/build-test-app.ts'
import { prepareInvitationEmail } from './invitations/prepare-invitation-email.ts'

let it: Inventory
beforeAll(async () => {
  it = await buildInventory()
})
afterAll(() => it.close())

type Permissions = ('view' | 'list' | 'price' | 'deliver' | 'money')[]

const addMember = (permissions: Permissions) =>
  it.addBuyer({ teamId: it.sellerTeamId, role: 'seller', teamRole: 'member', permissions })

const change = (by: Caller, member: { accountId: string }, permissions: Permissions) =>
  by.call(teamsRoutes.changePermissions, { params: { id: member.accountId }, body: { permissions } })

async function permissionsOf(caller: Caller) {
  return (await caller.call(workspaceRoutes.info)).data.data.seller_permissions
}

test('an owner changes what a member may do, and the member’s open session follows at once', async () => {
  const member = await addMember(['view'])
  expect((await member.call(inventoryRoutes.list, { query: {} })).status).toBe(200)
  expect((await change(it.seller, member, [])).status).toBe(200)
  expect((await member.call(inventoryRoutes.list, { query: {} })).error.code).toBe(
    'session.permission_missing',
  )
  expect((await change(it.seller, member, ['price'])).status).toBe(200)
  // Pricing includes viewing.
  expect(await permissionsOf(member)).toEqual(['view', 'price'])
  expect((await member.call(inventoryRoutes.list, { query: {} })).status).toBe(200)
})

test('a change is audited once, and published to the member and open pages', async () => {
  const member = await addMember(['view'])
  await change(it.seller, member, ['list'])
  await change(it.seller, member, ['list', 'view'])
  const { rows } = await sql<{ details: object; actor: string }>`
    select details, actor_id as actor from security_events
    where kind = 'team.permissions_changed' and account_id = ${member.accountId}`.execute(it.db)
  expect(rows).toEqual([{ details: { from: 'view', to: 'view list' }, actor: it.seller.accountId }])
  const events = await sql`select from outbox
    where topic = 'team.permissions_changed' and subject = ${member.accountId}`.execute(it.db)
  expect(events.rows).toHaveLength(1)
})

test('only owners change permissions, and those of owners cannot be changed', async () => {
  const [member, other] = [
    await addMember(['view', 'list', 'price', 'deliver', 'money']),
    await addMember([]),
  ]
  expect((await change(member, other, ['view'])).error.code).toBe('team.not_owner')
  expect((await change(member, member, [])).error.code).toBe('team.not_owner')
  expect((await change(it.seller, it.seller, [])).error.code).toBe('team.owner_has_all')
  const stranger = await it.addBuyer({ role: 'seller' })
  expect((await change(stranger, other, ['view'])).error.code).toBe('team.member_not_found')
  expect(await permissionsOf(other)).toEqual([])
})

test.each([[['sell']], [['view', 'view', 'view', 'view', 'view', 'view']], ['view'], [[1]]])(
  'permissions must be some of the five: %j',
  async (permissions) => {
    const member = await addMember([])
    const refused = await change(it.seller, member, permissions as Permissions)
    expect(refused.status).toBe(422)
    expect(JSON.stringify(refused.error.errors['fields'])).toContain('permissions')
  },
)

test('a new owner may do everything at once, and a former owner what is stored', async () => {
  const member = await addMember(['view'])
  await permissionsOf(member)
  const role = (to: 'owner' | 'member') =>
    it.seller.call(teamsRoutes.changeRole, { params: { id: member.accountId }, body: { role: to } })
  await role('owner')
  expect(await permissionsOf(member)).toHaveLength(5)
  await role('member')
  expect(await permissionsOf(member)).toEqual(['view'])
})

test('a member of a team that does not sell has no permissions', async () => {
  const buyer = await it.addBuyer()
  expect(await permissionsOf(buyer)).toEqual([])
  expect((await buyer.call(inventoryRoutes.list, { query: {} })).error.code).toBe('session.forbidden')
})

test('an invitation carries the permissions of the new member', async () => {
  const email = 'new-seller@example.test'
  const invitation = await it.seller.call(teamsRoutes.invite, {
    body: { email, role: 'member', permissions: ['deliver'], join_link: 'http://localhost:4000/join' },
  })
  expect(invitation.data.data.permissions).toEqual(['view', 'deliver'])
  const { rows } = await sql<{ id: string }>`
    select e.id from team_invitation_emails e join team_invitations i on i.id = e.invitation_id
    where i.email = ${email}`.execute(it.db)
  const draft = await prepareInvitationEmail(it.deps, rows[0]?.id ?? '')
  const token = draft?.link.split('/').at(-1) ?? ''
  const password = 'long enough indeed'
  await it.visitor.call(teamsRoutes.accept, {
    body: {
      token,
      firstname: 'Kim',
      lastname: 'Porter',
      username: 'kim-porter',
      password,
      password_confirmation: password,
    },
  })
  const { data } = await it.seller.call(teamsRoutes.overview)
  expect(data.data.members.find((one) => one.username === 'kim-porter')?.permissions).toEqual([
    'view',
    'deliver',
  ])
})

test('an invitation from before there were permissions gives all of them', async () => {
  await sql`
    insert into team_invitations (id, team_id, email, team_role, account_role, invited_by, join_link, expires_at)
    values ('inv_earlier', ${it.sellerTeamId}, 'earlier@example.test', 'member', 'seller', ${it.seller.accountId},
      'http://localhost:4000/join', clock_timestamp() + interval '1 day')`.execute(it.db)
  const { data } = await it.seller.call(teamsRoutes.overview)
  const invitation = data.data.invitations.find(({ email }) => email === 'earlier@example.test')
  expect(invitation?.permissions).toHaveLength(5)
})

test('a bulk edit stops when its member loses the permission while it runs', async () => {
  await it.importFile(it.file({ id: 'A' }, { id: 'B', row: 'B' }))
  const member = await addMember(['view', 'price'])
  const edit = await member.call(inventoryBulkRoutes.preview, {
    body: {
      selection: { filter: {} },
      change: { price: { change: { by: 'percent', percent: '-4' } } },
    },
  })
  const id = edit.data.data.id
  // As if an earlier call had been interrupted after it started.
  await sql`update bulk_edits set state = 'applying', applying_at = now() where id = ${id}`.execute(it.db)
  const [removed, applied] = await Promise.all([
    change(it.seller, member, ['view']),
    member.call(inventoryBulkRoutes.apply, { params: { bulk_edit_id: id } }),
  ])
  expect(removed.status).toBe(200)
  // Either it was done before, or it was refused; afterwards nothing more is written.
  expect([200, 403]).toContain(applied.status)
  const again = await member.call(inventoryBulkRoutes.apply, { params: { bulk_edit_id: id } })
  expect([again.status, again.error.code]).toEqual([403, 'session.permission_missing'])
})

test('the upgrade gives `money` to members and invited people who may view, and to no other', async () => {
  const [viewer, other] = [await addMember(['view', 'list']), await addMember([])]
  const invite = async (email: string, permissions: Permissions) =>
    it.seller.call(teamsRoutes.invite, {
      body: { email, role: 'member', permissions, join_link: 'http://localhost:4000/join' },
    })
  await invite('viewer@example.test', ['view'])
  await invite('other@example.test', [])
  const migration = new URL('../../db/migrations/0257-money-of-members.sql', import.meta.url)
  await sql.raw(await readFile(migration, 'utf8')).execute(it.db)
  await sql.raw(await readFile(migration, 'utf8')).execute(it.db)
  const { rows } = await sql<{ id: string; permissions: string[] }>`
    select id, seller_permissions as permissions from accounts
    union all select email, seller_permissions from team_invitations`.execute(it.db)
  const stored = new Map(rows.map(({ id, permissions }) => [id, permissions]))
  expect(stored.get(viewer.accountId)).toEqual(['view', 'list', 'money'])
  expect(stored.get('viewer@example.test')).toEqual(['view', 'money'])
  expect([stored.get(other.accountId), stored.get('other@example.test')]).toEqual([[], []])
})
