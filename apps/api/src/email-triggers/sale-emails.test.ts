import { readFile } from 'node:fs/promises'
import { preferencesRoutes } from '@terrace/contracts/preferences'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { buyOrder } from '#api/test/fixtures/bought-order.ts'
import { addTeam } from '#api/test/fixtures/factories.ts'
import { buildMarketplace, type Marketplace } from '#api/test/fixtures/marketplace-fixture.ts'
import type { Caller } from '#api/test/harness/build-test-app.ts'
import { createJobStore } from '#api/jobs/create-job-store.ts'
import type { EmailMessage } from '#api/modules/notifications/mailer.port.ts'
import { createSaleSubscriber } from '#api/modules/notifications/sales/announce-sales.ts'
import { inTransaction } from '#api/db/transaction.ts'
import type { OutboxRow } from '#api/outbox/outbox.repo.ts'
import { cancelLines } from '#api/modules/orders/index.ts'
import { createOutboxEmails } from './outbox-emails.ts'
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
interface Sale {
  orderId: string
  teamId: string
  accountId: string
}
/** One event for each member that gets an email about the order. */
async function salesOf(orderId: string): Promise<Sale[]> {
  await market.deps.outbox.drain()
  const { rows } = await sql<{ payload: Sale }>`
    select payload from outbox where topic = 'order.sold' and subject = ${orderId} order by id`.execute(
    market.db,
  )
  return rows.map(({ payload }) => payload)
}
const composeFor = async (sale: Sale) =>
  await saleEmails(market.deps, (path) => `https://terrace.example${path}`)['order.sold']({ ...sale })
const compose = async (orderId: string) => {
  const emails = await Promise.all((await salesOf(orderId)).map(composeFor))
  return emails.filter((email) => email !== undefined)
}
const teamsOf = (sales: Sale[]) => [...new Set(sales.map(({ teamId }) => teamId))]

test('sales that are announced together belong each to the trace of its own purchase', async () => {
  const sold = [await buyOrder(market), await buyOrder(market), await buyOrder(market)]
  await market.deps.outbox.drain()
  const { rows } = await sql<OutboxRow>`
    select xid::text, id, topic, subject, payload, occurred_at, traceparent from outbox
    where topic = 'order.placed' order by id desc limit 3`.execute(market.db)
  const traceOf = (index: number) => `00-${String(index).repeat(32)}-${'1'.repeat(16)}-01`
  const orderIds = sold.map(({ order }) => order.id)
  const traced = rows.map((row) => {
    const index = orderIds.indexOf(row.subject)
    return { ...row, traceparent: index === 0 ? null : traceOf(index) }
  })
  await inTransaction(market.db, async (tx) => {
    await sql`delete from outbox where topic = 'order.sold'`.execute(tx)
    await createSaleSubscriber().handle(tx, traced)
    const written = await sql<{ subject: string; traceparent: string | null }>`
      select distinct subject, traceparent from outbox where topic = 'order.sold'`.execute(tx)
    expect(Object.fromEntries(written.rows.map((row) => [row.subject, row.traceparent]))).toEqual(
      Object.fromEntries(orderIds.map((id, index) => [id, index === 0 ? null : traceOf(index)])),
    )
    await sql`delete from outbox where topic = 'order.sold'`.execute(tx)
  })
})

test('members that may open sold tickets get each sale with its seats and delivery date, with `money` its proceeds, and nothing of the buyer', async () => {
  const listing = { section: 'Block 25', row: '7', firstSeat: 401, priceMinor: 9000 }
  const { order } = await buyOrder(market, { lines: [{ quantity: 2, listing }] })
  expect(teamsOf(await salesOf(order.id))).toEqual([market.sellerTeamId])
  const emails = await compose(order.id)
  expect(emails.map(({ email }) => email).toSorted()).toEqual(
    (await addressesOf(owner, deliverer)).toSorted(),
  )
  const [ownAddress] = await addressesOf(owner)
  const contentFor = (isOwner: boolean) =>
    emails.find(({ email }) => (email === ownAddress) === isOwner)?.content
  const content = contentFor(true)
  const title = order.lines[0]?.event.title ?? ''
  expect(content?.subject).toBe(`Sold: 2 tickets for ${title} (order ${order.number})`)
  const text = content?.paragraphs.join('\n') ?? ''
  expect(text).toContain('Block 25, row 7, seats 401–402. You receive £180.00. Deliver by ')
  expect(text).toMatch(/ time\) as .+\.$/)
  expect(contentFor(false)?.paragraphs.join('\n')).toContain('seats 401–402. Deliver by ')
  expect(content?.action?.link).toMatch(/\/sell\/inventory\?listing=lst_/)
  expect(JSON.stringify(content)).not.toContain(order.email_address)
})

