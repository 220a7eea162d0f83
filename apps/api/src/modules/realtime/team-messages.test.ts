import { checkoutDraftRoutes } from '@terrace/contracts/checkout-draft'
import { realtimeRoutes } from '@terrace/contracts/realtime'
import { holdsRoutes } from '@terrace/contracts/holds'
import { inventoryRoutes } from '@terrace/contracts/inventory'
import { inventoryEditRoutes } from '@terrace/contracts/inventory-edit'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { inTransaction } from '#api/db/transaction.ts'
import { recordEvents } from '#api/outbox/outbox.repo.ts'
import { buildMarketplace } from '#api/test/fixtures/marketplace-fixture.ts'
import { listenTestApp, type ListeningApp, type TestSocket } from '#api/test/harness/listening-app.ts'
import { buildTestApp, type Caller, type TestApp } from '#api/test/harness/build-test-app.ts'
import { teamMessagesFrom } from './team-messages.ts'

/** Messages to a team about its own actions, which no other team receives. */

let app: ListeningApp
let fixture: Awaited<ReturnType<typeof buildMarketplace>>
beforeEach(async () => {
  fixture = await buildMarketplace()
  // A second process on the same database: holds are placed in one, sockets are in the other.
  app = await listenTestApp({ databaseUrl: fixture.deps.config.databaseUrl })
})
afterEach(async () => {
  await app.close()
  await fixture.close()
})

async function socketOf(buyer: Caller, channel = `private-team-${buyer.teamId}`): Promise<TestSocket> {
  const socket = app.open()
  const id = await socket.greeted()
  const { auth } = app.server().authorizeChannel(id, channel)
  socket.send({ event: 'pusher:subscribe', data: { channel, auth } })
  await socket.next('pusher_internal:subscription_succeeded')
  return socket
}

test('holds and releases reach the team’s sockets in every process, and no other team’s', async () => {
  const [buyer, otherBuyer] = [await fixture.addBuyer(), await fixture.addBuyer()]
  const [ownSocket, other] = [await socketOf(buyer), await socketOf(otherBuyer)]
  const line = await fixture.hold(buyer, await fixture.list(), 2)
  expect(await ownSocket.next('holds-changed')).toEqual({
    event: 'holds-changed',
    channel: `private-team-${buyer.teamId}`,
    data: '{}',
  })
  await buyer.call(holdsRoutes.release, { body: [{ hold_id: line.hold_id, quantity: 2 }] })
  await ownSocket.next('holds-changed')
  await other.flush()
  expect(other.frames).toEqual([])
})

const placed = (teamId: string) => ({
  topic: 'order.placed' as const,
  subject: 'ord_1',
  payload: { orderId: 'ord_1', number: 'T-1', teamId, accountId: 'usr_1', eventIds: [1] },
})

test('an order reaches the team’s sockets in every process', async () => {
  const buyer = await fixture.addBuyer()
  const socket = await socketOf(buyer)
  await inTransaction(fixture.db, (tx) => recordEvents(tx, [placed(buyer.teamId)]))
  expect((await socket.next('counts-changed')).data).toBe('{}')
})

test('a saved checkout draft notifies the team’s devices without its content', async () => {
  const [buyer, otherBuyer] = [await fixture.addBuyer(), await fixture.addBuyer()]
  const [ownSocket, other] = [await socketOf(buyer), await socketOf(otherBuyer)]
  await buyer.call(checkoutDraftRoutes.save, { body: { email_address: 'joan@harbour.example' } })
  expect((await ownSocket.next('draft-changed')).data).toBe('{}')
  await other.flush()
  expect(other.frames).toEqual([])
})

test('several rows of one team become one message per kind', () => {
  const hold = (teamId: string) => ({ topic: 'hold.placed', payload: { teamId } })
  expect(
    teamMessagesFrom([
      hold('tm_1'),
      hold('tm_1'),
      hold('tm_2'),
      placed('tm_1'),
      { topic: 'listing.updated', payload: {} },
    ]),
  ).toEqual([
    { channel: 'private-team-tm_1', event: 'holds-changed' },
    { channel: 'private-team-tm_2', event: 'holds-changed' },
    { channel: 'private-team-tm_1', event: 'counts-changed' },
    { channel: 'private-team-tm_1', event: 'orders-changed' },
  ])
})

test.each([
  'order.line_partially_delivered',
  'order.line_delivered',
  'order.line_cancelled',
  'order.line_refunded',
  'order.refund_failed',
  'order.issue_reported',
  'payment.disputed',
  'payment.dispute_updated',
])('%s notifies the buying team and not the seller', (topic) => {
  const payload = { orderId: 'ord_1', lineId: 'oln_1', teamId: 'tm_1', sellerTeamId: 'tm_2' }
  expect(teamMessagesFrom([{ topic, payload }])).toEqual([
    { channel: 'private-team-tm_1', event: 'orders-changed' },
  ])
})

