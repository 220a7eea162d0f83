import { clientsRoutes } from '@terrace/contracts/clients'
import { listingsRoutes } from '@terrace/contracts/listings'
import { quotePageRoutes } from '@terrace/contracts/quote-page'
import { quotesRoutes } from '@terrace/contracts/quotes'
import { fillTeamsIndex, indexName, searchClients } from '@terrace/search-engine/test/search-clients'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { readSecurityEvents } from '#api/audit/audit.repo.ts'
import { buildQuoteFixture, ofListings, type QuoteFixture } from '#api/test/fixtures/quote-fixture.ts'
import { buildTestApp } from '#api/test/harness/build-test-app.ts'

/** One millisecond: the first piece of work exceeds it, and more is refused for most of a minute. */
const work = { perAddressMs: 1, perAccountMs: 1, perKeyMs: 1 }

let market: QuoteFixture
let keys: { first: string; second: string }
beforeAll(async () => {
  market = await buildQuoteFixture({ config: { work } })
  await market.app.listen({ host: '127.0.0.1', port: 0 })
  const clients = searchClients({ port: Number(new URL(market.app.listeningOrigin).port) })
  await fillTeamsIndex(clients.full())
  const addKey = async () => (await clients.full().addApiKey({ acl: ['search'] })).key
  keys = { first: await addKey(), second: await addKey() }
})
afterAll(() => market.close())

/** Fifty searches in one call, different each time. */
let calls = 0
function search(ipAddress: string, key = 'test-search-key', on: Pick<QuoteFixture, 'app'> = market) {
  const requests = Array.from({ length: 50 }, (_, number) => ({
    indexName,
    query: `manch ${(calls += 1)} ${number}`,
    facets: ['*'],
  }))
  return on.app.inject({
    method: 'POST',
    url: `/1/indexes/*/queries?x-algolia-application-id=EMBEDDED&x-algolia-api-key=${key}`,
    remoteAddress: ipAddress,
    payload: { requests },
  })
}

/** Repeats until the work is used up: the clock of a thread has steps of some milliseconds, so that short work may not show. */
async function searchUntilRefused(...caller: Parameters<typeof search>) {
  for (let count = 0; count < 200; count += 1) {
    const response = await search(...caller)
    if (response.statusCode !== 200) return response
  }
  throw new Error('no search was refused')
}

test('searches use up the work of an address; the response says when to try again', async () => {
  const refused = await searchUntilRefused('198.51.100.1')
  expect(refused.statusCode).toBe(429)
  const seconds = Number(refused.headers['retry-after'])
  expect(seconds).toBeGreaterThan(0)
  expect(refused.json().message).toBe(
    `Too much computing for your address or API key in the last minute. Try again in ${seconds} seconds, with fewer or simpler queries`,
  )
  // Others go on, and the keys of the marketplace itself too.
  expect((await search('198.51.100.2')).statusCode).toBe(200)
  expect((await search('198.51.100.1', 'test-admin-key')).statusCode).toBe(200)
})

test('a search key that was added has a budget over all addresses', async () => {
  await searchUntilRefused('198.51.100.11', keys.first)
  expect((await search('198.51.100.12', keys.first)).statusCode).toBe(429)
  expect((await search('198.51.100.13', keys.second)).statusCode).toBe(200)
})

test('another process learns of the work', async () => {
  const second = await buildTestApp({ config: { work }, databaseUrl: market.deps.config.databaseUrl })
  try {
    await fillTeamsIndex(searchClients({ port: await listen(second) }).full())
    await searchUntilRefused('198.51.100.21')
    // It asks with its own first piece of work, which is a small one.
    const small = () =>
      second.app.inject({
        url: `/1/indexes/${indexName}?query=${(calls += 1)}&x-algolia-application-id=EMBEDDED&x-algolia-api-key=test-search-key`,
        remoteAddress: '198.51.100.21',
      })
    await small()
    await expect.poll(async () => (await small()).statusCode).toBe(429)
  } finally {
    await second.close()
  }
})

async function listen({ app }: Pick<QuoteFixture, 'app'>): Promise<number> {
  await app.listen({ host: '127.0.0.1', port: 0 })
  return Number(new URL(app.listeningOrigin).port)
}

test('feed pages use up the work of an account, not of its office', async () => {
  await market.list()
  const [busy, colleague] = [await market.addBuyer(), await market.addBuyer()]
  const statuses: number[] = []
  for (let page = 1; page <= 400 && statuses.at(-1) !== 429; page += 1)
    statuses.push(
      (await busy.call(listingsRoutes.feed, { query: { event_id: market.eventId, page } })).status,
    )
  expect(statuses[0]).toBe(200)
  expect(statuses.at(-1)).toBe(429)
  const refused = await busy.call(listingsRoutes.feed, { query: { event_id: market.eventId, page: 99 } })
  expect(refused.error).toMatchObject({
    code: 'rate.limited',
    errors: {
      title: expect.stringMatching(/^Too much computing in the last minute\. Try again in \d+ seconds?$/),
    },
  })
  const other = await colleague.call(listingsRoutes.feed, { query: { event_id: market.eventId } })
  expect(other.status).toBe(200)
})

test('lists of the client book use up the work of an account', async () => {
  const [busy, colleague] = [await market.addBuyer(), await market.addBuyer()]
  for (let number = 0; number < 20; number += 1)
    await busy.call(clientsRoutes.create, { body: { name: `Client ${number}` } })
  const statuses: number[] = []
  for (let count = 0; count < 400 && statuses.at(-1) !== 429; count += 1)
    statuses.push((await busy.call(clientsRoutes.list, { query: {} })).status)
  expect([statuses[0], statuses.at(-1)]).toEqual([200, 429])
  expect((await colleague.call(clientsRoutes.list, { query: {} })).status).toBe(200)
})

test('public quotes use up the work of an address, and PDFs that of an account', async () => {
  const { id, slug } = await market.quote(ofListings(await market.list()))
  const open = (ipAddress: string) =>
    market.visitor.call(quotePageRoutes.details, { ipAddress, body: { slug } })
  const plan = () => market.visitor.call(quotePageRoutes.plan, { ipAddress: '198.51.100.31', body: { slug } })
  await plan()
  expect((await plan()).status).toBe(429)
  expect((await open('198.51.100.31')).status).toBe(429)
  expect((await open('198.51.100.32')).status).toBe(200)

  const pdf = () => market.broker.call(quotesRoutes.pdf, { params: { quote_id: id } })
  const statuses = []
  for (let number = 0; number < 3; number += 1) statuses.push((await pdf()).status)
  expect([statuses[0], statuses[2]]).toEqual([200, 429])
})

test('a used-up budget is in the audit log, once a minute', async () => {
  const ipAddress = '198.51.100.51'
  await searchUntilRefused(ipAddress)
  for (let number = 0; number < 2; number += 1) await search(ipAddress)
  const refusals = async () => {
    const events = await readSecurityEvents(market.db, { kind: 'rate.limited', limit: 100 })
    return events.filter((event) => event.ipAddress === ipAddress).map(({ details }) => details)
  }
  await expect
    .poll(refusals)
    .toEqual([{ route: '/1/indexes/:index/queries', by: 'ip_address', unit: 'work' }])
})
