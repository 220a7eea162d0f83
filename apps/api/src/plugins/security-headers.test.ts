import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { buildTestApp, type TestApp } from '#api/test/harness/build-test-app.ts'
import { connectSources } from './connect-sources.ts'

let app: TestApp
let folder: string
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'terrace-headers-'))
  await writeFile(join(folder, 'index.html'), '<!doctype html><title>x</title>')
  await writeFile(join(folder, 'quote.html'), '<!doctype html><title>x</title>')
  app = await buildTestApp({
    config: {
      webBuildDir: folder,
      security: { trustedProxies: ['127.0.0.0/8'], corsOrigins: [], metricsToken: undefined },
    },
  })
})
afterAll(async () => {
  await app.close()
  await rm(folder, { recursive: true })
})

function directives(policy: unknown): Map<string, string[]> {
  const parts = String(policy)
    .split(';')
    .map((part) => part.trim().split(/\s+/))
  return new Map(parts.map(([name = '', ...sources]) => [name, sources]))
}

const urls = [
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

test.each(urls)('%s runs scripts only from our files and sends nothing to other origins', async (url) => {
  const { headers } = await app.app.inject(url)
  const policy = directives(headers['content-security-policy'])
  const scripts = policy.get('script-src') ?? policy.get('default-src')
  expect([["'self'"], ["'none'"]]).toContainEqual(scripts)
  for (const name of ['connect-src', 'form-action', 'base-uri', 'object-src', 'default-src']) {
    const sources = policy.get(name) ?? policy.get('default-src')
    expect([["'self'"], ["'none'"]], name).toContainEqual(sources)
  }
  expect(policy.get('base-uri')).toEqual(["'none'"])
  expect(headers['x-content-type-options']).toBe('nosniff')
  expect(headers['referrer-policy']).toMatch(/^(same-origin|no-referrer)$/)
  expect(headers['x-powered-by']).toBeUndefined()
})

test('no page contains an inline script or event handler', async () => {
  const pages = ['/sandbox/card-frame', '/sandbox/challenge/pi_1', '/signing/frame', '/dev/mail']
  for (const url of pages) {
    const { body, headers } = await app.app.inject({ url, headers: { accept: 'text/html' } })
    expect(headers['content-type'], url).toContain('text/html')
    expect(body, url).not.toMatch(/<script(?![^>]*\bsrc=)|\son\w+\s*=|javascript:/i)
  }
})

test('HSTS is sent over https, including behind a trusted proxy, and never over http', async () => {
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
  ['everything same-origin', here, []],
  [
    'an API at another origin, with its sockets',
    { ...here, api_base: 'https://api.example.com/v1', ticket_api_base: 'https://tickets.example.com' },
    ['https://api.example.com', 'https://tickets.example.com', 'wss://api.example.com'],
  ],
  ['hosted Pusher', { ...here, realtime: { key: 'k', cluster: 'eu' } }, ['wss://ws-eu.pusher.com']],
  [
    'a self-hosted socket server',
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
    'a self-hosted search server',
    { ...here, search: { ...search, origin: 'https://search.example.com' } },
    ['https://search.example.com'],
  ],
])('the browser may call exactly what its configuration names: %s', (_, config, sources) => {
  expect(connectSources(config)).toEqual(sources)
})
