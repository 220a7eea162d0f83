import { checkoutRoutes } from '@terrace/contracts/checkout'
import { clientsRoutes } from '@terrace/contracts/clients'
import { ordersRoutes } from '@terrace/contracts/orders'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { buildQuoteFixture, ofListings, type QuoteFixture } from '#api/test/fixtures/quote-fixture.ts'
import { purchaseBody } from '#api/test/fixtures/purchase-body.ts'
import type { Caller } from '#api/test/harness/build-test-app.ts'

/** The client of an order: chosen, typed, or that of the quote. */

let market: QuoteFixture
let broker: Caller
beforeAll(async () => {
  market = await buildQuoteFixture({ config: { maxHeldTicketsPerTeam: 1000 } })
})
afterAll(() => market.close())
beforeEach(async () => {
  broker = await market.addBuyer()
})

async function buy(details: object, listingId?: string) {
  const hold = await market.hold(broker, listingId ?? (await market.list()), 2)
  const response = await broker.call(checkoutRoutes.buy, { body: { ...purchaseBody([hold]), ...details } })
  await market.deps.outbox.drain()
  return response
}

async function order(details: object, listingId?: string) {
  const { data } = await buy(details, listingId)
  const { data: orders } = (await broker.call(ordersRoutes.list)).data
  const placed = orders.find(({ id }) => id === data.data.order?.id)
  if (!placed) throw new Error(`purchase ended as ${data.data.status}`)
  return placed
}

const addClient = async (name: string) =>
  (await broker.call(clientsRoutes.create, { body: { name } })).data.data
const ordersOf = async (clientId: string) =>
  (await broker.call(clientsRoutes.one, { params: { client_id: clientId } })).data.data.orders.map(
    ({ id }) => id,
  )
const proposals = async () => (await broker.call(clientsRoutes.proposals)).data.data

test('a chosen client is on the order, which is on their page and found by their name', async () => {
  const client = await addClient('Ada Lovelace')
  const placed = await order({ client_id: client.id })
  await order({})
  expect(placed.client).toEqual({ id: client.id, name: 'Ada Lovelace' })
  expect(await ordersOf(client.id)).toEqual([placed.id])
  const found = await broker.call(ordersRoutes.list, { query: { search: 'lovelace' } })
  expect(found.data.data.map(({ id }) => id)).toEqual([placed.id])
})

test('a typed name links the only client with that name, otherwise it is proposed', async () => {
  const client = await addClient('Ada Lovelace')
  expect((await order({ client_name: 'ada lovelace' })).client).toEqual({
    id: client.id,
    name: 'ada lovelace',
  })
  expect(await proposals()).toEqual([])
  const placed = await order({ client_name: 'Grace Hopper' })
  expect(placed.client).toEqual({ id: null, name: 'Grace Hopper' })
  const [proposal] = await proposals()
  expect(proposal).toMatchObject({
    source: 'broker',
    client: null,
    name: 'Grace Hopper',
    quote: null,
    order: { id: placed.id, number: placed.number },
  })
  const accepted = await broker.call(clientsRoutes.acceptProposal, {
    params: { proposal_id: proposal?.id ?? '' },
  })
  expect(await ordersOf(accepted.data.data.id)).toEqual([placed.id])
  expect(await proposals()).toEqual([])
})

test('without a choice, an order has the client of its quote', async () => {
  const client = await addClient('Ada Lovelace')
  const listing = await market.list()
  const quote = await market.quote({ ...ofListings(listing), client_id: client.id }, broker)
  await market.deps.outbox.drain()
  const placed = await order({ quote_slug: quote.slug }, listing)
  expect(placed.client).toEqual({ id: client.id, name: 'Ada Lovelace' })
})

