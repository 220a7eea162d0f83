import { holdsRoutes } from '@terrace/contracts/holds'
import { listingsRoutes } from '@terrace/contracts/listings'
import { expandProduct } from '@terrace/contracts/product'
import type { RouteContract } from '@terrace/contracts/route'
import { workspaceRoutes } from '@terrace/contracts/workspace'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { buildMarketplace, type Marketplace } from '#api/test/fixtures/marketplace-fixture.ts'
import { startDatabaseRelay, type DatabaseRelay } from '#api/test/harness/database-relay.ts'
import type { Caller } from '#api/test/harness/build-test-app.ts'
import { createTestDatabase, type TestDatabase } from '#api/test/harness/test-database.ts'

let database: TestDatabase
let relay: DatabaseRelay
let market: Marketplace
let buyer: Caller
beforeAll(async () => {
  database = await createTestDatabase()
  relay = await startDatabaseRelay(database.databaseUrl)
  market = await buildMarketplace({ databaseUrl: relay.databaseUrl })
  buyer = await market.addBuyer()
})
afterAll(async () => {
  await market.close()
  await relay.close()
  await database.drop()
})

const unavailable = {
  errors: { title: 'The service is unavailable for a moment. Try again shortly' },
  code: 'server.unavailable',
  request_id: expect.any(String),
}

/** A request that passes validation as far as that needs no data. */
async function request(route: RouteContract, token: string) {
  const { product } = market.deps.config
  const path = expandProduct(route.path, product).replaceAll(/:\w+/g, '1')
  return market.app.inject({
    method: route.method,
    url: `/api${path}`,
    headers: { authorization: `Bearer ${token}` },
    ...(route.body && { payload: {} }),
  })
}

test('while the database is down, every call that needs it gets a 503 that says when to retry', async () => {
  const routes = [...market.mounted.values()]
  // The session is cached, so that calls get past the log-in.
  expect((await buyer.call(workspaceRoutes.info)).status).toBe(200)
  await relay.cut()
  const failed: string[] = []
  const unavailableCalls = { known: 0, unknown: 0 }
  for (const route of routes) {
    for (const [session, token] of [
      ['known', buyer.token],
      ['unknown', 'x'.repeat(40)],
    ] as const) {
      // Anything else is no API key, which needs no database to know.
      const response = await request(route, route.auth === 'api_key' ? `invkey_${token}` : token)
      if (response.statusCode === 503) {
        unavailableCalls[session] += 1
        expect([route.name, response.json()]).toEqual([route.name, unavailable])
        expect(Number(response.headers['retry-after'])).toBeGreaterThan(0)
      } else if (response.statusCode >= 500) failed.push(`${route.name}: ${response.statusCode}`)
      if (session === 'unknown' && route.auth !== 'public' && response.statusCode !== 503)
        failed.push(`${route.name} knows whether a session is valid: ${response.statusCode}`)
    }
  }
  expect(failed).toEqual([])
  expect(unavailableCalls.known).toBeGreaterThan(20)
  expect((await market.app.inject('/health/ready')).statusCode).toBe(503)
  expect((await market.app.inject('/health/live')).statusCode).toBe(200)
  await relay.restore()
})

test('calls succeed again when the database is back, and nothing was held meanwhile', async () => {
  const listing = await market.list({ quantity: 4 })
  await relay.cut()
  const body = [{ listing_id: listing, quantity: 2 }]
  const refused = await buyer.call(holdsRoutes.place, { body, idempotencyKey: 'outage' })
  expect([refused.status, refused.error.code]).toEqual([503, 'server.unavailable'])
  await relay.restore()
  const query = { event_id: market.eventId }
  expect((await buyer.call(listingsRoutes.feed, { query })).data.data).toMatchObject([{ available: 4 }])
  expect((await buyer.call(holdsRoutes.place, { body, idempotencyKey: 'outage' })).status).toBe(200)
  await vi.waitFor(
    async () => expect((await market.app.inject('/health/ready')).json()).toEqual({ status: 'ok' }),
    { timeout: 30_000 },
  )
})
