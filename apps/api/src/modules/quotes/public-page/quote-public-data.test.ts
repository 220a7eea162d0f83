import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { holdsRoutes } from '@terrace/contracts/holds'
import { ordersRoutes } from '@terrace/contracts/orders'
import { quotePageRoutes } from '@terrace/contracts/quote-page'
import { quoteSettingsRoutes } from '@terrace/contracts/quote-settings'
import { quotesRoutes } from '@terrace/contracts/quotes'
import type { RouteContract } from '@terrace/contracts/route'
import { sql } from 'kysely'
import sharp from 'sharp'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { addEvent, addRates } from '#api/test/fixtures/factories.ts'
import { listenTestApp, type ListeningApp } from '#api/test/harness/listening-app.ts'
import { buildQuoteFixture, type QuoteFixture } from '#api/test/fixtures/quote-fixture.ts'
import { infoOfPdf, pagesOfPdf, textOfPdf } from '#api/test/harness/text-of-pdf.ts'

/**
 * Every byte a client receives: response headers and bodies, the page, the logo, socket frames and the PDF.
 * Confidential values are chosen so that they can't occur by chance.
 */

let market: QuoteFixture
let app: ListeningApp
let folder: string
let eventId: number
/** Everything clients received, with its source. */
const received: { from: string; text: string }[] = []
/** Values that must not occur in a response. */
const secrets = new Map<string, string>()

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'terrace-web-'))
  const html = '<!doctype html><title>Terrace</title><div id="root"></div>'
  for (const name of ['index.html', 'quote.html']) await writeFile(join(folder, name), html)
  market = await buildQuoteFixture({
    config: { webBuildDir: folder, tradeOrigins: ['http://localhost:4000'] },
  })
  await addRates(market.db, new Date().toISOString().slice(0, 10), { GBP: '0.86', USD: '1.08' })
  await sql`alter table catalogue_events alter column id restart with 730019883`.execute(market.db)
  eventId = await addEvent(market.db, { venueId: market.venueId })
  await sql`update teams set name = 'Xylographic Seatworks' where id = ${market.sellerTeamId}`.execute(
    market.db,
  )
  // Socket clients connect to another process on the same database.
  app = await listenTestApp({ databaseUrl: market.deps.config.databaseUrl })
})
afterAll(async () => {
  await app.close()
  await market.close()
  await rm(folder, { recursive: true })
})

let calls = 0
/** Sends a request as a client and records status, headers and raw body. */
async function request(from: string, url: string, payload?: object) {
  const response = await market.app.inject({
    method: payload ? 'POST' : 'GET',
    url,
    remoteAddress: `198.18.9.${(calls += 1)}`,
    ...(payload && { payload }),
  })
  const headerRow = Object.entries(response.headers).map(([name, value]) => `${name}: ${String(value)}`)
  received.push({
    from,
    text: [response.statusCode, ...headerRow, response.rawPayload.toString('latin1')].join('\n'),
  })
  return response
}
const post = ({ path }: RouteContract, payload: object) =>
  request(path, `/api${path.replace('{product}', 'trade')}`, payload)

/** Subscribes as the page does and records all frames. */
async function listen(slug: string) {
  const { channels } = (await market.openQuote(slug)).data.data
  const socket = app.open()
  socket.socket.on('message', (data: Buffer) => received.push({ from: 'socket', text: data.toString() }))
  await socket.greeted()
  for (const channel of channels) {
    received.push({ from: 'channel', text: channel })
    socket.send({ event: 'pusher:subscribe', data: { channel } })
    await socket.next('pusher_internal:subscription_succeeded')
  }
  return socket
}

async function pdfOf(id: string): Promise<Buffer> {
  const { data } = await market.broker.call(quotesRoutes.pdf, { params: { quote_id: id } })
  const bytes = Buffer.from(data.data.base64, 'base64')
  received.push(
    { from: 'pdf', text: await textOfPdf(bytes) },
    { from: 'pdf', text: bytes.toString('latin1') },
  )
  received.push({ from: 'pdf', text: JSON.stringify(await infoOfPdf(bytes)) })
  return bytes
}

const offers = (quote: { offers: { id: string; quantity: number }[] }) =>
  quote.offers.map(({ id, quantity }) => ({ offer_id: id, quantity }))

