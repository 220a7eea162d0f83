import { preferencesRoutes } from '@terrace/contracts/preferences'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { buyOrder } from '#api/test/fixtures/bought-order.ts'
import { addTeam } from '#api/test/fixtures/factories.ts'
import { buildMarketplace, type Marketplace } from '#api/test/fixtures/marketplace-fixture.ts'
import type { Caller } from '#api/test/harness/build-test-app.ts'
import { cancelLines } from '#api/modules/orders/index.ts'
import { saleEmails } from './sale-emails.ts'

let market: Marketplace
/** An owner of the selling team, and two members. */
let owner: Caller
let deliverer: Caller
beforeAll(async () => {
  market = await buildMarketplace({ config: { maxHeldTicketsPerTeam: 1000 } })
  owner = await market.addBuyer({ role: 'seller', teamId: market.sellerTeamId })
  const teamId = market.sellerTeamId
  deliverer = await market.addBuyer({ role: 'seller', teamId, teamRole: 'member' })
  const other = await market.addBuyer({ role: 'seller', teamId, teamRole: 'member' })
  await permit(deliverer, ['view', 'deliver'])
  await permit(other, ['view', 'list', 'price', 'money'])
})
afterAll(() => market.close())

async function permit({ accountId }: Caller, permissions: string[]): Promise<void> {
  await sql`update accounts set seller_permissions = ${permissions}::text[] where id = ${accountId}`.execute(
    market.db,
  )
}
async function addressesOf(...callers: Caller[]): Promise<string[]> {
  const ids = callers.map(({ accountId }) => accountId)
  const { rows } = await sql<{ email: string }>`
    select email from accounts where id = any(${ids}::text[]) order by id`.execute(market.db)
  return rows.map(({ email }) => email)
}
/** Selling teams that get an email about the order. */
async function soldBy(orderId: string): Promise<string[]> {
  await market.deps.outbox.drain()
  const { rows } = await sql<{ teamId: string }>`
    select payload ->> 'teamId' as "teamId" from outbox where topic = 'order.sold' and subject = ${orderId}`.execute(
    market.db,
  )
  return rows.map(({ teamId }) => teamId)
}
const compose = async (orderId: string, teamId = market.sellerTeamId) =>
  (await saleEmails(market.deps, (path) => `https://terrace.example${path}`)['order.sold']({
    orderId,
    teamId,
  })) ?? []

test('members that may deliver get each sale with its seats, proceeds and delivery date, and nothing of the buyer', async () => {
  const listing = { section: 'Block 25', row: '7', firstSeat: 401, priceMinor: 9000 }
  const { order } = await buyOrder(market, { lines: [{ quantity: 2, listing }] })
  expect(await soldBy(order.id)).toEqual([market.sellerTeamId])
  const emails = await compose(order.id)
  expect(emails.map(({ email }) => email).toSorted()).toEqual(
    (await addressesOf(owner, deliverer)).toSorted(),
  )
  const { content } = emails[0] ?? {}
  const title = order.lines[0]?.event.title ?? ''
  expect(content?.subject).toBe(`Sold: 2 tickets for ${title} (order ${order.number})`)
  const text = content?.paragraphs.join('\n') ?? ''
  expect(text).toContain('Block 25, row 7, seats 401–402. You receive £180.00. Deliver by ')
  expect(text).toMatch(/ time\) as .+\.$/)
  expect(content?.action?.link).toMatch(/\/sell\/inventory\?listing=lst_/)
  expect(JSON.stringify(content)).not.toContain(order.email_address)
})

test('a member switches the emails off, for that account alone', async () => {
  await deliverer.call(preferencesRoutes.change, { body: { sale_emails: false } })
  const { order } = await buyOrder(market)
  expect((await compose(order.id)).map(({ email }) => email)).toEqual(await addressesOf(owner))
  await deliverer.call(preferencesRoutes.change, { body: { sale_emails: true } })
  expect(await compose(order.id)).toHaveLength(2)
})

test('each seller of an order gets an email about its own lines; a team without members gets none', async () => {
  const { order } = await buyOrder(market, { lines: [{ quantity: 2 }, { quantity: 1, seller: 'Blue Door' }] })
  const [, other] = order.lines
  expect(await soldBy(order.id)).toEqual([market.sellerTeamId])
  const [email] = await compose(order.id)
  expect(email?.content.paragraphs).toHaveLength(2)
  expect(email?.content.paragraphs[0]).toBe(`Your team sold 2 tickets. Order number: ${order.number}.`)
  expect(other).toBeDefined()
  const stranger = await addTeam(market.db, { name: 'Stranger' })
  expect(await compose(order.id, stranger)).toEqual([])
})

test('nothing is sent for a sale that was cancelled before', async () => {
  const { order, line } = await buyOrder(market)
  await cancelLines(market.deps, {
    target: { lineId: line.id },
    includesDelivered: false,
    actor: 'operator:anna',
    reason: 'Sold elsewhere',
    relist: false,
  })
  expect(await compose(order.id)).toEqual([])
})
