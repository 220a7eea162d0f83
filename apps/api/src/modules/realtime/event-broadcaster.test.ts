import { holdsRoutes } from '@terrace/contracts/holds'
import { eventChannel, eventUpdate, maxListingsPerUpdate, realtimeRoutes } from '@terrace/contracts/realtime'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { inTransaction } from '#api/db/transaction.ts'
import { recordEvents } from '#api/outbox/outbox.repo.ts'
import { buildMarketplace } from '#api/test/fixtures/marketplace-fixture.ts'
import { listenTestApp, type ListeningApp, type TestSocket } from '#api/test/harness/listening-app.ts'
import type { Caller } from '#api/test/harness/build-test-app.ts'
import { createEventBroadcaster, eventUpdatesFrom, type EventMessage } from './event-broadcaster.ts'

/** Updates for viewers of an event while others hold, reprice and withdraw listings. */

const placed = (eventId: number, listingId: string, version: number) => ({
  topic: 'hold.placed' as const,
  subject: listingId,
  payload: { eventId, listingId, version, holdId: 'hld_1', teamId: 'tm_1', quantity: 2 },
})

describe('in open browsers', () => {
  let app: ListeningApp
  let fixture: Awaited<ReturnType<typeof buildMarketplace>>
  beforeEach(async () => {
    fixture = await buildMarketplace()
    // A second process on the same database: changes happen in one, sockets are in the other.
    app = await listenTestApp({ databaseUrl: fixture.deps.config.databaseUrl })
  })
  afterEach(async () => {
    await app.close()
    await fixture.close()
  })

  async function viewing(eventId: number, viewer: Caller): Promise<TestSocket> {
    const socket = app.open()
    const id = await socket.greeted()
    const channel = eventChannel(eventId)
    const body = { socket_id: id, channel_name: channel }
    const pass = (await viewer.call(realtimeRoutes.authorise, { body })).data
    socket.send({ event: 'pusher:subscribe', data: { channel, ...pass } })
    await socket.next('pusher_internal:subscription_succeeded')
    return socket
  }

  async function nextUpdate(socket: TestSocket) {
    const { data } = await socket.next('event-changed')
    return eventUpdate.parse(JSON.parse(String(data)))
  }

  test('[X-LIST-08] another team’s hold sends the listing’s version, without stock or price', async () => {
    const [holder, viewer] = [await fixture.addBuyer(), await fixture.addBuyer()]
    const listingId = await fixture.list()
    const socket = await viewing(fixture.eventId, viewer)
    const line = await fixture.hold(holder, listingId, 2)
    const { data } = await socket.next('event-changed')
    expect(JSON.parse(String(data))).toEqual({
      event_changed: false,
      listings: [{ id: listingId, version: 2 }],
    })
    await holder.call(holdsRoutes.release, { body: [{ hold_id: line.hold_id, quantity: 2 }] })
    expect((await nextUpdate(socket)).listings).toEqual([{ id: listingId, version: 3 }])
  })

  test('changes of other events are not sent', async () => {
    const viewer = await fixture.addBuyer()
    const socket = await viewing(fixture.eventId + 1, viewer)
    await fixture.hold(viewer, await fixture.list(), 1)
    await app.deps.outbox.drain()
    await socket.flush()
    expect(socket.frames.filter(({ event }) => event === 'event-changed')).toEqual([])
  })

  test('a cancelled event is announced', async () => {
    const socket = await viewing(fixture.eventId, await fixture.addBuyer())
    await fixture.db
      .updateTable('events')
      .set({ status: 'cancelled' })
      .where('id', '=', fixture.eventId)
      .execute()
    expect(await nextUpdate(socket)).toEqual({ event_changed: true, listings: [] })
  })

  test('simultaneous changes are sent in one message, and later ones in the next', async () => {
    const socket = await viewing(fixture.eventId, await fixture.addBuyer())
    const ids = Array.from({ length: 30 }, (_, index) => `lst_${index}`)
    await inTransaction(fixture.db, (tx) =>
      recordEvents(
        tx,
        ids.map((id) => placed(fixture.eventId, id, 2)),
      ),
    )
    expect((await nextUpdate(socket)).listings?.map(({ id }) => id)).toEqual(ids)
    await app.deps.outbox.drain()
    await socket.flush()
    expect(socket.frames.filter(({ event }) => event === 'event-changed')).toEqual([])
  })

  test.each([
    ['an event id with a suffix', 'private-event-1x'],
    ['a missing id', 'private-event-'],
    ['an id with a leading zero', 'private-event-01'],
    ['an id out of range', 'private-event-99999999999'],
    ['the public channel of the same name', 'event-1'],
  ])('%s returns 403', async (_, channel) => {
    const body = { socket_id: '1.2', channel_name: channel }
    const response = await (await fixture.addBuyer()).call(realtimeRoutes.authorise, { body })
    expect([response.status, response.error.code]).toEqual([403, 'realtime.access_denied'])
  })

  test('visitors cannot subscribe to events', async () => {
    const body = { socket_id: '1.2', channel_name: eventChannel(fixture.eventId) }
    expect((await fixture.visitor.call(realtimeRoutes.authorise, { body })).status).toBe(403)
  })
})

