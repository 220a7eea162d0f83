import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { quotePageRoutes } from '@terrace/contracts/quote-page'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { serverCaller } from '#api/audit/caller.ts'
import { registerQuoteOrigin } from '#api/modules/quotes/index.ts'
import { buildTestApp, type TestApp } from '#api/test/harness/build-test-app.ts'

const pages = { application: '<title>the application</title>', quote: '<title>a quote link</title>' }
const noindexHeaders = {
  'x-robots-tag': 'noindex, nofollow',
  'cache-control': 'no-store',
  'referrer-policy': 'no-referrer',
}

let folder: string
const script = '"the script";'.repeat(200)
const compressedCopies = { '.br': 'with brotli', '.gz': 'with gzip' }

/** One app with configured trade sites, and one without. */
let listed: TestApp
let open: TestApp

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'terrace-pages-'))
  await writeFile(join(folder, 'index.html'), pages.application)
  await writeFile(join(folder, 'quote.html'), pages.quote)
  await mkdir(join(folder, 'assets'))
  await writeFile(join(folder, 'assets/page.js'), script)
  for (const [ending, copy] of Object.entries(compressedCopies)) {
    await writeFile(join(folder, `assets/page.js${ending}`), copy)
  }
  listed = await buildTestApp({
    config: { webBuildDir: folder, tradeOrigins: ['https://trade.example', 'http://desk.example:4000'] },
  })
  open = await buildTestApp({ config: { webBuildDir: folder } })
  const { teamId } = await open.addBuyer()
  await registerQuoteOrigin(open.deps, {
    teamId,
    origin: 'https://tickets.broker.example',
    caller: serverCaller,
  })
})
afterAll(async () => {
  await listed.close()
  await open.close()
  await rm(folder, { recursive: true })
})

const get = (app: TestApp, host: string, url: string, headers: Record<string, string> = {}) =>
  app.app.inject({ url, headers: { host, ...headers } })

test.each([
  ['a trade site', 'trade.example', '/', 'application'],
  ['a trade site, any path of the application', 'trade.example', '/tickets/a-v-b/7', 'application'],
  ['another trade site with its port', 'desk.example:4000', '/login', 'application'],
  ['a trade site, the quote segment', 'trade.example', '/quote/k3J9', 'quote'],
  ['a trade site, one offer of a quote', 'trade.example', '/quote/k3J9/off_1', 'quote'],
  ['a trade site, the quote segment alone', 'trade.example', '/quote', 'quote'],
  ['a trade site, a path that only starts like it', 'trade.example', '/quotes/7', 'application'],
  ['another host', 'tickets.broker.example', '/k3J9', 'quote'],
  ['another host, whatever the path', 'tickets.broker.example', '/login', 'quote'],
  ['the same host on another port', 'trade.example:8443', '/', 'quote'],
] as const)(
  '[ROUTE-19] [ROUTE-20] [X-QUOTE-10] [X-QUOTE-11] %s: %s%s is served as the %s',
  async (_, host, path, page) => {
    const response = await get(listed, host, path)
    expect([response.statusCode, response.body]).toEqual([200, pages[page]])
  },
)

test.each([
  ['any host', 'localhost:4000', '/', 'application'],
  ['any host, the quote segment', 'localhost:4000', '/quote/k3J9', 'quote'],
  ['a team’s registered origin', 'tickets.broker.example', '/k3J9', 'quote'],
  ['a team’s registered origin, whatever the path', 'tickets.broker.example', '/profile', 'quote'],
  ['the registered host on another port', 'tickets.broker.example:81', '/', 'application'],
] as const)(
  '[ROUTE-20] [X-QUOTE-11] without a list of trade sites, %s: %s%s is served as the %s',
  async (_, host, path, page) => {
    const response = await get(open, host, path)
    expect([response.statusCode, response.body]).toEqual([200, pages[page]])
  },
)

test('the quote page is not indexed, not cached, and sends no referrer', async () => {
  const otherHost = await get(open, 'localhost', '/')
  const response = await get(open, 'localhost', '/quote/k3J9')
  expect(response.headers).toMatchObject(noindexHeaders)
  expect(response.headers['content-type']).toBe('text/html; charset=utf-8')
  expect(response.headers['content-security-policy']).toBe(otherHost.headers['content-security-policy'])
  expect(otherHost.headers['x-robots-tag']).toBeUndefined()
  expect(otherHost.headers['cache-control']).toBe('no-cache')
})

test('calls of the quote page carry the same headers on success and on error', async () => {
  for (const { path } of Object.values(quotePageRoutes)) {
    const url = `/api${path.replace('{product}', 'trade')}`
    for (const payload of [{ slug: 'nosuch', name: 'Jo', email: 'jo@example.com' }, {}]) {
      const response = await open.app.inject({ method: 'POST', url, payload })
      expect(response.statusCode, url).toBeGreaterThanOrEqual(400)
      expect(response.headers, url).toMatchObject(noindexHeaders)
    }
  }
})

test('[QUOTE-01] link previews reveal nothing: the page is the same for every slug', async () => {
  const bot = { 'user-agent': 'Slackbot-LinkExpanding 1.0 (+https://api.slack.com/robots)' }
  const bodies = [
    await get(open, 'localhost', '/quote/k3J9', bot),
    await get(open, 'localhost', '/quote/other/off_1'),
    await get(open, 'localhost', '/quote/k3J9?utm_source=mail'),
  ].map(({ body }) => body)
  expect(new Set(bodies)).toEqual(new Set([pages.quote]))
})

test.each(['/index.html', '/quote.html', '/quote/logo.png', '/k3J9.html'])(
  '%s is not served as a page on any host',
  async (path) => {
    for (const host of ['localhost', 'tickets.broker.example']) {
      expect((await get(open, host, path)).statusCode).toBe(404)
    }
  },
)

test.each([
  ['gzip, deflate, br, zstd', 'br', compressedCopies['.br']],
  ['gzip, deflate', 'gzip', compressedCopies['.gz']],
  [undefined, undefined, script],
])('a script is sent compressed by the build: %s', async (accepted, encoding, body) => {
  const response = await get(
    open,
    'localhost',
    '/assets/page.js',
    accepted === undefined ? {} : { 'accept-encoding': accepted },
  )
  expect(response.headers['content-encoding']).toBe(encoding)
  expect(response.headers['content-type']).toMatch(/^(text|application)\/javascript; charset=utf-8$/)
  expect(response.headers['cache-control']).toBe('public, max-age=31536000, immutable')
  expect(response.headers['vary']).toMatch(/accept-encoding/i)
  expect(response.body).toBe(body)
})

test.each(['.br', '.gz'])('a compressed copy (%s) has no address of its own', async (ending) => {
  expect((await get(open, 'localhost', `/assets/page.js${ending}`)).statusCode).toBe(404)
})
