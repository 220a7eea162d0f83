import { setTimeout as pause } from 'node:timers/promises'
import { checkoutRoutes } from '@terrace/contracts/checkout'
import { quoteEvents } from '@terrace/contracts/quote-page'
import { quotesRoutes } from '@terrace/contracts/quotes'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { inTransaction } from '../../db/transaction.ts'
import { recordEvents } from '../../outbox/outbox.repo.ts'
import { buildTestApp } from '../../test/build-test-app.ts'
import { addEvent } from '../../test/factories.ts'
import { listenTestApp, type ListeningApp, type TestSocket } from '../../test/listening-app.ts'
import { purchaseBody } from '../../test/purchase-body.ts'
import { buildQuoteMarket, type QuoteMarket } from '../../test/quote-market.ts'
import { cancelLines } from '../orders/index.ts'

/** What a client's open page hears, without a login. */

let market: QuoteMarket
let app: ListeningApp
beforeAll(async () => {
  market = await buildQuoteMarket()
  // Another process on the same database: changes are made in the one, heard in the other.
  app = await listenTestApp({ databaseUrl: market.deps.config.databaseUrl })
})
afterAll(async () => {
  await app.close()
  await market.close()
})

async function lookingAt(slug: string): Promise<TestSocket> {
  const { channels } = (await market.look(slug)).data.data
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

test('[X-QUOTE-16] that somebody takes tickets of the event, in another process, and nothing else of it', async () => {
  const { listing, quote } = await quoteOf(2)
  const socket = await lookingAt(quote.slug)
  await market.hold(await market.addBuyer(), listing, 2)
  const { data } = await socket.next(quoteEvents.changed)
  expect(data).toBe('{}')
  // Who asks on hearing it, asks either process, is told what is so now.
  expect((await market.look(quote.slug)).data.data.offers[0]?.state).toBe('gone')
})

test('[X-QUOTE-19] that another visitor has answered, or the broker took the quote back', async () => {
  const { quote } = await quoteOf()
  const socket = await lookingAt(quote.slug)
  await market.decline(quote.slug)
  await socket.next(quoteEvents.changed)
  await market.broker.call(quotesRoutes.withdraw, { params: { quote_id: quote.id }, body: {} })
  await socket.next(quoteEvents.changed)
  expect((await market.look(quote.slug)).status).toBe(410)
})

test('[X-QUOTE-16] [X-ORDER-03] that what was bought of it is cancelled', async () => {
  const { listing, quote } = await quoteOf(2)
  const held = await market.hold(market.broker, listing, 2)
  const { order } = (
    await market.broker.call(checkoutRoutes.buy, {
      body: { ...purchaseBody([held]), quote_slug: quote.slug },
    })
  ).data.data
  // That it was bought is told before anybody listens: this timer ends after the app's own, of a quarter of a second.
  await app.deps.outbox.drain()
  await pause(300)
  const socket = await lookingAt(quote.slug)
  await cancelLines(market.deps, {
    which: { orderId: order?.id ?? '' },
    actor: 'operator:anna',
    reason: 'The seller cannot deliver',
    isBackOnSale: false,
  })
  await socket.next(quoteEvents.changed)
  expect((await market.look(quote.slug)).data.data.offers[0]?.state).toBe('gone')
})

test('[X-ROLE-01] by names that nobody can guess: not from the quote, its event, nor another quote', async () => {
  const [one, other] = [(await quoteOf()).quote, (await quoteOf()).quote]
  const channelsOf = async (slug: string) => (await market.look(slug)).data.data.channels
  const [ofOne, ofOther] = [await channelsOf(one.slug), await channelsOf(other.slug)]
  for (const channel of [...ofOne, ...ofOther]) expect(channel).toMatch(/^quote-[\w-]{43}$/)
  // One is the quote's own, the other that of everybody who looks at a quote of the event.
  expect(ofOne[0]).not.toBe(ofOther[0])
  expect(ofOne[1]).toBe(ofOther[1])
  expect(JSON.stringify(ofOne)).not.toContain(one.id)
})

test('nothing of other quotes of the event', async () => {
  const [one, other] = [(await quoteOf()).quote, (await quoteOf()).quote]
  // That they were made is told before anybody listens: this timer ends after the app's own, of a quarter of a second.
  await app.deps.outbox.drain()
  await pause(300)
  const socket = await lookingAt(one.slug)
  await market.decline(other.slug)
  await market.decline(one.slug)
  await socket.next(quoteEvents.changed)
  await socket.settled()
  expect(socket.frames.filter(({ event }) => event === quoteEvents.changed)).toEqual([])
})

test('where sockets are kept elsewhere, that server is told, and only of events that somebody may be looking at', async () => {
  // A second installation stands in for the other server: it speaks the same protocol and shares nothing else.
  const elsewhere = await listenTestApp()
  const origin = `http://127.0.0.1:${elsewhere.port}`
  const { databaseUrl } = market.deps.config
  const hosted = await buildTestApp({
    databaseUrl,
    config: { realtime: { app: elsewhere.keys, hosted: { origin }, maxSockets: 0 } },
  })
  try {
    const { listing, quote } = await quoteOf()
    const unquoted = await addEvent(market.db, { venueId: market.venueId })
    const { quoteChannels } = hosted.deps.realtime
    // That the quote was made is told before anybody listens.
    await hosted.deps.outbox.drain()
    const [own = '', ofEvent = ''] = quoteChannels({ quoteId: quote.id, eventId: market.eventId })
    const [, silent = ''] = quoteChannels({ quoteId: 'qt_none', eventId: unquoted })
    const socket = elsewhere.open()
    await socket.greeted()
    for (const channel of [own, ofEvent, silent])
      socket.send({ event: 'pusher:subscribe', data: { channel } })
    await socket.settled()
    await inTransaction(market.db, (tx) =>
      recordEvents(tx, [{ topic: 'feed.stale', subject: 'x', payload: { eventId: unquoted } }]),
    )
    await market.hold(await market.addBuyer(), listing, 1)
    await hosted.deps.outbox.drain()
    expect(await socket.next(quoteEvents.changed)).toMatchObject({ channel: ofEvent, data: '{}' })
    await market.decline(quote.slug)
    await hosted.deps.outbox.drain()
    expect(await socket.next(quoteEvents.changed)).toMatchObject({ channel: own, data: '{}' })
    await socket.settled()
    expect(socket.frames.filter(({ channel }) => channel === silent)).toEqual([
      expect.objectContaining({ event: 'pusher_internal:subscription_succeeded' }),
    ])
  } finally {
    await hosted.close()
    await elsewhere.close()
  }
})
