import { accountsRoutes } from '@terrace/contracts/accounts'
import { holdsRoutes } from '@terrace/contracts/holds'
import { teamsRoutes } from '@terrace/contracts/teams'
import { workspaceRoutes } from '@terrace/contracts/workspace'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { inTransaction } from '#api/db/transaction.ts'
import { buildMarketplace, type Marketplace } from '#api/test/fixtures/marketplace-fixture.ts'
import type { Caller } from '#api/test/harness/build-test-app.ts'
import { readLoginWait } from '#api/modules/accounts/login/login-failures.repo.ts'
import { hashPassword } from '#api/modules/accounts/passwords/password-hash.ts'
import { assertOwner, isOwner } from './assert-owner.ts'

let market: Marketplace
beforeAll(async () => {
  market = await buildMarketplace()
})
afterAll(() => market.close())

const overview = async (by: Caller) => (await by.call(teamsRoutes.overview)).data.data
const changeRole = (by: Caller, member: Caller, role: 'owner' | 'member') =>
  by.call(teamsRoutes.changeRole, { params: { id: member.accountId }, body: { role } })
const remove = (by: Caller, member: Caller) =>
  by.call(teamsRoutes.remove, { params: { id: member.accountId } })

async function addTeamOf(roles: readonly ('owner' | 'member')[]): Promise<Caller[]> {
  const callers: Caller[] = []
  for (const teamRole of roles) {
    const teamId = callers[0]?.teamId
    callers.push(await market.addBuyer({ teamRole, ...(teamId !== undefined && { teamId }) }))
  }
  return callers
}

test('[X-ROLE-03] every member sees the team, and only owners can change it', async () => {
  const [owner, member] = (await addTeamOf(['owner', 'member'])) as [Caller, Caller] // Safe: one caller per role.
  const seen = await overview(member)
  expect(seen.may_manage).toBe(false)
  expect(seen.members.map(({ id, role, is_me }) => [id, role, is_me])).toEqual([
    [owner.accountId, 'owner', false],
    [member.accountId, 'member', true],
  ])
  expect((await overview(owner)).may_manage).toBe(true)
  const rejections = await Promise.all([
    changeRole(member, owner, 'member'),
    changeRole(member, member, 'owner'),
    remove(member, owner),
    member.call(teamsRoutes.invite, {
      body: { email: 'x@example.test', role: 'owner', join_link: 'http://localhost:4000/join' },
    }),
  ])
  expect(rejections.map(({ status, error }) => [status, error.code])).toEqual(
    rejections.map(() => [403, 'team.not_owner']),
  )
})

test('an owner can promote others and step down once another owner exists', async () => {
  const [owner, member] = (await addTeamOf(['owner', 'member'])) as [Caller, Caller]
  const alone = await changeRole(owner, owner, 'member')
  expect([alone.status, alone.error.code]).toEqual([422, 'team.last_owner'])
  expect((await changeRole(owner, member, 'owner')).ok).toBe(true)
  expect((await changeRole(owner, owner, 'member')).ok).toBe(true)
  expect((await overview(owner)).may_manage).toBe(false)
  expect((await overview(member)).may_manage).toBe(true)
})

const suspend = ({ accountId }: Caller) =>
  market.db.updateTable('accounts').set({ status: 'suspended' }).where('id', '=', accountId).execute()

test('[X-ROLE-03] a suspended owner has no owner rights', async () => {
  const [owner, suspended] = (await addTeamOf(['owner', 'owner'])) as [Caller, Caller]
  await suspend(suspended)
  expect([await isOwner(market.db, owner), await isOwner(market.db, suspended)]).toEqual([true, false])
  const asserted = inTransaction(market.db, (tx) => assertOwner(tx, suspended))
  await expect(asserted).rejects.toMatchObject({ code: 'team.not_owner' })
})

test('[X-ROLE-03] a suspended owner does not count as the owner who remains', async () => {
  const [owner, suspended] = (await addTeamOf(['owner', 'owner'])) as [Caller, Caller]
  await suspend(suspended)
  const rejected = await changeRole(owner, owner, 'member')
  expect([rejected.status, rejected.error.code]).toEqual([422, 'team.last_owner'])
  expect((await changeRole(owner, suspended, 'member')).ok).toBe(true)
})

test('a removed member is logged out on every device, and their holds stay with the team', async () => {
  const [owner, member] = (await addTeamOf(['owner', 'member'])) as [Caller, Caller]
  const passwordHash = await hashPassword('terrace-demo')
  const { username } = await market.db
    .updateTable('accounts')
    .set({ password_hash: passwordHash })
    .where('id', '=', member.accountId)
    .returning('username')
    .executeTakeFirstOrThrow()
  const logIn = () =>
    market.visitor.call(accountsRoutes.logIn, { body: { username, password: 'terrace-demo' } })
  expect((await logIn()).ok).toBe(true)
  const hold = await market.hold(member, await market.list({ quantity: 4 }), 2)
  expect((await remove(owner, member)).ok).toBe(true)
  expect((await member.call(workspaceRoutes.info)).status).toBe(401)
  const rejected = await logIn()
  expect([rejected.status, rejected.error.code]).toEqual([422, 'account.login_failed'])
  const { data } = await owner.call(holdsRoutes.list)
  expect(data.data.map(({ hold_id }) => hold_id)).toEqual([hold.hold_id])
  expect((await overview(owner)).members.map(({ id }) => id)).toEqual([owner.accountId])
  expect((await remove(owner, member)).status).toBe(404)
  const live = await market.db
    .selectFrom('sessions')
    .select('id')
    .where('account_id', '=', member.accountId)
    .where('revoked_at', 'is', null)
    .execute()
  expect(live).toEqual([])
})