test('another team’s client is rejected, and a deleted one leaves the name on the order', async () => {
  const client = await addClient('Ada Lovelace')
  const placed = await order({ client_id: client.id })
  const outsider = await market.addBuyer()
  const theirs = await outsider.call(clientsRoutes.create, { body: { name: 'Grace Hopper' } })
  const rejected = await buy({ client_id: theirs.data.data.id })
  expect(rejected.error.code).toBe('client.unknown')
  await broker.call(clientsRoutes.remove, { params: { client_id: client.id } })
  const { data } = await broker.call(ordersRoutes.one, { params: { order_id: placed.id } })
  expect(data.data.client).toEqual({ id: null, name: 'Ada Lovelace' })
})

const change = (orderId: string, body: object, by = broker) =>
  by.call(ordersRoutes.changeDetails, { params: { order_id: orderId }, body })
const found = async (search: string) =>
  (await broker.call(ordersRoutes.list, { query: { search } })).data.data.map(({ id }) => id)

test('the client of an order is chosen later, replaced and removed; the search follows', async () => {
  const [ada, grace] = [await addClient('Ada Lovelace'), await addClient('Grace Hopper')]
  const placed = await order({ reference: 'PO 4711' })
  const chosen = await change(placed.id, { reference: 'PO 4711', client_id: ada.id })
  expect(chosen.data.data).toMatchObject({
    client: { id: ada.id, name: 'Ada Lovelace' },
    reference: 'PO 4711',
  })
  expect([await ordersOf(ada.id), await found('lovelace')]).toEqual([[placed.id], [placed.id]])
  await change(placed.id, { reference: 'PO 4712' })
  expect(await ordersOf(ada.id)).toEqual([placed.id])
  await change(placed.id, { client_id: grace.id })
  expect([await ordersOf(ada.id), await ordersOf(grace.id)]).toEqual([[], [placed.id]])
  expect([await found('lovelace'), await found('hopper')]).toEqual([[], [placed.id]])
  const removed = await change(placed.id, { client_name: '' })
  expect([removed.data.data.client, await found('hopper')]).toEqual([null, []])
})

test('a name added later is linked or proposed, and a new name replaces the proposal', async () => {
  const client = await addClient('Ada Lovelace')
  const placed = await order({ client_name: 'Grace Hopper' })
  expect((await proposals()).map(({ name }) => name)).toEqual(['Grace Hopper'])
  await change(placed.id, { client_name: 'Mary Somerville' })
  await market.deps.outbox.drain()
  expect((await proposals()).map(({ name }) => name)).toEqual(['Mary Somerville'])
  await change(placed.id, { internal_note: 'Pays late' })
  await market.deps.outbox.drain()
  expect(await proposals()).toHaveLength(1)
  await change(placed.id, { client_name: 'ada lovelace' })
  await market.deps.outbox.drain()
  expect([await ordersOf(client.id), await proposals()]).toEqual([[placed.id], []])
})

test('changing the client of an order moves it to the new client’s page', async () => {
  const [ada, grace] = [await addClient('Ada Lovelace'), await addClient('Grace Hopper')]
  const listing = await market.list()
  const quote = await market.quote({ ...ofListings(listing), client_id: ada.id }, broker)
  const placed = await order({ quote_slug: quote.slug }, listing)
  expect(await ordersOf(ada.id)).toEqual([placed.id])
  await change(placed.id, { client_id: grace.id })
  expect([await ordersOf(ada.id), await ordersOf(grace.id)]).toEqual([[], [placed.id]])
})

test('an order keeps its client when the new one is another team’s', async () => {
  const client = await addClient('Ada Lovelace')
  const placed = await order({ client_id: client.id })
  const outsider = await market.addBuyer()
  const theirs = await outsider.call(clientsRoutes.create, { body: { name: 'Grace Hopper' } })
  const rejected = await change(placed.id, { client_id: theirs.data.data.id })
  expect([rejected.status, rejected.error.code]).toEqual([422, 'client.unknown'])
  expect((await change(placed.id, { client_id: client.id }, outsider)).status).toBe(404)
  expect(await ordersOf(client.id)).toEqual([placed.id])
})
