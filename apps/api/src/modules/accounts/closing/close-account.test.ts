import { accountsRoutes } from '@terrace/contracts/accounts'
import { closingRoutes } from '@terrace/contracts/closing'
import { signUpRoutes } from '@terrace/contracts/sign-up'
import { teamsRoutes } from '@terrace/contracts/teams'
import { workspaceRoutes } from '@terrace/contracts/workspace'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { serverCaller } from '#api/audit/caller.ts'
import { inTransaction } from '#api/db/transaction.ts'
import { buyOrder } from '#api/test/fixtures/bought-order.ts'
import { emailChanges } from '#api/test/fixtures/email-change-fixture.ts'
import { expireHold } from '#api/test/fixtures/expire-hold.ts'
import { buildMarketplace, type Marketplace } from '#api/test/fixtures/marketplace-fixture.ts'
import { startPayment } from '#api/test/fixtures/start-payment.ts'
import type { Caller } from '#api/test/harness/build-test-app.ts'
import { hashPassword } from '../passwords/password-hash.ts'
import { closeAccount } from './close-account.ts'

let market: Marketplace
let passwordHash: string
beforeAll(async () => {
  market = await buildMarketplace()
  passwordHash = await hashPassword('terrace-demo')
})
afterAll(() => market.close())

const close = (by: Caller) => by.call(closingRoutes.close)
const reasonsOf = async (by: Caller) =>
  (await by.call(closingRoutes.read)).data.data.reasons.map(({ reason }) => reason)

async function credentials({ accountId }: Caller): Promise<{ username: string; email: string }> {
  return market.db
    .updateTable('accounts')
    .set({ password_hash: passwordHash })
    .where('id', '=', accountId)
    .returning(['username', 'email'])
    .executeTakeFirstOrThrow()
}

const logIn = (username: string) =>
  market.visitor.call(accountsRoutes.logIn, { body: { username, password: 'terrace-demo' } })

test('a closed account is logged out everywhere, and login responds as for an unknown name', async () => {
  const buyer = await market.addBuyer()
  const { username } = await credentials(buyer)
  expect((await logIn(username)).status).toBe(200)
  expect((await close(buyer)).data).toEqual({ data: { status: true } })
  expect((await buyer.call(workspaceRoutes.info)).status).toBe(401)
  const [closed, unknown] = [await logIn(username), await logIn('never-existed')]
  expect(closed.status).toBe(unknown.status)
  expect({ ...closed.error, request_id: '' }).toEqual({ ...unknown.error, request_id: '' })
})

test('every open session gets the event that ends its sockets, and the last email is queued', async () => {
  const buyer = await market.addBuyer()
  const { username } = await credentials(buyer)
  await logIn(username)
  await close(buyer)
  const events = await market.db
    .selectFrom('outbox')
    .select('topic')
    .where(sql<boolean>`payload ->> 'accountId' = ${buyer.accountId}`)
    .where('topic', 'in', ['session.revoked', 'account.closed'])
    .execute()
  expect(events.map(({ topic }) => topic)).toEqual(
    expect.arrayContaining(['session.revoked', 'session.revoked', 'account.closed']),
  )
})

test('closing needs reauthentication', async () => {
  const buyer = await market.addBuyer()
  await sql`update sessions set password_proven_at = null where account_id = ${buyer.accountId}`.execute(
    market.db,
  )
  expect((await close(buyer)).error.code).toBe('session.factor_required')
})

test('email and username are free again after 30 days', async () => {
  const [buyer, other] = [await market.addBuyer(), await market.addBuyer()]
  const query = await credentials(buyer)
  await close(buyer)
  const unique = () => market.visitor.call(signUpRoutes.unique, { query })
  expect((await unique()).data.data).toEqual({ status: false, email: true, username: true })
  const take = (column: 'email' | 'username') =>
    market.db
      .updateTable('accounts')
      .set({ [column]: query[column].toUpperCase() })
      .where('id', '=', other.accountId)
      .execute()
  await expect(take('email')).rejects.toMatchObject({ constraint: 'accounts__email_unique' })
  await expect(take('username')).rejects.toMatchObject({ constraint: 'accounts__username_unique' })
  const age = (days: number) =>
    sql`update reserved_account_names set reserved_until = reserved_until - make_interval(days => ${days})
      where account_id = ${buyer.accountId}`.execute(market.db)
  await age(29)
  expect((await unique()).data.data.status).toBe(false)
  await age(1)
  expect((await unique()).data.data.status).toBe(true)
  await take('email')
  await take('username')
})

test('the only owner of a team with other members stays until another one is named', async () => {
  const owner = await market.addBuyer()
  const member = await market.addBuyer({ teamId: owner.teamId, teamRole: 'member' })
  expect((await member.call(closingRoutes.read)).data.data).toEqual({ reasons: [], ends_team: false })
  const refused = await close(owner)
  expect([refused.status, refused.error.code]).toEqual([409, 'account.close_refused'])
  expect(refused.error.errors['title']).toMatch(/^You are the only owner of a team with other members\./)
  expect(refused.error.errors['reasons']).toMatchObject([{ reason: 'only_owner' }])
  expect((await owner.call(workspaceRoutes.info)).status).toBe(200)
  await owner.call(teamsRoutes.changeRole, { params: { id: member.accountId }, body: { role: 'owner' } })
  expect((await close(owner)).ok).toBe(true)
})