test('a removal reaches other processes, and the audit log records actor and member', async () => {
  const [owner, member] = (await addTeamOf(['owner', 'member'])) as [Caller, Caller]
  await remove(owner, member)
  const { rows } = await sql<{ payload: { accountId: string } }>`
    select payload from outbox where topic = 'session.revoked'`.execute(market.db)
  expect(rows.map(({ payload }) => payload.accountId)).toContain(member.accountId)
  const log = await market.db
    .selectFrom('security_events')
    .select(['kind', 'actor_id', 'account_id'])
    .where('team_id', '=', owner.teamId)
    .execute()
  expect(log).toEqual([
    { kind: 'team.member_removed', actor_id: owner.accountId, account_id: member.accountId },
  ])
})

test('the email address and username of a removed member become available again', async () => {
  const [owner, member] = (await addTeamOf(['owner', 'member'])) as [Caller, Caller]
  const { email, username } = await market.db
    .selectFrom('accounts')
    .select(['email', 'username'])
    .where('id', '=', member.accountId)
    .executeTakeFirstOrThrow()
  await remove(owner, member)
  const limits = { minutes: 15, perNameAndIpAddress: 10, perIpAddress: 10, perName: 1 }
  const address = '203.0.113.7'
  await sql`insert into login_failures (username_key, ip_address) values (${username.toLowerCase()}, '192.0.2.1')`.execute(
    market.db,
  )
  // Failures by others never count at an address from which the account has been used.
  const known = async () =>
    (await readLoginWait(market.db, { username, ipAddress: address }, limits)) === undefined
  await sql`update sessions set ip_address = ${address} where account_id = ${member.accountId}`.execute(
    market.db,
  )
  await sql`insert into accounts (id, team_id, team_role, role, status, username, email, password_hash, first_name, last_name)
    values ('usr_again', ${owner.teamId}, 'member', 'buyer', 'active', ${username.toUpperCase()}, ${email}, 'none', 'Jo', 'Again')`.execute(
    market.db,
  )
  expect((await overview(owner)).members.map((one) => one.lastname)).toContain('Again')
  // Addresses of the removed account do not count for the new one.
  expect(await known()).toBe(false)
  await sql`update sessions set account_id = 'usr_again' where account_id = ${member.accountId}`.execute(
    market.db,
  )
  expect(await known()).toBe(true)
})

test('owners cannot remove themselves', async () => {
  const [owner] = (await addTeamOf(['owner'])) as [Caller]
  const rejected = await remove(owner, owner)
  expect([rejected.status, rejected.error.code]).toEqual([422, 'team.not_yourself'])
})

test('of two owners who remove each other concurrently one stays owner', async () => {
  for (let round = 0; round < 5; round += 1) {
    const [one, two] = (await addTeamOf(['owner', 'owner'])) as [Caller, Caller]
    const responses = await Promise.all([remove(one, two), remove(two, one)])
    expect(responses.filter(({ ok }) => ok)).toHaveLength(1)
    // The loser was still an owner when the request arrived.
    for (const response of responses.filter(({ ok }) => !ok)) expect([401, 403]).toContain(response.status)
    const winner = responses[0]?.ok ? one : two
    const { members, may_manage } = await overview(winner)
    expect([members.length, may_manage]).toEqual([1, true])
  }
})

test('of two owners who step down concurrently one stays owner', async () => {
  for (let round = 0; round < 5; round += 1) {
    const [one, two] = (await addTeamOf(['owner', 'owner'])) as [Caller, Caller]
    const responses = await Promise.all([changeRole(one, one, 'member'), changeRole(two, two, 'member')])
    expect(responses.filter(({ ok }) => ok)).toHaveLength(1)
    const owners = (await overview(one)).members.filter(({ role }) => role === 'owner')
    expect(owners).toHaveLength(1)
  }
})

test('the database rejects removing the last owner', async () => {
  const [one, two] = (await addTeamOf(['owner', 'owner'])) as [Caller, Caller]
  const demote = (id: string) =>
    market.db.updateTable('accounts').set({ team_role: 'member' }).where('id', '=', id).execute()
  const responses = await Promise.allSettled([demote(one.accountId), demote(two.accountId)])
  expect(responses.filter(({ status }) => status === 'rejected')).toHaveLength(1)
  const [last] = (await overview(one)).members.filter(({ role }) => role === 'owner')
  await expect(
    market.db
      .updateTable('accounts')
      .set({ status: 'removed' })
      .where('id', '=', last?.id ?? '')
      .execute(),
  ).rejects.toThrow('without an owner')
  // Operators may still suspend the last owner.
  await market.db
    .updateTable('accounts')
    .set({ status: 'suspended' })
    .where('id', '=', last?.id ?? '')
    .execute()
})

test('[X-ROLE-03] members and invitations of another team are invisible and cannot be changed', async () => {
  const [owner, member] = (await addTeamOf(['owner', 'member'])) as [Caller, Caller]
  const [outsider] = (await addTeamOf(['owner'])) as [Caller]
  const { data } = await owner.call(teamsRoutes.invite, {
    body: { email: 'theirs@example.test', role: 'member', join_link: 'http://localhost:4000/join' },
  })
  const params = { id: data.data.id }
  const responses = await Promise.all([
    changeRole(outsider, member, 'owner'),
    remove(outsider, member),
    outsider.call(teamsRoutes.resend, { params }),
    outsider.call(teamsRoutes.withdraw, { params }),
  ])
  expect(responses.map(({ status }) => status)).toEqual([404, 404, 404, 404])
  expect((await overview(outsider)).members.map(({ id }) => id)).toEqual([outsider.accountId])
  expect((await overview(outsider)).invitations).toEqual([])
  expect((await overview(owner)).invitations).toHaveLength(1)
})
