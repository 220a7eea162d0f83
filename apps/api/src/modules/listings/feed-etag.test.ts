import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Caller } from '#api/test/harness/build-test-app.ts'
import { buildMarketplace, type Marketplace } from '#api/test/fixtures/marketplace-fixture.ts'
import { addEvent } from '#api/test/fixtures/factories.ts'
import { responseBytes } from './cache-budgets.ts'

let market: Marketplace
let reader: Caller
let holder: Caller
let listingId: string

beforeAll(async () => {
  market = await buildMarketplace()
  reader = await market.addBuyer()
  holder = await market.addBuyer()
  listingId = await market.list({ quantity: 4 })
})
afterAll(() => market.close())

async function fetchFeed(caller: Caller, ifNoneMatch?: string, query = '') {
  const { statusCode, headers, body } = await market.app.inject({
    url: `/api/tickets/feed?event_id=${market.eventId}${query}`,
    headers: {
      authorization: `Bearer ${caller.token}`,
      ...(ifNoneMatch !== undefined && { 'if-none-match': ifNoneMatch }),
    },
  })
  return { status: statusCode, etag: String(headers.etag), cache: headers['cache-control'], body }
}

test('[API-21] a client with a current response gets a 304 without a body', async () => {
  const first = await fetchFeed(reader)
  expect(first).toMatchObject({ status: 200, cache: 'private, no-cache' })
  expect(await fetchFeed(reader, first.etag)).toMatchObject({ status: 304, etag: first.etag, body: '' })
  expect(await fetchFeed(reader, `"other", ${first.etag}`)).toMatchObject({ status: 304, body: '' })
  expect(await fetchFeed(reader, '"other"')).toMatchObject({ status: 200, body: first.body })
})

test('equal responses share an ETag across readers; other queries have another one', async () => {
  const { etag } = await fetchFeed(reader)
  expect((await fetchFeed(await market.addBuyer())).etag).toBe(etag)
  expect((await fetchFeed(reader, undefined, '&per_page=50')).etag).not.toBe(etag)
  expect((await fetchFeed(reader, undefined, '&min_quantity=5')).etag).not.toBe(etag)
})

test('a hold changes the ETag for all readers, and the holder’s own data differs', async () => {
  const before = await fetchFeed(reader)
  const { hold_id: holdId } = await market.hold(holder, listingId, 1)
  const [seen, own] = [await fetchFeed(reader, before.etag), await fetchFeed(holder, before.etag)]
  expect([seen.status, own.status]).toEqual([200, 200])
  expect(own.etag).not.toBe(seen.etag)
  expect(own.body).toContain(holdId)
  expect(seen.body).not.toContain(holdId)
  // Apart from their own data, both readers got the same response.
  const others = (body: string) => body.slice(0, body.indexOf('"mine"'))
  expect(others(own.body)).toBe(others(seen.body))
  expect((await fetchFeed(holder, own.etag)).status).toBe(304)
})

test('compressed copies of a response fit into its cache budget', async () => {
  const eventId = await addEvent(market.db, { venueId: market.venueId })
  for (let row = 1; row <= 100; row += 1) {
    await market.list({ eventId, priceMinor: 5000 + row * 137 })
  }
  const fetchEncoded = async (encoding: string) => {
    const { headers, rawPayload } = await market.app.inject({
      url: `/api/tickets/feed?event_id=${eventId}&per_page=100`,
      headers: { authorization: `Bearer ${reader.token}`, 'accept-encoding': encoding },
    })
    return { encoding: headers['content-encoding'], bytes: rawPayload.length }
  }
  const [plain, brotli, gzip] = [
    await fetchEncoded('identity'),
    await fetchEncoded('br'),
    await fetchEncoded('gzip'),
  ]
  expect([plain.encoding, brotli.encoding, gzip.encoding]).toEqual([undefined, 'br', 'gzip'])
  expect(plain.bytes + brotli.bytes + gzip.bytes).toBeLessThan(
    responseBytes('', { json: Buffer.alloc(plain.bytes) }),
  )
})
