import { holdsRoutes } from '@terrace/contracts/holds'
import { eventChannel, eventNews, mostListingsTold, realtimeRoutes } from '@terrace/contracts/realtime'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { inTransaction } from '../../db/transaction.ts'
import { recordEvents } from '../../outbox/outbox.repo.ts'
import { buildMarket } from '../../test/build-market.ts'
import { listenTestApp, type ListeningApp, type TestSocket } from '../../test/listening-app.ts'
import type { Caller } from '../../test/build-test-app.ts'
import { createEventNews, eventNewsFrom, type ToldEvent } from './event-news.ts'

/** What whoever looks at an event is told while others hold, reprice and withdraw. */

const placed = (eventId: number, listingId: string, version: number) => ({
  topic: 'hold.placed' as const,
  subject: listingId,
  payload: { eventId, listingId, version, holdId: 'hld_1', teamId: 'tm_1', quantity: 2 },
})

describe('in open browsers', () => {
  let app: ListeningApp
  let market: Awaited<ReturnType<typeof buildMarket>>
  beforeEach(async () => {
    market = await buildMarket()
    // Another process on the same database: changes are made in the one, heard in the other.
    app = await listenTestApp({ databaseUrl: market.deps.config.databaseUrl })
  })
  afterEach(async () => {
    await app.close()
    await market.close()
  })

  async function lookingAt(eventId: number, looker: Caller): Promise<TestSocket> {
    const socket = app.open()
    const id = await socket.greeted()
    const channel = eventChannel(eventId)
    const body = { socket_id: id, channel_name: channel }
    const pass = (await looker.call(realtimeRoutes.authorise, { body })).data
    socket.send({ event: 'pusher:subscribe', data: { channel, ...pass } })
    await socket.next('pusher_internal:subscription_succeeded')
    return socket
  }

  async function told(socket: TestSocket) {
    const { data } = await socket.next('event-changed')
    return eventNews.parse(JSON.parse(String(data)))
  }

  test('[X-LIST-08] a hold by another team, in another process, names the listing with its version, and neither stock nor price', async () => {
    const [holder, looker] = [await market.addBuyer(), await market.addBuyer()]
    const listingId = await market.list()
    const socket = await lookingAt(market.eventId, looker)
    const line = await market.hold(holder, listingId, 2)
    const { data } = await socket.next('event-changed')
    expect(JSON.parse(String(data))).toEqual({
      event_changed: false,
      listings: [{ id: listingId, version: 2 }],
    })
    await holder.call(holdsRoutes.release, { body: [{ hold_id: line.hold_id, quantity: 2 }] })
    expect((await told(socket)).listings).toEqual([{ id: listingId, version: 3 }])
  })

  test('what is sold elsewhere tells nobody who looks at this event', async () => {
    const looker = await market.addBuyer()
    const socket = await lookingAt(market.eventId + 1, looker)
    await market.hold(looker, await market.list(), 1)
    await app.deps.outbox.drain()
    await socket.settled()
    expect(socket.frames.filter(({ event }) => event === 'event-changed')).toEqual([])
  })

  test('a cancelled event is told of as such', async () => {
    const socket = await lookingAt(market.eventId, await market.addBuyer())
    await market.db
      .updateTable('events')
      .set({ status: 'cancelled' })
      .where('id', '=', market.eventId)
      .execute()
    expect(await told(socket)).toEqual({ event_changed: true, listings: [] })
  })

  test('many changes at once are one message; those that follow come together, a while later', async () => {
    const socket = await lookingAt(market.eventId, await market.addBuyer())
    const ids = Array.from({ length: 30 }, (_, index) => `lst_${index}`)
    await inTransaction(market.db, (tx) =>
      recordEvents(
        tx,
        ids.map((id) => placed(market.eventId, id, 2)),
      ),
    )
    expect((await told(socket)).listings?.map(({ id }) => id)).toEqual(ids)
    await app.deps.outbox.drain()
    await socket.settled()
    expect(socket.frames.filter(({ event }) => event === 'event-changed')).toEqual([])
  })

  test.each([
    ['an event’s number with something behind it', 'private-event-1x'],
    ['no number', 'private-event-'],
    ['a number that begins with nought', 'private-event-01'],
    ['a number that no event can have', 'private-event-99999999999'],
    ['the public channel of the same name', 'event-1'],
  ])('%s is refused with 403', async (_, channel) => {
    const body = { socket_id: '1.2', channel_name: channel }
    const answer = await (await market.addBuyer()).call(realtimeRoutes.authorise, { body })
    expect([answer.status, answer.error.code]).toEqual([403, 'realtime.refused'])
  })

  test('a visitor hears nothing of any event', async () => {
    const body = { socket_id: '1.2', channel_name: eventChannel(market.eventId) }
    expect((await market.visitor.call(realtimeRoutes.authorise, { body })).status).toBe(403)
  })
})

