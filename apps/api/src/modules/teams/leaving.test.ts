import { holdsRoutes } from '@terrace/contracts/holds'
import { teamsRoutes } from '@terrace/contracts/teams'
import { workspaceRoutes } from '@terrace/contracts/workspace'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { buildMarketplace, type Marketplace } from '#api/test/fixtures/marketplace-fixture.ts'
import { emailChanges } from '#api/test/fixtures/email-change-fixture.ts'
import type { Caller } from '#api/test/harness/build-test-app.ts'

let market: Marketplace
beforeAll(async () => {
  market = await buildMarketplace()
})
afterAll(() => market.close())

const leave = (by: Caller) => by.call(teamsRoutes.leave)
const membersOf = async (by: Caller) =>
  (await by.call(teamsRoutes.overview)).data.data.members.map(({ id }) => id)

async function addTeamOf(first: 'owner' | 'member', second: 'owner' | 'member'): Promise<[Caller, Caller]> {
  const one = await market.addBuyer({ teamRole: first })
  return [one, await market.addBuyer({ teamId: one.teamId, teamRole: second })]
}

test('[X-ROLE-03] a leaving member is logged out at once, and their holds stay with the team', async () => {
  const [owner, member] = await addTeamOf('owner', 'member')
  const hold = await market.hold(member, await market.list({ quantity: 4 }), 2)
  expect((await leave(member)).ok).toBe(true)
  expect((await member.call(workspaceRoutes.info)).status).toBe(401)
  expect((await leave(member)).status).toBe(401)
  expect(await membersOf(owner)).toEqual([owner.accountId])
  const { data } = await owner.call(holdsRoutes.list)
  expect(data.data.map(({ hold_id }) => hold_id)).toEqual([hold.hold_id])
})

test('[X-ROLE-03] an owner can leave only while another owner remains', async () => {
  const [owner, member] = await addTeamOf('owner', 'member')
  const rejected = await leave(owner)
  expect([rejected.status, rejected.error.code]).toEqual([422, 'team.last_owner'])
  expect((await owner.call(workspaceRoutes.info)).status).toBe(200)
  await owner.call(teamsRoutes.changeRole, { params: { id: member.accountId }, body: { role: 'owner' } })
  expect((await leave(owner)).ok).toBe(true)
  expect(await membersOf(member)).toEqual([member.accountId])
})

test('no one leaves while the previous email address can undo its change', async () => {
  const [, member] = await addTeamOf('owner', 'member')
  const changes = emailChanges(market)
  const before = await changes.emailOf(member.accountId)
  const undoToken = await changes.change(member, 'attacker@example.test')
  const refused = await leave(member)
  expect([refused.status, refused.error.code]).toEqual([409, 'team.email_change_open'])
  expect((await changes.undo(undoToken)).ok).toBe(true)
  expect(await changes.emailOf(member.accountId)).toBe(before)
})

test('a suspended owner does not count as the owner who remains', async () => {
  const [owner, suspended] = await addTeamOf('owner', 'owner')
  await sql`update accounts set status = 'suspended' where id = ${suspended.accountId}`.execute(market.db)
  expect((await leave(owner)).error.code).toBe('team.last_owner')
})

test('of two owners who leave concurrently one stays', async () => {
  for (let round = 0; round < 5; round += 1) {
    const owners = await addTeamOf('owner', 'owner')
    const responses = await Promise.all(owners.map(leave))
    expect(responses.filter(({ ok }) => ok)).toHaveLength(1)
    const remaining = responses[0]?.ok ? owners[1] : owners[0]
    expect(await membersOf(remaining)).toEqual([remaining.accountId])
  }
})

test('a concurrent leave and removal end the membership once, with one audit record', async () => {
  const [owner, member] = await addTeamOf('owner', 'member')
  const [left, removed] = await Promise.all([
    leave(member),
    owner.call(teamsRoutes.remove, { params: { id: member.accountId } }),
  ])
  expect([left.ok, removed.ok].filter(Boolean)).toHaveLength(1)
  const { rows } = await sql<{ kind: string }>`
    select kind from security_events where account_id = ${member.accountId} and kind like 'team.member%'`.execute(
    market.db,
  )
  expect(rows).toEqual([{ kind: left.ok ? 'team.member_left' : 'team.member_removed' }])
})