describe('throttling', () => {
  let messages: EventMessage[] = []
  let broadcaster: ReturnType<typeof createEventBroadcaster>
  beforeEach(() => {
    vi.useFakeTimers()
    messages = []
    broadcaster = createEventBroadcaster({
      minIntervalMs: 50,
      hasSubscribers: (channel) => channel !== eventChannel(9),
      emit: (message) => void messages.push(message),
    })
  })
  afterEach(() => {
    vi.useRealTimers()
  })

  test('the first change is sent at once, later ones together every 50 ms', () => {
    broadcaster.handle([placed(1, 'lst_a', 2)])
    expect(messages).toHaveLength(1)
    broadcaster.handle([placed(1, 'lst_a', 3)])
    vi.advanceTimersByTime(30)
    broadcaster.handle([placed(1, 'lst_b', 5), placed(1, 'lst_a', 4)])
    vi.advanceTimersByTime(19)
    expect(messages).toHaveLength(1)
    vi.advanceTimersByTime(1)
    expect(messages.at(-1)?.data.listings).toEqual([
      { id: 'lst_a', version: 4 },
      { id: 'lst_b', version: 5 },
    ])
    broadcaster.handle([placed(1, 'lst_c', 2)])
    expect(messages).toHaveLength(2)
    vi.advanceTimersByTime(50)
    expect(messages).toHaveLength(3)
    vi.advanceTimersByTime(1000)
    broadcaster.handle([placed(1, 'lst_d', 2)])
    expect(messages).toHaveLength(4)
  })

  test('constant change sends at most one message per 50 ms and ends with the last state', () => {
    for (let version = 1; version <= 2000; version += 1) {
      broadcaster.handle([placed(1, 'lst_a', version)])
      vi.advanceTimersByTime(5)
    }
    vi.advanceTimersByTime(50)
    expect(messages.length).toBeLessThanOrEqual(202)
    expect(messages.at(-1)?.data.listings).toEqual([{ id: 'lst_a', version: 2000 }])
  })

  test('events are throttled separately, and events without viewers store nothing', () => {
    broadcaster.handle([placed(1, 'lst_a', 2), placed(2, 'lst_b', 2), placed(9, 'lst_c', 2)])
    expect(messages.map(({ channel }) => channel)).toEqual([eventChannel(1), eventChannel(2)])
    expect(vi.getTimerCount()).toBe(2)
  })

  test('repeated and reordered notices keep the newest version', () => {
    const [message] = eventUpdatesFrom([placed(1, 'lst_a', 7), placed(1, 'lst_a', 5), placed(1, 'lst_a', 7)])
    expect(message?.data).toEqual({ event_changed: false, listings: [{ id: 'lst_a', version: 7 }] })
  })

  test('too many listings are sent as null, and the largest message stays below 10 kB', () => {
    const rows = (count: number) =>
      Array.from({ length: count }, (_, index) =>
        placed(1, `lst_${String(index).padStart(60, 'x')}`, 1_000_000_000 + index),
      )
    const [full] = eventUpdatesFrom(rows(maxListingsPerUpdate))
    expect(full?.data.listings).toHaveLength(maxListingsPerUpdate)
    expect(Buffer.byteLength(JSON.stringify(full?.data))).toBeLessThan(10_240)
    const [more] = eventUpdatesFrom(rows(maxListingsPerUpdate + 1))
    expect(more?.data.listings).toBeNull()
  })

  test('topics without an event, or invisible to buyers, are not sent', () => {
    const silent = ['order.placed', 'listing.tracked', 'event.added', 'search.stale']
    expect(eventUpdatesFrom(silent.map((topic) => ({ topic, payload: { eventId: 1 } })))).toEqual([])
    expect(eventUpdatesFrom([{ topic: 'hold.placed', payload: { eventId: 'one' } }])).toEqual([])
  })
})
