import { liteClient } from 'algoliasearch/lite'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { addEvent, addVenue } from '#api/test/factories.ts'
import { listenTestApp, type ListeningApp } from '#api/test/listening-app.ts'

let app: ListeningApp
beforeAll(async () => {
  app = await listenTestApp()
})
afterAll(() => app.close())

function client(key = 'test-search-key') {
  return liteClient('EMBEDDED', key, {
    hosts: [{ url: `127.0.0.1:${app.port}`, accept: 'readWrite', protocol: 'http' }],
  })
}

test('[SEARCH-01] [X-ROUTE-02] the official client finds an event at the same origin as soon as it is stored', async () => {
  const { venueId } = await addVenue(app.db)
  const id = await addEvent(app.db, { venueId, title: 'Arsenal vs Chelsea' })
  await app.deps.outbox.drain()
  const { results } = await client().search({
    requests: [{ indexName: 'trade_events', query: 'arsnal' }],
  })
  expect(results[0]).toMatchObject({ nbHits: 1, hits: [{ id }] })
})
