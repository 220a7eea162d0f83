import { brotliCompressSync, gzipSync } from 'node:zlib'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { buildTestApp, type TestApp } from '#api/test/harness/build-test-app.ts'

let app: TestApp
beforeAll(async () => {
  app = await buildTestApp()
})
afterAll(() => app.close())

const post = (url: string, encoding: string, payload: Buffer) =>
  app.app.inject({
    method: 'POST',
    url,
    payload,
    headers: { 'content-type': 'application/json', 'content-encoding': encoding },
  })

test.each([
  ['gzip', gzipSync('{"username":"a","password":"b"}')],
  ['br', brotliCompressSync('{"username":"a","password":"b"}')],
])('a body compressed with %s is not unpacked', async (encoding, body) => {
  const response = await post('/api/auth/login', encoding, body)
  expect([response.statusCode, response.json().code]).toEqual([400, 'request.malformed'])
})

test('searches may be compressed with gzip', async () => {
  const query = gzipSync(JSON.stringify({ requests: [{ indexName: 'trade_events', query: 'arsenal' }] }))
  const path = '/1/indexes/*/queries?x-algolia-api-key=test-search-key&x-algolia-application-id=EMBEDDED'
  const response = await post(path, 'gzip', query)
  expect(response.statusCode).toBe(200)
  expect(response.json().results).toHaveLength(1)
})