test('[X-QUOTE-09] client responses contain no seller name, cost, fee, commission or internal id', async () => {
  const { broker } = market
  const image = sharp({ create: { width: 40, height: 20, channels: 3, background: '#5a5a5a' } })
  await broker.call(quoteSettingsRoutes.changeLogo, {
    body: { base64: (await image.png().toBuffer()).toString('base64') },
  })
  // Amounts that occur nowhere else, not even in a time: 7,193.57 per ticket, plus 1,311.13 or 77.77 %.
  const list = () => market.list({ eventId, quantity: 8, priceMinor: 719_357 })
  const [fixedListing, percentListing, heldListing] = [await list(), await list(), await list()]
  const hold = await market.hold(broker, heldListing, 2)
  const internal = { reference: 'Quincunx-4711', internal_note: 'Zymurgist pays late' }
  const holdNote = 'Brouhaha about the aisle'
  await broker.call(holdsRoutes.changeNote, {
    params: { hold_id: hold.hold_id },
    body: { internal_note: holdNote },
  })
  const fixed = await market.quote({
    ...internal,
    event_id: eventId,
    commission_method: 'fixed',
    commission_amount: '1311.13',
    listings: [{ listing_id: fixedListing, quantity: 8 }],
  })
  const percent = await market.quote({
    ...internal,
    event_id: eventId,
    commission_amount: '77.77',
    price_mode: 'locked',
    listings: [{ listing_id: percentListing, quantity: 2 }],
  })
  const held = await market.quote({ event_id: eventId, commission_amount: '77.77', hold_ids: [hold.hold_id] })
  await broker.call(quotesRoutes.changeDetails, { params: { quote_id: held.id }, body: internal })
  const buyer = await market.addBuyer()

  for (const [name, text] of Object.entries({
    'the price': '7193.57',
    'the price as it is shown': '7,193.57',
    'the price in pence': '719357',
    'the fee': '359.68',
    'a commission': '1311.13',
    'a commission as it is shown': '1,311.13',
    'a percentage': '77.77',
    'the commission of the percentage': '5594.44',
    'the seller': 'Xylographic',
    'the broker’s reference': internal.reference,
    'the internal note': internal.internal_note,
    'the note on the hold': holdNote,
    'the seller’s id': market.sellerTeamId,
    'the team': broker.teamId,
    'the broker': broker.accountId,
    'another buyer': buyer.teamId,
    'the event': String(eventId),
    'the hold': hold.hold_id,
    ...Object.fromEntries([fixed, percent, held].map(({ id }, index) => [`quote ${index}`, id])),
    ...Object.fromEntries(
      [fixedListing, percentListing, heldListing].map((id, index) => [`listing ${index}`, id]),
    ),
  }))
    secrets.set(name, text)

  const sockets = [await listen(fixed.slug), await listen(percent.slug)]
  for (const { slug } of [fixed, percent, held]) {
    await request('page', `/quote/${slug}`)
    await post(quotePageRoutes.details, { slug, is_opening: true })
    await post(quotePageRoutes.plan, { slug })
    await post(quotePageRoutes.calendar, { slug })
  }
  await request('page', '/quote/no-such-quote')
  await post(quotePageRoutes.details, { slug: 'no-such-quote' })
  const logo = (await broker.call(quoteSettingsRoutes.read)).data.data.logo ?? ''
  await request('logo', logo)
  await request('logo', logo.replace('.png', 'x.png'))
  const pdfs = [await pdfOf(fixed.id), await pdfOf(percent.id), await pdfOf(held.id)]

  await post(quotePageRoutes.accept, {
    slug: fixed.slug,
    name: 'Ada',
    email: 'ada@example.test',
    offers: offers(fixed),
  })
  await post(quotePageRoutes.accept, {
    slug: fixed.slug,
    name: '',
    email: 'x',
    offers: [{ offer_id: 'lst_1', quantity: 0 }],
  })
  await post(quotePageRoutes.decline, { slug: percent.slug, reason: 'Too expensive' })
  // Another broker takes offered tickets, so the client sees the remaining ones and is rejected for the rest.
  await market.hold(buyer, percentListing, 8)
  await market.hold(buyer, fixedListing, 3)
  for (const quote of [fixed, percent]) {
    await post(quotePageRoutes.details, { slug: quote.slug })
    const rejected = await post(quotePageRoutes.accept, {
      slug: quote.slug,
      name: 'Ada',
      email: 'ada@example.test',
      offers: offers(quote),
    })
    expect(rejected.statusCode).toBe(409)
    pdfs.push(await pdfOf(quote.id))
  }
  for (const socket of sockets) await socket.next('quote-changed')
  await sql`update quotes set expires_at = clock_timestamp() - interval '1 second' where id = ${held.id}`.execute(
    market.db,
  )
  await broker.call(quotesRoutes.withdraw, {
    params: { quote_id: percent.id },
    body: { reason: 'Xylographic said no' },
  })
  await market.deps.outbox.drain()
  for (const { slug } of [percent, held]) {
    await request('page', `/quote/${slug}`)
    await post(quotePageRoutes.details, { slug })
    await post(quotePageRoutes.decline, { slug })
  }
  pdfs.push(await pdfOf(held.id), await pdfOf(percent.id))
  for (const socket of sockets) await socket.flush()

  expect(new Set(received.map(({ from }) => from))).toEqual(
    new Set([
      'page',
      'logo',
      'socket',
      'channel',
      'pdf',
      ...Object.values(quotePageRoutes).map(({ path }) => path),
    ]),
  )
  for (const { from, text } of received)
    for (const [name, secret] of secrets)
      expect(text.includes(secret), `${name} in ${from}: ${text.slice(0, 300)}`).toBe(false)
  // The client prices do occur, which proves the search works: 7,193.57 + 1,311.13, and with 77.77 %.
  const all = received.map(({ text }) => text).join('\n')
  for (const price of ['8504.70', '£8,504.70', '12788.01', '£12,788.01']) expect(all).toContain(price)
  expect(pdfs).toHaveLength(7)
})

