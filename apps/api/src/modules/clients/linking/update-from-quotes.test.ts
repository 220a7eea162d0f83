import { clientsRoutes } from '@terrace/contracts/clients'
import { quoteCreationRoutes } from '@terrace/contracts/quote-creation'
import { quotesRoutes } from '@terrace/contracts/quotes'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import type { Caller } from '#api/test/harness/build-test-app.ts'
import { allOf, buildQuoteFixture, ofListings, type QuoteFixture } from '#api/test/fixtures/quote-fixture.ts'

/** How quotes fill the client book: known clients are linked, anything else is proposed. */

let market: QuoteFixture
let broker: Caller
beforeAll(async () => {
  market = await buildQuoteFixture()
})
afterAll(() => market.close())
beforeEach(async () => {
  broker = await market.addBuyer()
})

async function quoteFor(client: { client_name?: string; client_id?: string }) {
  const quote = await market.quote({ ...ofListings(await market.list()), ...client }, broker)
  await market.deps.outbox.drain()
  return quote
}

async function send(quoteId: string, email: string) {
  const sent = await broker.call(quotesRoutes.send, { params: { quote_id: quoteId }, body: { email } })
  expect(sent.ok).toBe(true)
  await market.deps.outbox.drain()
}

const addClient = async (name: string, email = '') =>
  (await broker.call(clientsRoutes.create, { body: { name, email } })).data.data

const proposals = async () => (await broker.call(clientsRoutes.proposals)).data.data

const quotesOf = async (clientId: string) =>
  (await broker.call(clientsRoutes.one, { params: { client_id: clientId } })).data.data.quotes.map(
    ({ id }) => id,
  )

const accept = async (proposalId = '') => {
  const accepted = await broker.call(clientsRoutes.acceptProposal, { params: { proposal_id: proposalId } })
  return accepted.data.data
}

test('a quote for a chosen client shows their name and is on their page', async () => {
  const client = await addClient('Ada Lovelace')
  const quote = await quoteFor({ client_id: client.id })
  expect(quote.client_name).toBe('Ada Lovelace')
  expect(await quotesOf(client.id)).toEqual([quote.id])
  const copy = await broker.call(quotesRoutes.copy, {
    params: { quote_id: quote.id },
    body: { quote_expiry: 2 },
  })
  expect(await quotesOf(client.id)).toEqual([copy.data.data.id, quote.id])
})

test('an unknown client is rejected by field, and no quote is created', async () => {
  const other = await market.addBuyer()
  const { id } = (await other.call(clientsRoutes.create, { body: { name: 'Ada' } })).data.data
  const response = await broker.call(quoteCreationRoutes.generate, {
    body: {
      event_id: market.eventId,
      title: 'Derby',
      quote_expiry: 4,
      currency_to_display: 'GBP',
      commission_method: 'percentage',
      commission_amount: '10',
      client_id: id,
    },
  })
  expect([response.status, response.error.code]).toEqual([422, 'client.unknown'])
  expect(response.error.errors['fields']).toEqual({ client_id: ['must be a client of your team'] })
  expect((await broker.call(quotesRoutes.list)).data.meta.total).toBe(0)
})

test('a typed name is linked only if exactly one client has it', async () => {
  const ada = await addClient('Ada Lovelace')
  const quote = await quoteFor({ client_name: 'ADA lovelace' })
  expect(await quotesOf(ada.id)).toEqual([quote.id])
  const twins = [await addClient('Jo Marsh'), await addClient('Jo Marsh')]
  await quoteFor({ client_name: 'Jo Marsh' })
  expect(await Promise.all(twins.map(({ id }) => quotesOf(id)))).toEqual([[], []])
  expect(await proposals()).toEqual([])
})

