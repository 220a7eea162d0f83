import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { buildTestApp, type TestApp } from '../test/build-test-app.ts'
import { connectSources } from './connect-sources.ts'

let app: TestApp
let folder: string
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'terrace-headers-'))
  await writeFile(join(folder, 'index.html'), '<!doctype html><title>x</title>')
  await writeFile(join(folder, 'quote.html'), '<!doctype html><title>x</title>')
  app = await buildTestApp({
    config: {
      webDist: folder,
      security: { trustedProxies: ['127.0.0.0/8'], corsOrigins: [], metricsToken: undefined },
    },
  })
})
afterAll(async () => {
  await app.close()
  await rm(folder, { recursive: true })
})

/** Directives of a policy by name. */
function directives(policy: unknown): Map<string, string[]> {
  const parts = String(policy)
    .split(';')
    .map((part) => part.trim().split(/\s+/))
  return new Map(parts.map(([name = '', ...sources]) => [name, sources]))
}

const places = [
  '/',
  '/login',
  '/config.json',
  '/api/tickets/feed',
  '/api/nowhere',
  '/api/%ZZ',
  '/sandbox/card-frame',
  '/sandbox/challenge/pi_1',
  '/signing/frame',
  '/dev/mail',
  '/health/live',
]

test.each(places)('%s runs no script but from files of ours, and nothing is sent elsewhere', async (url) => {
  const { headers } = await app.app.inject(url)
  const policy = directives(headers['content-security-policy'])
  const scripts = policy.get('script-src') ?? policy.get('default-src')
  expect([["'self'"], ["'none'"]]).toContainEqual(scripts)
  for (const name of ['connect-src', 'form-action', 'base-uri', 'object-src', 'default-src']) {
    const sources = policy.get(name) ?? policy.get('default-src')
    expect([["'self'"], ["'none'"]], name).toContainEqual(sources)
  }
  expect(headers['x-content-type-options']).toBe('nosniff')
  expect(headers['referrer-policy']).toMatch(/^(same-origin|no-referrer)$/)
  expect(headers['x-powered-by']).toBeUndefined()
})

test('no page of ours holds a script or a handler in itself', async () => {
  const pages = ['/sandbox/card-frame', '/sandbox/challenge/pi_1', '/signing/frame', '/dev/mail']
  for (const url of pages) {
    const { body, headers } = await app.app.inject({ url, headers: { accept: 'text/html' } })
    expect(headers['content-type'], url).toContain('text/html')
    expect(body, url).not.toMatch(/<script(?![^>]*\bsrc=)|\son\w+\s*=|javascript:/i)
  }
})

test('https is asked for a year over https, as the proxy tells it, and never over http', async () => {
  const over = async (protocol: string, remoteAddress: string) =>
    (
      await app.app.inject({
        url: '/api/nowhere',
        remoteAddress,
        headers: { 'x-forwarded-proto': protocol, 'x-forwarded-for': '198.51.100.7' },
      })
    ).headers['strict-transport-security']
  expect(await over('https', '127.0.0.1')).toBe('max-age=31536000')
  expect(await over('http', '127.0.0.1')).toBeUndefined()
  expect(await over('https', '203.0.113.5')).toBeUndefined()
})

const search = {
  provider: 'embedded',
  app_id: 'EMBEDDED',
  api_key: 'k',
  exchanges: [],
  personalization_region: 'eu',
} as const
const here = { api_base: '/api', ticket_api_base: '/api', realtime: { key: 'k' }, search }

test.each([
  ['everything at one origin', here, []],
  [
    'an API elsewhere, with its sockets',
    { ...here, api_base: 'https://api.example.com/v1', ticket_api_base: 'https://tickets.example.com' },
    ['https://api.example.com', 'https://tickets.example.com', 'wss://api.example.com'],
  ],
  ['hosted Pusher', { ...here, realtime: { key: 'k', cluster: 'eu' } }, ['wss://ws-eu.pusher.com']],
  [
    'a socket server of its own',
    { ...here, realtime: { key: 'k', origin: 'http://127.0.0.1:6001' } },
    ['ws://127.0.0.1:6001'],
  ],
  [
    'hosted search',
    { ...here, search: { ...search, provider: 'algolia' as const, app_id: 'ABC' } },
    [
      'https://ABC-dsn.algolia.net',
      'https://ABC-1.algolianet.com',
      'https://ABC-2.algolianet.com',
      'https://ABC-3.algolianet.com',
    ],
  ],
  [
    'a search server of its own',
    { ...here, search: { ...search, origin: 'https://search.example.com' } },
    ['https://search.example.com'],
  ],
])('the browser may call what its configuration names, and no more: %s', (_, config, sources) => {
  expect(connectSources(config)).toEqual(sources)
})