test('[X-QUOTE-09] [X-QUOTE-26] partly bought offers show client prices only', async () => {
  const listing = await market.list({ eventId, quantity: 8, priceMinor: 719_357 })
  const quote = await market.quote({
    event_id: eventId,
    commission_amount: '77.77',
    listings: [{ listing_id: listing, quantity: 3 }],
  })
  const order = await market.buyFor(quote, listing, 1)
  const internal = { reference: 'Sesquipedal-12', internal_note: 'Kakistocrat pays late' }
  await market.broker.call(ordersRoutes.changeDetails, { params: { order_id: order.id }, body: internal })
  await market.change(listing, { priceMinor: 731_113 })
  const from = received.length
  await request('page', `/quote/${quote.slug}`)
  await post(quotePageRoutes.details, { slug: quote.slug })
  await pdfOf(quote.id)
  const all = received
    .slice(from)
    .map(({ text }) => text)
    .join('\n')
  for (const [name, secret] of Object.entries({
    'what was paid': '7193.57',
    'what was paid, as it is shown': '7,193.57',
    'the price now': '7311.13',
    'the price now, as it is shown': '7,311.13',
    'the percentage': '77.77',
    'the seller': market.sellerTeamId,
    'the listing': listing,
    'the order': order.id,
    'the order’s reference': internal.reference,
    'the order’s note': internal.internal_note,
  }))
    expect(all.includes(secret), name).toBe(false)
  // 77.77 % on each: one ticket at the earlier price, two at the current one.
  for (const price of ['12788.01', '12997.00', '38782.01', '£12,788.01 to £12,997.00 each'])
    expect(all).toContain(price)
})

test('[X-QUOTE-25] the PDF shows offers, prices, expiry and link as the page does', async () => {
  const note = 'Grüße, Ærø, Ελλάδα, <b>not bold</b>\nSecond line'
  const listing = await market.list({ quantity: 4, priceMinor: 10_000, firstSeat: 7 })
  const quote = await market.quote({
    title: 'Zwölf Plätze & mehr',
    client_name: 'Ada Lovelace',
    note,
    listings: [{ listing_id: listing, quantity: 4 }],
  })
  const { data } = await market.broker.call(quotesRoutes.pdf, { params: { quote_id: quote.id } })
  expect(data.data.filename).toBe('zwolf-platze-and-mehr.pdf')
  const text = await textOfPdf(Buffer.from(data.data.base64, 'base64'))
  for (const part of [
    'Zwölf Plätze & mehr',
    'For Ada Lovelace',
    'Grüße, Ærø, Ελλάδα, <b>not bold</b>',
    'Second line',
    '£440.00',
    '4 tickets at £110.00 each',
    'Seats 7 to 10',
    `http://localhost:4000/quote/${quote.slug}`,
  ])
    expect(text).toContain(part)
  expect(text).toMatch(/Valid until \d\d \w{3} \d\d, \d\d:\d\d UTC\./)
  await market.broker.call(quotesRoutes.withdraw, { params: { quote_id: quote.id }, body: {} })
  const ended = await market.broker.call(quotesRoutes.pdf, { params: { quote_id: quote.id } })
  expect(await textOfPdf(Buffer.from(ended.data.data.base64, 'base64'))).toContain('This offer is withdrawn')
})

test('[X-QUOTE-25] the PDF names no exact seats if only part of a run is offered, and numbers its pages', async () => {
  const listing = await market.list({ quantity: 4, firstSeat: 7 })
  const others = await Promise.all(Array.from({ length: 20 }, () => market.list({ quantity: 2 })))
  const title = 'A long evening '.repeat(8).trim()
  const quote = await market.quote({
    title,
    listings: [
      { listing_id: listing, quantity: 1 },
      ...others.map((listing_id) => ({ listing_id, quantity: 2 })),
    ],
  })
  const { data } = await market.broker.call(quotesRoutes.pdf, { params: { quote_id: quote.id } })
  const bytes = Buffer.from(data.data.base64, 'base64')
  const pages = await pagesOfPdf(bytes)
  const text = await textOfPdf(bytes)
  expect(text).toMatch(/Within seats 7 to 10/)
  expect(text).toMatch(/^1 ticket at £\S+$/m)
  expect(pages).toBeGreaterThan(1)
  for (let page = 1; page <= pages; page += 1) expect(text).toContain(`… · page ${page} of ${pages}`)
})