test('an unknown name is proposed once; accepting adds the client and links all their quotes', async () => {
  const quotes = [
    await quoteFor({ client_name: 'Grace Hopper' }),
    await quoteFor({ client_name: 'grace hopper' }),
  ]
  const open = await proposals()
  expect(open).toMatchObject([{ source: 'broker', client: null, name: 'Grace Hopper', email: '' }])
  const client = await accept(open[0]?.id)
  expect(client.name).toBe('Grace Hopper')
  expect((await quotesOf(client.id)).toSorted()).toEqual(quotes.map(({ id }) => id).toSorted())
  expect(await proposals()).toEqual([])
})

test('sending a quote adds the address to the proposal, and links a client who has it', async () => {
  const quote = await quoteFor({ client_name: 'Grace' })
  await send(quote.id, 'grace@example.test')
  expect(await proposals()).toMatchObject([{ name: 'Grace', email: 'grace@example.test' }])
  const grace = await addClient('Grace Hopper', 'GRACE@example.test')
  expect(await quotesOf(grace.id)).toEqual([quote.id])
  expect(await proposals()).toEqual([])
  const next = await quoteFor({ client_name: 'G. H.' })
  await send(next.id, 'grace@example.test')
  expect((await quotesOf(grace.id)).toSorted()).toEqual([quote.id, next.id].toSorted())
})

test('a dismissed proposal is not made again', async () => {
  await quoteFor({ client_name: 'Grace Hopper' })
  const [open] = await proposals()
  const params = { proposal_id: open?.id ?? '' }
  expect((await broker.call(clientsRoutes.dismissProposal, { params })).ok).toBe(true)
  expect((await broker.call(clientsRoutes.dismissProposal, { params })).status).toBe(404)
  await quoteFor({ client_name: 'Grace Hopper' })
  expect(await proposals()).toEqual([])
})

test('details typed by a visitor change nothing until the broker accepts them', async () => {
  const client = await addClient('Ada Lovelace', 'office@example.test')
  const quote = await quoteFor({ client_id: client.id })
  // Responds as `Ada` with ada@example.test.
  await market.accept(quote.slug, allOf(quote.offers))
  await market.deps.outbox.drain()
  const current = async () =>
    (await broker.call(clientsRoutes.one, { params: { client_id: client.id } })).data.data.client
  expect(await current()).toMatchObject({ name: 'Ada Lovelace', email: 'office@example.test' })
  const [change] = await proposals()
  expect(change).toMatchObject({
    source: 'visitor',
    client: { id: client.id, name: 'Ada Lovelace' },
    name: 'Ada',
    email: 'ada@example.test',
  })
  await accept(change?.id)
  expect(await current()).toMatchObject({ name: 'Ada', email: 'ada@example.test', version: 2 })
  expect(await proposals()).toEqual([])
})

test('a visitor who types a client’s address is linked only after the broker accepts', async () => {
  const client = await addClient('Ada Lovelace', 'ada@example.test')
  const quote = await quoteFor({})
  await market.accept(quote.slug, allOf(quote.offers))
  await market.deps.outbox.drain()
  expect(await quotesOf(client.id)).toEqual([])
  const [link] = await proposals()
  expect(link).toMatchObject({ source: 'visitor', client: { id: client.id }, name: '' })
  await accept(link?.id)
  expect(await quotesOf(client.id)).toEqual([quote.id])
})

test('orders from a client’s quotes are on their page', async () => {
  const ownBroker = market.broker
  const client = (await ownBroker.call(clientsRoutes.create, { body: { name: 'Ada Lovelace' } })).data.data
  const listing = await market.list()
  const quote = await market.quote({ ...ofListings(listing), client_id: client.id })
  const order = await market.buyFor(quote, listing, 2)
  const page = await ownBroker.call(clientsRoutes.one, { params: { client_id: client.id } })
  expect(page.data.data.orders).toMatchObject([{ number: order.number, ticket_quantity: 2 }])
  expect(page.data.data.quotes).toMatchObject([{ id: quote.id, status: 'Ordered' }])
})