test('a member switches the emails off, for that account alone', async () => {
  await deliverer.call(preferencesRoutes.change, { body: { sale_emails: false } })
  const { order } = await buyOrder(market)
  expect((await compose(order.id)).map(({ email }) => email)).toEqual(await addressesOf(owner))
  await deliverer.call(preferencesRoutes.change, { body: { sale_emails: true } })
  const later = await buyOrder(market)
  expect(await compose(later.order.id)).toHaveLength(2)
  await deliverer.call(preferencesRoutes.change, { body: { sale_emails: false } })
  expect((await compose(later.order.id)).map(({ email }) => email)).toEqual(await addressesOf(owner))
  await deliverer.call(preferencesRoutes.change, { body: { sale_emails: true } })
})

test('each seller of an order gets an email about its own lines; a team without members gets none', async () => {
  const { order } = await buyOrder(market, { lines: [{ quantity: 2 }, { quantity: 1, seller: 'Blue Door' }] })
  expect(teamsOf(await salesOf(order.id))).toEqual([market.sellerTeamId])
  const [email] = await compose(order.id)
  expect(email?.content.paragraphs).toHaveLength(2)
  expect(email?.content.paragraphs[0]).toBe(`Your team sold 2 tickets. Order number: ${order.number}.`)
  const { accountId } = deliverer
  const stranger = await addTeam(market.db, { name: 'Stranger' })
  expect(await composeFor({ orderId: order.id, teamId: stranger, accountId })).toBeUndefined()
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

test('nothing is sent for a sale whose tickets are delivered', async () => {
  const { order, line } = await buyOrder(market)
  const [sale] = await salesOf(order.id)
  await sql`update order_lines set state = 'delivered' where id = ${line.id}`.execute(market.db)
  expect(sale && (await composeFor(sale))).toBeUndefined()
})

test('sales of before the upgrade are not announced, those after it are', async () => {
  const { order } = await buyOrder(market)
  await salesOf(order.id)
  await sql`delete from outbox where topic = 'order.sold'`.execute(market.db)
  await sql`delete from outbox_cursors where subscriber = 'notifications.sales'`.execute(market.db)
  const migration = await readFile(
    new URL('../db/migrations/0230-sale-emails-from-now-on.sql', import.meta.url),
  )
  await sql.raw(migration.toString()).execute(market.db)
  const later = await buyOrder(market)
  expect(await salesOf(later.order.id)).toHaveLength(2)
  expect(await salesOf(order.id)).toEqual([])
})

test('when the email to one member fails, it alone is sent again', async () => {
  const [failing = '', ...others] = await addressesOf(owner, deliverer)
  const attempts: { id: string; address: string }[] = []
  let isDown = true
  const mailer = {
    ...market.deps.mailer,
    send({ id, to: { address } }: EmailMessage) {
      attempts.push({ id, address })
      return isDown && address === failing
        ? Promise.reject(new Error('the mail server is busy'))
        : Promise.resolve({ status: 'sent' as const })
    },
  }
  const boss = createJobStore({ databaseUrl: market.deps.config.databaseUrl, logger: market.deps.logger })
  await boss.start()
  try {
    await market.deps.outbox.drain()
    await sql`delete from outbox`.execute(market.db)
    await createOutboxEmails({ ...market.deps, mailer }, boss).start()
    const { order } = await buyOrder(market)
    expect(await salesOf(order.id)).toHaveLength(2)
    await market.deps.outbox.drain()
    const to = (address: string) => attempts.filter((attempt) => attempt.address === address)
    await expect.poll(() => [failing, ...others].map((one) => to(one).length)).toEqual([1, 1])
    isDown = false
    const retry = () =>
      sql`update pgboss.job set start_after = now() where name like 'mail.%' and state < 'completed'`.execute(
        market.db,
      )
    await expect
      .poll(async () => {
        await retry()
        return to(failing).length
      })
      .toBe(2)
    expect(others.map((one) => to(one).length)).toEqual([1])
    expect(new Set(to(failing).map(({ id }) => id)).size).toBe(1)
  } finally {
    await boss.stop({ graceful: true, timeout: 5000 })
  }
})