describe('how changes come together', () => {
  let messages: ToldEvent[] = []
  let news: ReturnType<typeof createEventNews>
  beforeEach(() => {
    vi.useFakeTimers()
    messages = []
    news = createEventNews({
      apartMs: 50,
      isHeard: (channel) => channel !== eventChannel(9),
      tell: (message) => void messages.push(message),
    })
  })
  afterEach(() => {
    vi.useRealTimers()
  })

  test('the first change goes at once, what comes within 50 ms goes together after them, and so on', () => {
    news.hear([placed(1, 'lst_a', 2)])
    expect(messages).toHaveLength(1)
    news.hear([placed(1, 'lst_a', 3)])
    vi.advanceTimersByTime(30)
    news.hear([placed(1, 'lst_b', 5), placed(1, 'lst_a', 4)])
    vi.advanceTimersByTime(19)
    expect(messages).toHaveLength(1)
    vi.advanceTimersByTime(1)
    expect(messages.at(-1)?.data.listings).toEqual([
      { id: 'lst_a', version: 4 },
      { id: 'lst_b', version: 5 },
    ])
    news.hear([placed(1, 'lst_c', 2)])
    expect(messages).toHaveLength(2)
    vi.advanceTimersByTime(50)
    expect(messages).toHaveLength(3)
    vi.advanceTimersByTime(1000)
    news.hear([placed(1, 'lst_d', 2)])
    expect(messages).toHaveLength(4)
  })

  test('in ten seconds of constant change no more than one message in 50 ms is sent, and the last state arrives', () => {
    for (let version = 1; version <= 2000; version += 1) {
      news.hear([placed(1, 'lst_a', version)])
      vi.advanceTimersByTime(5)
    }
    vi.advanceTimersByTime(50)
    expect(messages.length).toBeLessThanOrEqual(202)
    expect(messages.at(-1)?.data.listings).toEqual([{ id: 'lst_a', version: 2000 }])
  })

  test('events do not wait for each other, and of one at which nobody looks nothing is kept', () => {
    news.hear([placed(1, 'lst_a', 2), placed(2, 'lst_b', 2), placed(9, 'lst_c', 2)])
    expect(messages.map(({ channel }) => channel)).toEqual([eventChannel(1), eventChannel(2)])
    expect(vi.getTimerCount()).toBe(2)
  })

  test('notices that come twice or in the wrong order leave the newest version', () => {
    const [message] = eventNewsFrom([placed(1, 'lst_a', 7), placed(1, 'lst_a', 5), placed(1, 'lst_a', 7)])
    expect(message?.data).toEqual({ event_changed: false, listings: [{ id: 'lst_a', version: 7 }] })
  })

  test('more listings than a message names are told as any of them, and the fullest message stays below 10 kB', () => {
    const rows = (count: number) =>
      Array.from({ length: count }, (_, index) =>
        placed(1, `lst_${String(index).padStart(60, 'x')}`, 1_000_000_000 + index),
      )
    const [full] = eventNewsFrom(rows(mostListingsTold))
    expect(full?.data.listings).toHaveLength(mostListingsTold)
    expect(Buffer.byteLength(JSON.stringify(full?.data))).toBeLessThan(10_240)
    const [more] = eventNewsFrom(rows(mostListingsTold + 1))
    expect(more?.data.listings).toBeNull()
  })

  test('what concerns no event, or nothing that a buyer sees, is not told', () => {
    const silent = ['order.placed', 'listing.tracked', 'event.added', 'search.stale']
    expect(eventNewsFrom(silent.map((topic) => ({ topic, payload: { eventId: 1 } })))).toEqual([])
    expect(eventNewsFrom([{ topic: 'hold.placed', payload: { eventId: 'one' } }])).toEqual([])
  })
})