test('hosted sockets receive each message once, however many processes run', async () => {
  // A second installation acts as the hosted service: same protocol, separate database.
  const elsewhere = await listenTestApp()
  const origin = `http://127.0.0.1:${elsewhere.port}`
  const config = {
    realtime: {
      app: elsewhere.keys,
      hosted: { origin },
      limits: { maxSockets: 0, socketsPerAddress: 0, socketsPerAccount: 0 },
    },
  }
  const { databaseUrl } = fixture.deps.config
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
    await socket.flush()
    // More channels than one request may name.
    await deps.realtime.publish(channels, 'opened', { doors: 3 })
    expect([await socket.next('opened'), await socket.next('opened')]).toMatchObject([
      { channel: channels[0], data: '{"doors":3}' },
      { channel: channels[100], data: '{"doors":3}' },
    ])

    await inTransaction(fixture.db, (tx) => recordEvents(tx, [placed('0'), placed('100')]))
    expect([await socket.next('counts-changed'), await socket.next('counts-changed')]).toMatchObject([
      { channel: channels[0] },
      { channel: channels[100] },
    ])
    for (const { deps } of processes) await deps.outbox.drain()
    await socket.flush()
    expect(socket.frames.filter(({ event }) => event === 'counts-changed')).toEqual([])
  } finally {
    for (const each of processes) await each.close()
    await elsewhere.close()
  }
})

test('more than 10 kB of data is rejected', async () => {
  const oversized = 'x'.repeat(10_241)
  await expect(app.deps.realtime.publish(['news'], 'opened', oversized)).rejects.toThrow(RangeError)
})

test('an event for several accounts becomes a message for each, on the channel of their team', () => {
  const accounts = [
    { accountId: 'usr_1', teamId: 'tm_1' },
    { accountId: 'usr_2', teamId: 'tm_2' },
  ]
  const row = { topic: 'account.notifications_changed', payload: { accounts } }
  expect(teamMessagesFrom([row])).toEqual(
    accounts.map(({ accountId, teamId }) => ({
      channel: `private-team-${teamId}`,
      event: 'notifications-changed',
      data: { account_id: accountId },
    })),
  )
})

test('payments of several teams that started together reach each of them', () => {
  const row = { topic: 'hold.payments_started', payload: { teamIds: ['tm_1', 'tm_2'] } }
  expect(teamMessagesFrom([row])).toEqual([
    { channel: 'private-team-tm_1', event: 'holds-changed' },
    { channel: 'private-team-tm_2', event: 'holds-changed' },
  ])
})

test('private values of listings are announced to their team alone, by id', async () => {
  const seller = await fixture.addBuyer({ teamId: fixture.sellerTeamId, role: 'seller' })
  const [ownSocket, other] = [await socketOf(seller, inventoryOf(seller)), await socketOf(seller)]
  const listingId = await fixture.list()
  const { data } = await seller.call(inventoryRoutes.one, { params: { listing_id: listingId } })
  await seller.call(inventoryEditRoutes.update, {
    params: { listing_id: listingId },
    body: { version: data.data.version, cost: '71.23', tags: ['secret-tag'] },
  })
  const message = await ownSocket.next('inventory-changed')
  expect(message.channel).toBe(inventoryOf(seller))
  expect(JSON.parse(String(message.data))).toEqual({ listing_ids: [listingId] })
  await other.flush()
  expect(other.frames).toEqual([])
})

test('changes of many listings of a team are one message', () => {
  const changed = (teamId: string, listingIds: string[] | null) => ({
    topic: 'inventory.changed',
    payload: { teamId, listingIds },
  })
  const dataOf = (rows: Parameters<typeof teamMessagesFrom>[0]) =>
    teamMessagesFrom(rows).map(({ data }) => data)
  expect(dataOf([changed('tm_1', ['a']), changed('tm_2', ['c']), changed('tm_1', ['b', 'a'])])).toEqual([
    { listing_ids: ['a', 'b'] },
    { listing_ids: ['c'] },
  ])
  expect(dataOf([changed('tm_1', ['a']), changed('tm_1', null), changed('tm_1', ['b'])])).toEqual([
    { listing_ids: null },
  ])
  const many = Array.from({ length: 101 }, (_, at) => `lst_${at}`)
  expect(dataOf([changed('tm_1', many)])).toEqual([{ listing_ids: null }])
})

const inventoryOf = ({ teamId }: Pick<Caller, 'teamId'>) => `private-inventory-${teamId}`

test('only members who may view the inventory may listen to its private changes', async () => {
  const team = { teamId: fixture.sellerTeamId, role: 'seller', teamRole: 'member' } as const
  const viewer = await fixture.addBuyer({ ...team, permissions: ['view'] })
  const other = await fixture.addBuyer({ ...team, permissions: ['deliver'] })
  const rival = await fixture.addBuyer({ role: 'seller' })
  const join = async (caller: Caller) => {
    const body = { socket_id: '1.2', channel_name: inventoryOf(viewer) }
    return (await caller.call(realtimeRoutes.authorise, { body })).status
  }
  expect(
    await Promise.all([viewer, other, rival, await fixture.addBuyer(), fixture.visitor].map(join)),
  ).toEqual([200, 403, 403, 403, 403])
})
