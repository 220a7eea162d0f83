import { clientsRoutes } from '@terrace/contracts/clients'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { readSecurityEvents } from '#api/audit/audit.repo.ts'
import { buyOrder } from '#api/test/fixtures/bought-order.ts'
import { buildMarketplace, type Marketplace } from '#api/test/fixtures/marketplace-fixture.ts'
import { addAccount } from '#api/test/fixtures/factories.ts'
import { runNightly } from '#api/test/fixtures/run-nightly.ts'
import { erasePersonalData } from './index.ts'

let market: Marketplace
beforeAll(async () => {
  market = await buildMarketplace()
})
afterAll(() => market.close())

/** Closes it as the close of a whole team would: no owner remains. */
async function close(accountId: string, daysAgo = 0): Promise<void> {
  await market.db.transaction().execute(async (tx) => {
    await sql`alter table accounts disable trigger accounts__team_has_owner`.execute(tx)
    await sql`update accounts set status = 'removed' where id = ${accountId}`.execute(tx)
    await sql`update accounts set closed_at = now() - make_interval(days => ${daysAgo}) where id = ${accountId}`.execute(
      tx,
    )
    await sql`alter table accounts enable trigger accounts__team_has_owner`.execute(tx)
  })
}

const readAccount = async (id: string) =>
  (
    await sql<Record<string, unknown>>`
      select first_name, last_name, email, phone, erased_at is not null as is_erased from accounts where id = ${id}`.execute(
      market.db,
    )
  ).rows[0]

test('a closed account is erased 30 days later, with its team when no one is left in it', async () => {
  const buyer = await market.addBuyer()
  await buyer.call(clientsRoutes.create, { body: { name: 'Ada' } })
  await close(buyer.accountId, 29)
  expect((await runNightly(market.db)).get('closed_accounts')?.removed).toBe(0)
  await close(buyer.accountId, 31)
  expect((await runNightly(market.db)).get('closed_accounts')?.removed).toBe(1)
  expect(await readAccount(buyer.accountId)).toEqual({
    first_name: 'Removed',
    last_name: 'member',
    email: `erased-${buyer.accountId}@erased.invalid`,
    phone: '',
    is_erased: true,
  })
  const { rows } = await sql`
    select (select count(*)::int from clients where team_id = ${buyer.teamId}) as clients,
      (select count(*)::int from sessions where account_id = ${buyer.accountId}) as sessions`.execute(
    market.db,
  )
  expect(rows).toEqual([{ clients: 0, sessions: 0 }])
  const [record] = await readSecurityEvents(market.db, { kind: 'privacy.account_erased', limit: 1 })
  expect(record?.details).toEqual({ with_team: true, orders_kept: 0 })
  expect((await runNightly(market.db)).get('closed_accounts')?.removed).toBe(0)
})

test('a member’s data go, and the team keeps its clients', async () => {
  const owner = await market.addBuyer()
  await owner.call(clientsRoutes.create, { body: { name: 'Ada' } })
  const accountId = await addAccount(market.db, { teamId: owner.teamId, username: 'member' })
  await close(accountId)
  await erasePersonalData(market.deps, { accountId })
  expect((await owner.call(clientsRoutes.list, { query: {} })).data.data).toHaveLength(1)
  expect(await readAccount(accountId)).toMatchObject({ last_name: 'member', is_erased: true })
})

test('an open account, and one with a running order, are refused; the job tries again another night', async () => {
  const { buyer, order } = await buyOrder(market)
  const erase = () => erasePersonalData(market.deps, { accountId: buyer.accountId })
  await expect(erase()).rejects.toThrow('privacy.account_open')
  await close(buyer.accountId, 40)
  await expect(erase()).rejects.toMatchObject({
    title: expect.stringContaining(`order ${order.number} is not delivered`),
  })
  expect((await runNightly(market.db)).get('closed_accounts')).toMatchObject({ removed: 0, isComplete: true })
  expect(await readAccount(buyer.accountId)).toMatchObject({ is_erased: false })
  await sql`update order_lines set state = 'delivered' where order_id = ${order.id}`.execute(market.db)
  await sql`update events set starts_at = now() - interval '2 days'`.execute(market.db)
  expect((await runNightly(market.db)).get('closed_accounts')?.removed).toBe(1)
  const { rows } = await sql`select number, email, phone from orders where id = ${order.id}`.execute(
    market.db,
  )
  expect(rows).toEqual([{ number: order.number, email: 'erased@erased.invalid', phone: '' }])
})

test('an account that support reopens in time keeps its data', async () => {
  const buyer = await market.addBuyer()
  await close(buyer.accountId)
  await sql`update accounts set status = 'active' where id = ${buyer.accountId}`.execute(market.db)
  const { rows } = await sql`select closed_at from accounts where id = ${buyer.accountId}`.execute(market.db)
  expect(rows).toEqual([{ closed_at: null }])
  await expect(erasePersonalData(market.deps, { accountId: buyer.accountId })).rejects.toThrow(
    'privacy.account_open',
  )
})
