import { checkoutDraftRoutes } from '@terrace/contracts/checkout-draft'
import { holdsRoutes } from '@terrace/contracts/holds'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { inTransaction } from '../../db/transaction.ts'
import { recordEvents } from '../../outbox/outbox.repo.ts'
import { buildMarket } from '../../test/build-market.ts'
import { listenTestApp, type ListeningApp, type TestSocket } from '../../test/listening-app.ts'
import { buildTestApp, type Caller, type TestApp } from '../../test/build-test-app.ts'
import { newsFrom } from './forward-events.ts'

/** What a team's sockets are told of the team's own doings, and that no other team is told anything. */

let app: ListeningApp
let market: Awaited<ReturnType<typeof buildMarket>>
beforeEach(async () => {
  market = await buildMarket()
  // Another process on the same database: holds are placed in the one, heard in the other.
  app = await listenTestApp({ databaseUrl: market.deps.config.databaseUrl })
})
afterEach(async () => {
  await app.close()
  await market.close()
})

async function socketOf(buyer: Caller): Promise<TestSocket> {
  const socket = app.open()
  const id = await socket.greeted()
  const channel = `private-team-${buyer.teamId}`
  const { auth } = app.server().authorizeChannel(id, channel)
  socket.send({ event: 'pusher:subscribe', data: { channel, auth } })
  await socket.next('pusher_internal:subscription_succeeded')
  return socket
}

test('holding and releasing reaches the team’s sockets in every process, and nobody else’s', async () => {
  const [buyer, stranger] = [await market.addBuyer(), await market.addBuyer()]
  const [own, other] = [await socketOf(buyer), await socketOf(stranger)]
  const line = await market.hold(buyer, await market.list(), 2)
  expect(await own.next('holds-changed')).toEqual({
    event: 'holds-changed',
    channel: `private-team-${buyer.teamId}`,
    data: '{}',
  })
  await buyer.call(holdsRoutes.release, { body: [{ hold_id: line.hold_id, quantity: 2 }] })
  await own.next('holds-changed')
  await other.settled()
  expect(other.frames).toEqual([])
})

const placed = (teamId: string) => ({
  topic: 'order.placed' as const,
  subject: 'ord_1',
  payload: { orderId: 'ord_1', number: 'T-1', teamId, accountId: 'usr_1', eventIds: [1] },
})

test('an order placed anywhere reaches the team’s sockets', async () => {
  const buyer = await market.addBuyer()
  const socket = await socketOf(buyer)
  await inTransaction(market.db, (tx) => recordEvents(tx, [placed(buyer.teamId)]))
  expect((await socket.next('counts-changed')).data).toBe('{}')
})

test('what is filled in at the checkout is told to the team’s other devices, without a word of it', async () => {
  const [buyer, stranger] = [await market.addBuyer(), await market.addBuyer()]
  const [own, other] = [await socketOf(buyer), await socketOf(stranger)]
  await buyer.call(checkoutDraftRoutes.keep, { body: { email_address: 'joan@harbour.example' } })
  expect((await own.next('draft-changed')).data).toBe('{}')
  await other.settled()
  expect(other.frames).toEqual([])
})

test('many rows of one team are one piece of news of each kind', () => {
  const hold = (teamId: string) => ({ topic: 'hold.placed', payload: { teamId } })
  expect(
    newsFrom([
      hold('tm_1'),
      hold('tm_1'),
      hold('tm_2'),
      placed('tm_1'),
      { topic: 'listing.revised', payload: {} },
    ]),
  ).toEqual([
    { channel: 'private-team-tm_1', event: 'holds-changed' },
    { channel: 'private-team-tm_2', event: 'holds-changed' },
    { channel: 'private-team-tm_1', event: 'counts-changed' },
    { channel: 'private-team-tm_1', event: 'orders-changed' },
  ])
})

test.each([
  'order.tickets_added',
  'order.line_fulfilled',
  'order.line_cancelled',
  'order.line_refunded',
  'order.refund_failed',
  'order.issue_reported',
  'payment.disputed',
  'payment.dispute_moved',
])('the buying team hears of %s, the seller does not', (topic) => {
  const payload = { orderId: 'ord_1', lineId: 'oln_1', teamId: 'tm_1', sellerTeamId: 'tm_2' }
  expect(newsFrom([{ topic, payload }])).toEqual([{ channel: 'private-team-tm_1', event: 'orders-changed' }])
})

test('with sockets kept elsewhere, news and messages go to that server, once however many processes there are', async () => {
  // A second installation stands in for the other server: it speaks the same protocol and shares nothing else.
  const elsewhere = await listenTestApp()
  const origin = `http://127.0.0.1:${elsewhere.port}`
  const config = { realtime: { app: elsewhere.keys, hosted: { origin }, maxSockets: 0 } }
  const { databaseUrl } = market.deps.config
  const processes = [await buildTestApp({ databaseUrl, config }), await buildTestApp({ databaseUrl, config })]
  try {
    const [{ deps }] = processes as [TestApp]
    expect(deps.realtime.browser).toEqual({ key: elsewhere.keys.key, origin })
    const channels = Array.from({ length: 101 }, (_, index) => `private-team-${index}`)
    const socket = elsewhere.open()
    const id = await socket.greeted()
    for (const channel of [channels[0] ?? '', channels[100] ?? '']) {
      const { auth } = deps.realtime.authorise({ socketId: id, channel })
      socket.send({ event: 'pusher:subscribe', data: { channel, auth } })
    }
    await socket.settled()
    // More channels than one call may name.
    await deps.realtime.publish(channels, 'opened', { doors: 3 })
    expect([await socket.next('opened'), await socket.next('opened')]).toMatchObject([
      { channel: channels[0], data: '{"doors":3}' },
      { channel: channels[100], data: '{"doors":3}' },
    ])

    await inTransaction(market.db, (tx) => recordEvents(tx, [placed('0'), placed('100')]))
    expect([await socket.next('counts-changed'), await socket.next('counts-changed')]).toMatchObject([
      { channel: channels[0] },
      { channel: channels[100] },
    ])
    for (const { deps } of processes) await deps.outbox.drain()
    await socket.settled()
    expect(socket.frames.filter(({ event }) => event === 'counts-changed')).toEqual([])
  } finally {
    for (const each of processes) await each.close()
    await elsewhere.close()
  }
})

test('more than 10 kB of data is refused before it is sent', async () => {
  const tooMuch = 'x'.repeat(10_241)
  await expect(app.deps.realtime.publish(['news'], 'opened', tooMuch)).rejects.toThrow(RangeError)
})
