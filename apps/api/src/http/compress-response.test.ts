import { brotliDecompressSync, gunzipSync } from 'node:zlib'
import compress from '@fastify/compress'
import { defineRawRoute } from '@terrace/contracts/route'
import Fastify, { type FastifyInstance } from 'fastify'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { z } from 'zod/mini'
import { mountRoute } from './mount-route.ts'

const text = JSON.stringify({ data: Array.from({ length: 500 }, (_, id) => ({ id, name: 'Block 112' })) })
const bytes = Buffer.from(text)

let app: FastifyInstance
beforeAll(async () => {
  app = Fastify()
  await app.register(compress, { threshold: 1024 })
  app.addHook('onRequest', (_request, reply, done) => {
    void reply.header('vary', 'origin')
    done()
  })
  await app.register(async (api) => {
    const route = (path: `/${string}`) =>
      defineRawRoute({ name: path, method: 'GET', path, auth: 'public', response: z.any(), errors: [] })
    const http = {
      app: api,
      product: 'trade',
      strict: true,
      mounted: new Map(),
      authenticate: async () => Promise.reject(new Error('public')),
      authenticateKey: async () => Promise.reject(new Error('public')),
      requireReauthentication: async () => undefined,
      requirePermission: async () => undefined,
      requireReauthenticationOncePerSession: async () => undefined,
    }
    mountRoute(http, route('/large'), async () => bytes)
    mountRoute(http, route('/small'), async () => Buffer.from('{}'))
  })
})
afterAll(() => app.close())

const request = (url: string, accepted?: string) =>
  app.inject({ url, headers: accepted === undefined ? {} : { 'accept-encoding': accepted } })

test.each([
  ['gzip, deflate, br, zstd', 'br', brotliDecompressSync],
  ['gzip, br;q=0', 'gzip', gunzipSync],
  ['GZIP;q=0.5', 'gzip', gunzipSync],
])('compresses a raw response with the best accepted encoding: %s', async (accepted, encoding, unpack) => {
  // The second response comes from the cache of compressed bytes.
  for (const response of [await request('/large', accepted), await request('/large', accepted)]) {
    expect(response.headers).toMatchObject({
      'content-encoding': encoding,
      'content-length': String(response.rawPayload.length),
      vary: 'origin, accept-encoding',
    })
    expect(unpack(response.rawPayload).toString()).toBe(text)
  }
})

test.each([
  ['/large', undefined],
  ['/large', 'identity'],
  ['/large', 'gzip;q=0, br;q=0.0'],
  ['/large', 'brave'],
  ['/small', 'gzip, br'],
])(
  'sends a response uncompressed when compression is not accepted or saves nothing: %s, %s',
  async (url, accepted) => {
    const { headers, body } = await request(url, accepted)
    expect(headers['content-encoding']).toBeUndefined()
    expect(body).toBe(url === '/large' ? text : '{}')
  },
)
