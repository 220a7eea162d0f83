import { accountsRoutes } from '@terrace/contracts/accounts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { buildTestApp, type TestApp } from '#api/test/harness/build-test-app.ts'

const listed = 'https://shop.example.com'

let app: TestApp
let closed: TestApp
beforeAll(async () => {
  app = await buildTestApp({
    config: { security: { trustedProxies: [], corsOrigins: [listed], metricsToken: undefined } },
  })
  closed = await buildTestApp()
})
afterAll(() => Promise.all([app.close(), closed.close()]))

const login = `/api${accountsRoutes.logIn.path}`

function preflight(on: TestApp, origin: string | undefined, url = login) {
  return on.app.inject({
    method: 'OPTIONS',
    url,
    headers: {
      ...(origin !== undefined && { origin }),
      'access-control-request-method': 'POST',
      'access-control-request-headers': 'authorization,content-type',
    },
  })
}

function request(on: TestApp, origin: string | undefined, url = '/api/settings/trade/info') {
  return on.app.inject({ url, headers: { ...(origin !== undefined && { origin }) } })
}

/** Everything that a caller can see, except values that differ per request. */
function seen({ statusCode, headers, body }: Awaited<ReturnType<typeof request>>) {
  const { date: _, 'x-ratelimit-remaining': __, 'x-ratelimit-reset': ___, ...others } = headers
  return { statusCode, others, body: body.replace(/"request_id":"[^"]+"/, '') }
}

const corsHeaders = (headers: object) =>
  Object.keys(headers).filter((name) => name.startsWith('access-control-'))

test('a page of a listed origin may call with a bearer token but without cookies', async () => {
  const response = await preflight(app, listed)
  expect([response.statusCode, response.body]).toEqual([204, ''])
  expect(response.headers).toMatchObject({
    'access-control-allow-origin': listed,
    'access-control-allow-methods': expect.stringContaining('POST'),
    'access-control-allow-headers': expect.stringContaining('authorization'),
    vary: 'origin',
  })
  expect(response.headers['access-control-allow-credentials']).toBeUndefined()
  const allowed = await request(app, listed)
  expect(allowed.statusCode).toBe(401)
  expect(allowed.headers['access-control-allow-origin']).toBe(listed)
  expect(allowed.headers['access-control-allow-credentials']).toBeUndefined()
  expect(String(allowed.headers.vary)).toMatch(/\borigin\b/)
})

test.each([
  'https://evil.example',
  'null',
  '*',
  '',
  'http://shop.example.com',
  'https://shop.example.com.evil.example',
  'https://shop.example.com:8443',
  'https://SHOP.example.com',
  'https://shop.example.com/',
  'https://shop.example.com, https://evil.example',
])('the origin "%s" gets byte for byte the response to a request without an origin', async (origin) => {
  expect(seen(await request(app, origin))).toEqual(seen(await request(app, undefined)))
  expect(seen(await preflight(app, origin))).toEqual(seen(await preflight(app, undefined)))
  expect(corsHeaders((await preflight(app, origin)).headers)).toEqual([])
})

test('without a list no origin is allowed and responses do not vary by origin', async () => {
  expect(seen(await request(closed, listed))).toEqual(seen(await request(closed, undefined)))
  const { headers, statusCode } = await preflight(closed, listed)
  expect([statusCode, corsHeaders(headers)]).toEqual([404, []])
  expect(String((await request(closed, listed)).headers.vary)).not.toMatch(/\borigin\b/)
})

test.each([
  '/',
  '/config.json',
  '/metrics',
  '/health/live',
  '/dev/mail',
  '/sandbox/card-frame',
  '/signing/frame',
])('a listed origin may read the API but not %s', async (url) => {
  expect(corsHeaders((await request(app, listed, url)).headers)).toEqual([])
  expect(corsHeaders((await preflight(app, listed, url)).headers)).toEqual([])
})
