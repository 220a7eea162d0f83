import { setTimeout as pause } from 'node:timers/promises'
import { checkoutRoutes } from '@terrace/contracts/checkout'
import { quoteEvents } from '@terrace/contracts/quote-page'
import { quotesRoutes } from '@terrace/contracts/quotes'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { inTransaction } from '#api/db/transaction.ts'
import { recordEvents } from '#api/outbox/outbox.repo.ts'
import { buildTestApp } from '#api/test/harness/build-test-app.ts'
import { addEvent } from '#api/test/fixtures/factories.ts'
import { listenTestApp, type ListeningApp, type TestSocket } from '#api/test/harness/listening-app.ts'
import { purchaseBody } from '#api/test/fixtures/purchase-body.ts'
import { buildQuoteFixture, type QuoteFixture } from '#api/test/fixtures/quote-fixture.ts'
import { cancelLines } from '#api/modules/orders/index.ts'

/** Live updates of a client's open page, without a login. */

let market: QuoteFixture
let app: ListeningApp
beforeAll(async () => {
  market = await buildQuoteFixture()
  // A second process on the same database: changes happen in one, subscribers are on the other.
  app = await listenTestApp({ databaseUrl: market.deps.config.databaseUrl })
})
afterAll(async () => {
  await app.close()
  await market.close()
})

async function viewing(slug: string): Promise<TestSocket> {
  const { channels } = (await market.openQuote(slug)).data.data
  const socket = app.open()
  await socket.greeted()
  for (const channel of channels) {
    socket.send({ event: 'pusher:subscribe', data: { channel } })
    await socket.next('pusher_internal:subscription_succeeded')
  }
  return socket
}

const quoteOf = async (quantity = 4) => {
  const listing = await market.list({ quantity })
  return { listing, quote: await market.quote({ listings: [{ listing_id: listing, quantity: 2 }] }) }
}

test('[X-QUOTE-16] reports sales by another process and nothing else about the event', async () => {
  // An event of its own, whose only quote is open.
  const eventId = await addEvent(market.db, { venueId: market.venueId })
  const listing = await market.list({ quantity: 2, eventId })
  const quote = await market.quote({ event_id: eventId, listings: [{ listing_id: listing, quantity: 2 }] })
  const socket = await viewing(quote.slug)
  await market.hold(await market.addBuyer(), listing, 2)
  const { data } = await socket.next(quoteEvents.changed)
  expect(data).toBe('{}')
  // After the update, both processes serve the current state.
  expect((await market.openQuote(quote.slug)).data.data.offers[0]?.state).toBe('unavailable')
})

test('[X-QUOTE-19] reports another client’s response and a withdrawal', async () => {
  const { quote } = await quoteOf()
  const socket = await viewing(quote.slug)
  await market.decline(quote.slug)
  await socket.next(quoteEvents.changed)
  await market.broker.call(quotesRoutes.withdraw, { params: { quote_id: quote.id }, body: {} })
  await socket.next(quoteEvents.changed)
  expect((await market.openQuote(quote.slug)).status).toBe(410)
})

test('[X-QUOTE-16] [X-ORDER-03] reports the cancellation of bought tickets', async () => {
  const { listing, quote } = await quoteOf(2)
  const held = await market.hold(market.broker, listing, 2)
  const { order } = (
    await market.broker.call(checkoutRoutes.buy, {
      body: { ...purchaseBody([held]), quote_slug: quote.slug },
    })
  ).data.data
  // Waits until the purchase was published, so that it is not received below; the app batches for 250 ms.
  await app.deps.outbox.drain()
  await pause(300)
  const socket = await viewing(quote.slug)
  await cancelLines(market.deps, {
    target: { orderId: order?.id ?? '' },
    actor: 'operator:anna',
    reason: 'The seller cannot deliver',
    relist: false,
  })
  await socket.next(quoteEvents.changed)
  expect((await market.openQuote(quote.slug)).data.data.offers[0]?.state).toBe('unavailable')
})

test('[X-ROLE-01] channel names can’t be derived from the quote, its event or another quote', async () => {
  const [one, other] = [(await quoteOf()).quote, (await quoteOf()).quote]
  const channelsOf = async (slug: string) => (await market.openQuote(slug)).data.data.channels
  const [ofOne, ofOther] = [await channelsOf(one.slug), await channelsOf(other.slug)]
  for (const channel of [...ofOne, ...ofOther]) expect(channel).toMatch(/^quote-[\w-]{43}$/)
  // One channel is the quote's own, the other is shared by all quotes of the event.
  expect(ofOne[0]).not.toBe(ofOther[0])
  expect(ofOne[1]).toBe(ofOther[1])
  expect(JSON.stringify(ofOne)).not.toContain(one.id)
})

test('reports nothing about other quotes of the event', async () => {
  const [one, other] = [(await quoteOf()).quote, (await quoteOf()).quote]
  // Waits until the new quotes were published, so that they are not received below; the app batches for 250 ms.
  await app.deps.outbox.drain()
  await pause(300)
  const socket = await viewing(one.slug)
  await market.decline(other.slug)
  await market.decline(one.slug)
  await socket.next(quoteEvents.changed)
  await socket.flush()
  expect(socket.frames.filter(({ event }) => event === quoteEvents.changed)).toEqual([])
})

test('an external socket server gets updates, for events with quotes only', async () => {
  // A second installation acts as the external server: same protocol, nothing shared.
  const otherApp = await listenTestApp()
  const origin = `http://127.0.0.1:${otherApp.port}`
  const { databaseUrl } = market.deps.config
  const hosted = await buildTestApp({
    databaseUrl,
    config: {
      realtime: {
        app: otherApp.keys,
        hosted: { origin },
        limits: { maxSockets: 0, socketsPerAddress: 0, socketsPerAccount: 0 },
      },
    },
  })
  try {
    const { listing, quote } = await quoteOf()
    const unquoted = await addEvent(market.db, { venueId: market.venueId })
    const { quoteChannels } = hosted.deps.realtime
    // The new quote is published before anyone subscribes.
    await hosted.deps.outbox.drain()
    const [quoteChannel = '', ofEvent = ''] = quoteChannels({ quoteId: quote.id, eventId: market.eventId })
    const [, silent = ''] = quoteChannels({ quoteId: 'qt_none', eventId: unquoted })
    const socket = otherApp.open()
    await socket.greeted()
    for (const channel of [quoteChannel, ofEvent, silent])
      socket.send({ event: 'pusher:subscribe', data: { channel } })
    await socket.flush()
    await inTransaction(market.db, (tx) =>
      recordEvents(tx, [{ topic: 'feed.stale', subject: 'x', payload: { eventId: unquoted } }]),
    )
    await market.hold(await market.addBuyer(), listing, 1)
    await hosted.deps.outbox.drain()
    expect(await socket.next(quoteEvents.changed)).toMatchObject({ channel: ofEvent, data: '{}' })
    await market.decline(quote.slug)
    await hosted.deps.outbox.drain()
    expect(await socket.next(quoteEvents.changed)).toMatchObject({ channel: quoteChannel, data: '{}' })
    await socket.flush()
    expect(socket.frames.filter(({ channel }) => channel === silent)).toEqual([
      expect.objectContaining({ event: 'pusher_internal:subscription_succeeded' }),
    ])
  } finally {
    await hosted.close()
    await otherApp.close()
  }
})
