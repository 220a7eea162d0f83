import {
  maxNotifications,
  notificationsRoutes,
  type WireNotification,
} from '@terrace/contracts/notifications'
import { preferencesRoutes } from '@terrace/contracts/preferences'
import type { SellerPermission } from '@terrace/domain/sellers/seller-permissions'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { inTransaction } from '#api/db/transaction.ts'
import { reactivateHolds } from '#api/modules/holds/index.ts'
import { announceExpiredHolds } from '#api/modules/holds/announce-expired-holds.ts'
import { deliverTickets } from '#api/modules/orders/index.ts'
import type { DomainEvent } from '#api/outbox/domain-events.ts'
import { recordEvents } from '#api/outbox/outbox.repo.ts'
import { buyOrder } from '#api/test/fixtures/bought-order.ts'
import { expireHold } from '#api/test/fixtures/expire-hold.ts'
import { startPayment } from '#api/test/fixtures/start-payment.ts'
import { allOf, buildQuoteFixture, ofListings, type QuoteFixture } from '#api/test/fixtures/quote-fixture.ts'
import { pdfFile } from '#api/test/fixtures/ticket-files.ts'
import type { Caller } from '#api/test/harness/build-test-app.ts'

let market: QuoteFixture
beforeAll(async () => {
  market = await buildQuoteFixture()
  // The checkout calls the sandbox over HTTP, like a real provider.
  await market.app.listen({ host: '127.0.0.1', port: 0 })
})
afterAll(() => market.close())

async function listed(by: Caller): Promise<WireNotification[]> {
  await market.deps.outbox.drain()
  return (await by.call(notificationsRoutes.list)).data.data
}
const unread = async (by: Caller) => (await by.call(notificationsRoutes.unread)).data.data.unread
const shown = (all: readonly WireNotification[]) =>
  all.map(({ kind, title, detail }) => [kind, title, detail])

async function publish(...events: DomainEvent[]): Promise<void> {
  await inTransaction(market.db, (tx) => recordEvents(tx, events))
}

let messages = 0
const message = (text: string, values: object = {}) => ({
  key: `message-${(messages += 1)}`,
  text,
  severity: 0 as const,
  link: '/',
  age_seconds: 0,
  ...values,
})
const record = (by: Caller, ...sent: ReturnType<typeof message>[]) =>
  by.call(notificationsRoutes.record, { body: { messages: sent } })

test('a client’s response is listed for the whole team, with a link, and for no other team', async () => {
  const owner = await market.addBuyer()
  const colleague = await market.addBuyer({ teamId: owner.teamId, teamRole: 'member' })
  const stranger = await market.addBuyer()
  const quote = await market.quote({ title: 'Derby', ...ofListings(await market.list()) }, owner)
  await market.accept(quote.slug, allOf(quote.offers))
  for (const member of [owner, colleague]) {
    const [notification] = (await listed(member)).filter(({ kind }) => kind === 'quote_accepted')
    expect(notification).toMatchObject({
      title: 'Client accepted “Derby”',
      link: `/profile?tab=quotes&quote=${quote.id}`,
      severity: 0,
      read: false,
    })
  }
  expect(await listed(stranger)).toEqual([])
})

test('an order is listed for the team, its delivery for the buyer who placed it', async () => {
  const buyer = await market.addBuyer()
  const colleague = await market.addBuyer({ teamId: buyer.teamId, teamRole: 'member' })
  const { order, line } = await buyOrder(market, { buyer })
  await deliverTickets(market.deps, {
    lineId: line.id,
    actor: buyer.accountId,
    delivery: { kind: 'files', files: [{ name: 'ticket.pdf', bytes: pdfFile() }] },
  })
  const own = await listed(buyer)
  expect(own.map(({ kind, title }) => [kind, title])).toEqual([
    ['tickets_delivered', `Tickets delivered: ${line.event.title}`],
    ['order_placed', `Order ${order.number} placed`],
  ])
  expect(own[0]?.detail).toBe(`Order ${order.number} · 2 tickets`)
  expect(new Set(own.map(({ link }) => link))).toEqual(new Set([`/profile?tab=purchases&order=${order.id}`]))
  expect((await listed(colleague)).map(({ kind }) => kind)).toEqual(['order_placed'])
})

test('a sale is listed for members of the selling team who may view its inventory, and for no other', async () => {
  const member = (permissions: SellerPermission[]) =>
    market.addBuyer({ teamId: market.sellerTeamId, teamRole: 'member', role: 'seller', permissions })
  const [viewer, other, withMoney] = [
    await member(['view']),
    await member([]),
    await member(['view', 'money']),
  ]
  const { order } = await buyOrder(market)
  const sale = { kind: 'order_placed', detail: expect.stringMatching(new RegExp(`Order ${order.number}$`)) }
  expect(await listed(viewer)).toMatchObject([sale])
  const detail = expect.stringContaining(`Order ${order.number} · You receive`)
  expect(await listed(withMoney)).toMatchObject([{ ...sale, detail }])
  expect(await listed(other)).toEqual([])
})

test('a purchase that ended without an order is listed for the team', async () => {
  const buyer = await market.addBuyer()
  const payload = { attemptId: 'att_ended', teamId: buyer.teamId }
  await publish({ topic: 'checkout.refunded', subject: payload.attemptId, payload })
  expect(shown(await listed(buyer))).toEqual([
    ['order_changed', 'A purchase couldn’t be completed', 'The payment was cancelled or refunded'],
  ])
})

