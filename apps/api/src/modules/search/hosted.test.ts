import { algoliasearch } from 'algoliasearch'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { readConfig } from '#api/config/config.ts'
import { addEvent, addVenue } from '#api/test/fixtures/factories.ts'
import { listenTestApp, type ListeningApp } from '#api/test/harness/listening-app.ts'

/** The Algolia adapter against a server with the same API: the embedded endpoint of another installation. */

let service: ListeningApp
let product: ListeningApp

beforeAll(async () => {
  service = await listenTestApp()
  // Start without that installation's own catalogue.
  for (const index of ['trade_events', 'trade_performers', 'trade_venues', 'trade_categories']) {
    await client().deleteIndex({ indexName: index })
  }
  const { search } = readConfig({
    DATABASE_URL: 'postgres://localhost/none',
    SEARCH_PROVIDER: 'algolia',
    SEARCH_APP_ID: 'EMBEDDED',
    SEARCH_API_KEY: 'test-search-key',
    SEARCH_ADMIN_KEY: 'test-admin-key',
    SEARCH_ORIGIN: `http://127.0.0.1:${service.port}`,
  })
  product = await listenTestApp({ config: { search } })
})
afterAll(async () => {
  await product.close()
  await service.close()
})

function client() {
  return algoliasearch('EMBEDDED', 'test-admin-key', {
    hosts: [{ url: `127.0.0.1:${service.port}`, accept: 'readWrite', protocol: 'http' }],
  })
}

async function titles(query: string): Promise<string[]> {
  await product.deps.outbox.drain()
  const { hits } = await client().searchSingleIndex<{ title: string }>({
    indexName: 'trade_events',
    searchParams: { query, removeWordsIfNoResults: 'none' },
  })
  return hits.map(({ title }) => title)
}

test('configuration sends the same records, settings and changes to a hosted service', async () => {
  const { venueId } = await addVenue(product.db)
  const id = await addEvent(product.db, { venueId, title: 'Hosted evening' })
  await vi.waitFor(async () => expect(await titles('hosted')).toEqual(['Hosted evening']), {
    timeout: 30_000,
  })
  expect(await client().getSettings({ indexName: 'trade_events' })).toMatchObject({ queryType: 'prefixAll' })

  await sql`update events set title = 'Another name' where id = ${id}`.execute(product.db)
  await vi.waitFor(async () => expect(await titles('another')).toEqual(['Another name']), { timeout: 30_000 })

  await sql`update events set status = 'cancelled' where id = ${id}`.execute(product.db)
  await vi.waitFor(async () => expect(await titles('another')).toEqual([]), { timeout: 30_000 })
})

test('the browser gets the search origin and the public key only', async () => {
  const config = (await product.app.inject('/config.json')).json<Record<string, unknown>>()
  expect(config['search']).toEqual({
    provider: 'algolia',
    app_id: 'EMBEDDED',
    api_key: 'test-search-key',
    origin: `http://127.0.0.1:${service.port}`,
    exchanges: [],
    personalization_region: 'eu',
  })
  expect((await product.app.inject({ method: 'POST', url: '/1/indexes/*/queries' })).statusCode).toBe(404)
})

const base = { DATABASE_URL: 'postgres://localhost/none' }

test('[SEARCH-09] [SEARCH-10] the configuration validates regions, keys and exchanges', () => {
  expect(readConfig({ ...base, EXCHANGES: '1, 4' }).search).toMatchObject({
    exchanges: [1, 4],
    analyticsRegion: undefined,
    personalizationRegion: 'eu',
  })
  expect(readConfig({ ...base, SEARCH_ANALYTICS_REGION: 'de' }).search.analyticsRegion).toBe('de')
  for (const [name, value] of [
    ['SEARCH_ANALYTICS_REGION', 'eu'],
    ['SEARCH_PERSONALIZATION_REGION', 'de'],
    ['SEARCH_PERSONALIZATION_REGION', ''],
    ['EXCHANGES', '1,x'],
    ['SEARCH_PROVIDER', 'algolia'],
  ] as const) {
    expect(() => readConfig({ ...base, [name]: value }), name).toThrow(name)
  }
  expect(() => readConfig({ ...base, SEARCH_API_KEY: 'same-same', SEARCH_ADMIN_KEY: 'same-same' })).toThrow(
    'SEARCH_ADMIN_KEY',
  )
})
