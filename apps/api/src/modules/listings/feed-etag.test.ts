import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Caller } from '../../test/build-test-app.ts'
import { buildMarket, type Market } from '../../test/build-market.ts'
import { addEvent } from '../../test/factories.ts'
import { bytesOfAnswer } from './kept-bytes.ts'

let market: Market
let reader: Caller
let holder: Caller
let listingId: string

beforeAll(async () => {
  market = await buildMarket()
  reader = await market.addBuyer()
  holder = await market.addBuyer()
  listingId = await market.list({ quantity: 4 })
})
afterAll(() => market.close())

async function ask(caller: Caller, known?: string, query = '') {
  const { statusCode, headers, body } = await market.app.inject({
    url: `/api/tickets/feed?event_id=${market.eventId}${query}`,
    headers: {
      authorization: `Bearer ${caller.token}`,
      ...(known !== undefined && { 'if-none-match': known }),
    },
  })
  return { status: statusCode, etag: String(headers.etag), cache: headers['cache-control'], body }
}

test('[API-21] whoever has the answer already is told so, without it', async () => {
  const first = await ask(reader)
  expect(first).toMatchObject({ status: 200, cache: 'private, no-cache' })
  expect(await ask(reader, first.etag)).toMatchObject({ status: 304, etag: first.etag, body: '' })
  expect(await ask(reader, `"other", ${first.etag}`)).toMatchObject({ status: 304, body: '' })
  expect(await ask(reader, '"other"')).toMatchObject({ status: 200, body: first.body })
})

test('the same answer has the same tag for everybody, and another question another one', async () => {
  const { etag } = await ask(reader)
  expect((await ask(await market.addBuyer())).etag).toBe(etag)
  expect((await ask(reader, undefined, '&per_page=50')).etag).not.toBe(etag)
  expect((await ask(reader, undefined, '&min_quantity=5')).etag).not.toBe(etag)
})

test('a hold changes the tag for all, and the holder’s differs by what is the holder’s own', async () => {
  const before = await ask(reader)
  const { hold_id: holdId } = await market.hold(holder, listingId, 1)
  const [seen, own] = [await ask(reader, before.etag), await ask(holder, before.etag)]
  expect([seen.status, own.status]).toEqual([200, 200])
  expect(own.etag).not.toBe(seen.etag)
  expect(own.body).toContain(holdId)
  expect(seen.body).not.toContain(holdId)
  // But for that, both were told the same.
  const others = (body: string) => body.slice(0, body.indexOf('"mine"'))
  expect(others(own.body)).toBe(others(seen.body))
  expect((await ask(holder, own.etag)).status).toBe(304)
})

test('compressed copies of an answer find room in what is reckoned for it', async () => {
  const eventId = await addEvent(market.db, { venueId: market.venueId })
  for (let row = 1; row <= 100; row += 1) {
    await market.list({ eventId, priceMinor: 5000 + row * 137 })
  }
  const packed = async (encoding: string) => {
    const { headers, rawPayload } = await market.app.inject({
      url: `/api/tickets/feed?event_id=${eventId}&per_page=100`,
      headers: { authorization: `Bearer ${reader.token}`, 'accept-encoding': encoding },
    })
    return { encoding: headers['content-encoding'], bytes: rawPayload.length }
  }
  const [plain, brotli, gzip] = [await packed('identity'), await packed('br'), await packed('gzip')]
  expect([plain.encoding, brotli.encoding, gzip.encoding]).toEqual([undefined, 'br', 'gzip'])
  expect(plain.bytes + brotli.bytes + gzip.bytes).toBeLessThan(
    bytesOfAnswer('', { json: Buffer.alloc(plain.bytes) }),
  )
})