test('holds that expire together are one notification for the buyer who placed them', async () => {
  const buyer = await market.addBuyer()
  const colleague = await market.addBuyer({ teamId: buyer.teamId, teamRole: 'member' })
  for (const quantity of [1, 2]) {
    const held = await market.hold(buyer, await market.list(), quantity)
    await expireHold(market.db, held.hold_id)
  }
  await announceExpiredHolds({ db: market.db, outbox: market.deps.outbox })
  const [notification, ...others] = await listed(buyer)
  expect([notification?.title, others]).toEqual(['2 holds expired: 3 tickets', []])
  expect(notification?.link).toMatch(new RegExp(`^/tickets/.+/${market.eventId}$`))
  expect(await listed(colleague)).toEqual([])
})

test('a hold that expires during its payment is reported only if the payment fails', async () => {
  const buyer = await market.addBuyer()
  const { hold_id: holdId } = await market.hold(buyer, await market.list(), 2)
  await startPayment(market.db, buyer, { holdId, attemptId: 'att_open', minutes: 0 })
  await expireHold(market.db, holdId)
  await announceExpiredHolds({ db: market.db, outbox: market.deps.outbox })
  expect(await listed(buyer)).toEqual([])
  await inTransaction(market.db, (tx) => reactivateHolds(tx, 'att_open'))
  expect((await listed(buyer)).map(({ title }) => title)).toEqual(['Hold expired: 2 tickets'])
})

test('a kind that the account has switched off is not listed', async () => {
  const buyer = await market.addBuyer()
  await buyer.call(preferencesRoutes.change, { body: { muted_notifications: ['quote_viewed', 'message'] } })
  const { id } = await market.quote(ofListings(await market.list()), buyer)
  const payload = { quoteId: id, teamId: buyer.teamId }
  await publish(
    { topic: 'quote.viewed', subject: id, payload },
    { topic: 'quote.declined', subject: id, payload },
  )
  await record(buyer, message('Saved'))
  expect((await listed(buyer)).map(({ kind }) => kind)).toEqual(['quote_declined'])
})

test('an event that is handled again is listed once', async () => {
  const buyer = await market.addBuyer()
  const { id } = await market.quote(ofListings(await market.list()), buyer)
  await publish({ topic: 'quote.viewed', subject: id, payload: { quoteId: id, teamId: buyer.teamId } })
  expect(await listed(buyer)).toHaveLength(1)
  await sql`update outbox_cursors set xid = '0', id = 0 where subscriber = 'notifications.centre'`.execute(
    market.db,
  )
  await publish({ topic: 'quote.declined', subject: id, payload: { quoteId: id, teamId: buyer.teamId } })
  expect((await listed(buyer)).map(({ kind }) => kind)).toEqual(['quote_declined', 'quote_viewed'])
})

test('a message is stored once per key, with the time at which it was shown', async () => {
  const buyer = await market.addBuyer()
  const sent = message('Price changed\nSection 12', {
    age_seconds: 3600,
    severity: 2,
    link: '/profile?tab=tracked',
  })
  await record(buyer, sent)
  await record(buyer, sent, message('Later'))
  const all = await listed(buyer)
  expect(shown(all)).toEqual([
    ['message', 'Later', ''],
    ['message', 'Price changed', 'Section 12'],
  ])
  expect(all[1]).toMatchObject({ link: '/profile?tab=tracked', severity: 2 })
  const [age] = all.slice(1).map(({ at }) => Date.now() - Date.parse(at))
  expect(age).toBeGreaterThanOrEqual(3_600_000)
})

test.each([
  [{ link: '//evil.example' }, 'messages.0.link'],
  [{ link: '/\t/evil.example' }, 'messages.0.link'],
  [{ link: 'https://evil.example' }, 'messages.0.link'],
  [{ text: ' ' }, 'messages.0.text'],
  [{ severity: 3 }, 'messages.0.severity'],
  [{ key: 'short' }, 'messages.0.key'],
])('a message with %j is rejected by name', async (values, field) => {
  const buyer = await market.addBuyer()
  const response = await market.app.inject({
    method: 'POST',
    url: '/api/settings/account/notifications',
    headers: { authorization: `Bearer ${buyer.token}` },
    payload: { messages: [message('Saved', values)] },
  })
  expect([response.statusCode, Object.keys(response.json().errors.fields)]).toEqual([422, [field]])
  expect(await listed(buyer)).toEqual([])
})

test('marking as read lowers the count, is idempotent and affects only this account', async () => {
  const buyer = await market.addBuyer()
  const other = await market.addBuyer()
  await record(buyer, message('One'), message('Two'))
  const ids = (await listed(buyer)).map(({ id }) => id)
  expect(await unread(buyer)).toBe(2)
  const markRead = (by: Caller, marked: string[]) =>
    by.call(notificationsRoutes.markRead, { body: { ids: marked } })
  expect((await markRead(other, ids)).data.data.unread).toBe(0)
  expect(await unread(buyer)).toBe(2)
  expect((await markRead(buyer, ids.slice(0, 1))).data.data.unread).toBe(1)
  expect((await markRead(buyer, ids.slice(0, 1))).data.data.unread).toBe(1)
  expect((await listed(buyer)).filter(({ read }) => read)).toHaveLength(1)
  expect((await markRead(buyer, ids)).data.data.unread).toBe(0)
})

test('only the latest notifications of an account are kept', async () => {
  const buyer = await market.addBuyer()
  const other = await market.addBuyer()
  await record(other, message('Stays'))
  for (let sent = 0; sent <= maxNotifications; sent += 50)
    await record(
      buyer,
      ...Array.from({ length: 50 }, (_, index) =>
        message(`Message ${sent + index}`, { age_seconds: 900 - sent - index }),
      ),
    )
  const all = await listed(buyer)
  expect(all).toHaveLength(maxNotifications)
  expect(all[0]?.title).toBe('Message 249')
  expect(all.at(-1)?.title).toBe('Message 50')
  expect(await listed(other)).toHaveLength(1)
})