test('of two owners who close at the same time one stays while there are other members', async () => {
  const owner = await market.addBuyer()
  const second = await market.addBuyer({ teamId: owner.teamId, teamRole: 'owner' })
  await market.addBuyer({ teamId: owner.teamId, teamRole: 'member' })
  const responses = await Promise.all([close(owner), close(second)])
  expect(responses.filter(({ ok }) => ok)).toHaveLength(1)
})

test('the last member takes the team along, with its open invitations', async () => {
  const owner = await market.addBuyer()
  await market.db
    .insertInto('team_invitations')
    .values({
      id: `inv_${owner.accountId}`,
      team_id: owner.teamId,
      email: 'invited@example.test',
      team_role: 'member',
      account_role: 'buyer',
      invited_by: owner.accountId,
      join_link: 'https://terrace.example/join',
      expires_at: new Date(Date.now() + 86_400_000),
    })
    .execute()
  expect((await owner.call(closingRoutes.read)).data.data.ends_team).toBe(true)
  expect((await close(owner)).ok).toBe(true)
  const invitation = await market.db
    .selectFrom('team_invitations')
    .select('ended_as')
    .where('team_id', '=', owner.teamId)
    .executeTakeFirstOrThrow()
  expect(invitation.ended_as).toBe('withdrawn')
})

test('current holds are in the way of the last member, not of a member whose team goes on', async () => {
  const [alone, member] = [await market.addBuyer(), await market.addBuyer()]
  await market.addBuyer({ teamId: member.teamId })
  const hold = await market.hold(alone, await market.list({ quantity: 4 }), 2)
  await market.hold(member, await market.list({ quantity: 4 }), 2)
  expect(await reasonsOf(alone)).toEqual(['holds'])
  expect((await close(alone)).error.code).toBe('account.close_refused')
  expect((await close(member)).ok).toBe(true)
  await expireHold(market.db, hold.hold_id)
  expect((await close(alone)).ok).toBe(true)
})

test('a running payment is in the way of the account that pays, also in a team that goes on', async () => {
  const buyer = await market.addBuyer()
  const colleague = await market.addBuyer({ teamId: buyer.teamId })
  const { hold_id: holdId } = await market.hold(buyer, await market.list({ quantity: 4 }), 2)
  await startPayment(market.db, buyer, { holdId, attemptId: 'att_closing' })
  expect(await reasonsOf(buyer)).toEqual(['payments'])
  expect(await reasonsOf(colleague)).toEqual([])
})

test('orders that are not delivered are in the way of the last member of the buying and the selling team', async () => {
  const seller = await market.addBuyer({ role: 'seller' })
  const listing = { sellerTeamId: seller.teamId }
  const { buyer } = await buyOrder(market, { lines: [{ listing }] })
  expect(await reasonsOf(buyer)).toEqual(['undelivered_orders'])
  expect(await reasonsOf(seller)).toEqual(['undelivered_sales'])
  await sql`update order_lines set state = 'delivered' where seller_team_id = ${seller.teamId}`.execute(
    market.db,
  )
  expect(await reasonsOf(buyer)).toEqual([])
  expect(await reasonsOf(seller)).toEqual([])
})

test('listings on sale are in the way of the last seller', async () => {
  const seller = await market.addBuyer({ role: 'seller' })
  const listingId = await market.list({ quantity: 4, sellerTeamId: seller.teamId })
  const refused = await close(seller)
  expect(refused.error.errors['title']).toBe('One listing is still on sale. Withdraw it first')
  await market.db.updateTable('listings').set({ status: 'withdrawn' }).where('id', '=', listingId).execute()
  expect((await close(seller)).ok).toBe(true)
})

test('while the previous address can undo a change of email, the account stays', async () => {
  const buyer = await market.addBuyer()
  await emailChanges(market).change(buyer, `closing-${buyer.accountId}@example.test`)
  expect(await reasonsOf(buyer)).toEqual(['email_change'])
})

test('an account that is suspended meanwhile is not closed', async () => {
  const buyer = await market.addBuyer()
  await market.db
    .updateTable('accounts')
    .set({ status: 'suspended' })
    .where('id', '=', buyer.accountId)
    .execute()
  const closing = inTransaction(market.db, (tx) =>
    closeAccount(tx, { accountId: buyer.accountId, caller: serverCaller }),
  )
  await expect(closing).rejects.toMatchObject({ code: 'account.not_active' })
})

test('closing twice at the same time closes once', async () => {
  const buyer = await market.addBuyer()
  const responses = await Promise.all([close(buyer), close(buyer)])
  expect(responses.filter(({ ok }) => ok)).toHaveLength(1)
  const events = await market.db
    .selectFrom('outbox')
    .select('id')
    .where('topic', '=', 'account.closed')
    .where('subject', '=', buyer.accountId)
    .execute()
  expect(events).toHaveLength(1)
})

test('the only operator stays', async () => {
  await sql`update accounts set status = 'suspended' where role = 'operator'`.execute(market.db)
  const operator = await market.addBuyer({ role: 'operator' })
  expect(await reasonsOf(operator)).toEqual(['last_operator'])
  await market.addBuyer({ role: 'operator' })
  expect(await reasonsOf(operator)).toEqual([])
})
