import { accountsRoutes } from '@terrace/contracts/accounts'
import { holdsRoutes } from '@terrace/contracts/holds'
import { teamsRoutes } from '@terrace/contracts/teams'
import { workspaceRoutes } from '@terrace/contracts/workspace'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { buildMarket, type Market } from '../../test/build-market.ts'
import type { Caller } from '../../test/build-test-app.ts'
import { readLoginWait } from '../accounts/login-failures.repo.ts'
import { hashPassword } from '../accounts/password-hash.ts'

let market: Market
beforeAll(async () => {
  market = await buildMarket()
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

test('[X-ROLE-03] everybody sees who is in the team; only an owner may change that', async () => {
  const [owner, member] = (await addTeamOf(['owner', 'member'])) as [Caller, Caller] // as many as asked for
  const seen = await overview(member)
  expect(seen.may_manage).toBe(false)
  expect(seen.members.map(({ id, role, is_me }) => [id, role, is_me])).toEqual([
    [owner.accountId, 'owner', false],
    [member.accountId, 'member', true],
  ])
  expect((await overview(owner)).may_manage).toBe(true)
  const refusals = await Promise.all([
    changeRole(member, owner, 'member'),
    changeRole(member, member, 'owner'),
    remove(member, owner),
    member.call(teamsRoutes.invite, {
      body: { email: 'x@example.test', role: 'owner', join_link: 'http://localhost:4000/join' },
    }),
  ])
  expect(refusals.map(({ status, error }) => [status, error.code])).toEqual(
    refusals.map(() => [403, 'team.not_owner']),
  )
})

test('an owner makes others owners, and gives the role up once another has it', async () => {
  const [owner, member] = (await addTeamOf(['owner', 'member'])) as [Caller, Caller] // as above
  const alone = await changeRole(owner, owner, 'member')
  expect([alone.status, alone.error.code]).toEqual([422, 'team.last_owner'])
  expect((await changeRole(owner, member, 'owner')).ok).toBe(true)
  expect((await changeRole(owner, owner, 'member')).ok).toBe(true)
  expect((await overview(owner)).may_manage).toBe(false)
  expect((await overview(member)).may_manage).toBe(true)
})

test('who is removed is out at once on every device; what they held stays with the team', async () => {
  const [owner, member] = (await addTeamOf(['owner', 'member'])) as [Caller, Caller] // as above
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
  const refused = await logIn()
  expect([refused.status, refused.error.code]).toEqual([422, 'account.login_failed'])
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

test('another process hears of the ended sessions, and the audit log says who removed whom', async () => {
  const [owner, member] = (await addTeamOf(['owner', 'member'])) as [Caller, Caller] // as above
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

test('the address and the username of who was removed are free again', async () => {
  const [owner, member] = (await addTeamOf(['owner', 'member'])) as [Caller, Caller] // as above
  const { email, username } = await market.db
    .selectFrom('accounts')
    .select(['email', 'username'])
    .where('id', '=', member.accountId)
    .executeTakeFirstOrThrow()
  await remove(owner, member)
  const limits = { minutes: 15, perNameAndAddress: 10, perAddress: 10, perName: 1 }
  const address = '203.0.113.7'
  await sql`insert into login_failures (username_key, address) values (${username.toLowerCase()}, '192.0.2.1')`.execute(
    market.db,
  )
  // What others failed on a name never holds where the account was used from before.
  const known = async () => (await readLoginWait(market.db, { username, address }, limits)) === undefined
  await sql`update sessions set address = ${address} where account_id = ${member.accountId}`.execute(
    market.db,
  )
  await sql`insert into accounts (id, team_id, team_role, role, status, username, email, password_hash, first_name, last_name)
    values ('usr_again', ${owner.teamId}, 'member', 'buyer', 'active', ${username.toUpperCase()}, ${email}, 'none', 'Jo', 'Again')`.execute(
    market.db,
  )
  expect((await overview(owner)).members.map((one) => one.lastname)).toContain('Again')
  // Where the removed person logged in is no place that the namesake is known at.
  expect(await known()).toBe(false)
  await sql`update sessions set account_id = 'usr_again' where account_id = ${member.accountId}`.execute(
    market.db,
  )
  expect(await known()).toBe(true)
})

test('nobody removes themselves, so an owner always remains', async () => {
  const [owner] = (await addTeamOf(['owner'])) as [Caller] // as above
  const refused = await remove(owner, owner)
  expect([refused.status, refused.error.code]).toEqual([422, 'team.not_yourself'])
})

test('two owners who remove each other at once: one of them stays, and still owns the team', async () => {
  for (let round = 0; round < 5; round += 1) {
    const [one, two] = (await addTeamOf(['owner', 'owner'])) as [Caller, Caller] // as above
    const answers = await Promise.all([remove(one, two), remove(two, one)])
    expect(answers.filter(({ ok }) => ok)).toHaveLength(1)
    // The other was an owner when the call came in, and none any more when it was his turn.
    for (const answer of answers.filter(({ ok }) => !ok)) expect([401, 403]).toContain(answer.status)
    const winner = answers[0]?.ok ? one : two
    const { members, may_manage } = await overview(winner)
    expect([members.length, may_manage]).toEqual([1, true])
  }
})

test('two owners who give the role up at once: one of them keeps it', async () => {
  for (let round = 0; round < 5; round += 1) {
    const [one, two] = (await addTeamOf(['owner', 'owner'])) as [Caller, Caller] // as above
    const answers = await Promise.all([changeRole(one, one, 'member'), changeRole(two, two, 'member')])
    expect(answers.filter(({ ok }) => ok)).toHaveLength(1)
    const owners = (await overview(one)).members.filter(({ role }) => role === 'owner')
    expect(owners).toHaveLength(1)
  }
})

test('the database itself keeps an owner in every team, whatever code asks for', async () => {
  const [one, two] = (await addTeamOf(['owner', 'owner'])) as [Caller, Caller] // as above
  const demote = (id: string) =>
    market.db.updateTable('accounts').set({ team_role: 'member' }).where('id', '=', id).execute()
  const answers = await Promise.allSettled([demote(one.accountId), demote(two.accountId)])
  expect(answers.filter(({ status }) => status === 'rejected')).toHaveLength(1)
  const [last] = (await overview(one)).members.filter(({ role }) => role === 'owner')
  await expect(
    market.db
      .updateTable('accounts')
      .set({ status: 'removed' })
      .where('id', '=', last?.id ?? '')
      .execute(),
  ).rejects.toThrow('without an owner')
  // The operator may still suspend whoever it is.
  await market.db
    .updateTable('accounts')
    .set({ status: 'suspended' })
    .where('id', '=', last?.id ?? '')
    .execute()
})

test("[X-ROLE-03] nobody of another team can be seen, changed or removed, and no other team's invitation", async () => {
  const [owner, member] = (await addTeamOf(['owner', 'member'])) as [Caller, Caller] // as above
  const [stranger] = (await addTeamOf(['owner'])) as [Caller] // as above
  const { data } = await owner.call(teamsRoutes.invite, {
    body: { email: 'theirs@example.test', role: 'member', join_link: 'http://localhost:4000/join' },
  })
  const params = { id: data.data.id }
  const answers = await Promise.all([
    changeRole(stranger, member, 'owner'),
    remove(stranger, member),
    stranger.call(teamsRoutes.resend, { params }),
    stranger.call(teamsRoutes.withdraw, { params }),
  ])
  expect(answers.map(({ status }) => status)).toEqual([404, 404, 404, 404])
  expect((await overview(stranger)).members.map(({ id }) => id)).toEqual([stranger.accountId])
  expect((await overview(stranger)).invitations).toEqual([])
  expect((await overview(owner)).invitations).toHaveLength(1)
})
