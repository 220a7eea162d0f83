import { accountsRoutes } from '@terrace/contracts/accounts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { buildTestApp, type TestApp } from '../test/build-test-app.ts'

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

function ask(on: TestApp, origin: string | undefined, url = '/api/settings/trade/info') {
  return on.app.inject({ url, headers: { ...(origin !== undefined && { origin }) } })
}

/** All that a caller can see, without what differs from call to call. */
function seen({ statusCode, headers, body }: Awaited<ReturnType<typeof ask>>) {
  const { date: _, 'x-ratelimit-remaining': __, 'x-ratelimit-reset': ___, ...others } = headers
  return { statusCode, others, body: body.replace(/"request_id":"[^"]+"/, '') }
}

const corsHeaders = (headers: object) =>
  Object.keys(headers).filter((name) => name.startsWith('access-control-'))

test('a page of a listed origin may send its bearer token and read the answer, without cookies', async () => {
  const answer = await preflight(app, listed)
  expect([answer.statusCode, answer.body]).toEqual([204, ''])
  expect(answer.headers).toMatchObject({
    'access-control-allow-origin': listed,
    'access-control-allow-methods': expect.stringContaining('POST'),
    'access-control-allow-headers': expect.stringContaining('authorization'),
    vary: 'origin',
  })
  expect(answer.headers['access-control-allow-credentials']).toBeUndefined()
  const asked = await ask(app, listed)
  expect(asked.statusCode).toBe(401)
  expect(asked.headers['access-control-allow-origin']).toBe(listed)
  expect(asked.headers['access-control-allow-credentials']).toBeUndefined()
  expect(String(asked.headers.vary)).toMatch(/\borigin\b/)
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
])('the origin "%s" gets, byte for byte, what a call without an origin gets', async (origin) => {
  expect(seen(await ask(app, origin))).toEqual(seen(await ask(app, undefined)))
  expect(seen(await preflight(app, origin))).toEqual(seen(await preflight(app, undefined)))
  expect(corsHeaders((await preflight(app, origin)).headers)).toEqual([])
})

test('without a list nobody is let in, and no answer depends on the origin', async () => {
  expect(seen(await ask(closed, listed))).toEqual(seen(await ask(closed, undefined)))
  const { headers, statusCode } = await preflight(closed, listed)
  expect([statusCode, corsHeaders(headers)]).toEqual([404, []])
  expect(String((await ask(closed, listed)).headers.vary)).not.toMatch(/\borigin\b/)
})

test.each([
  '/',
  '/config.json',
  '/metrics',
  '/health/live',
  '/dev/mail',
  '/sandbox/card-frame',
  '/signing/frame',
])('a listed origin may read the API and not %s', async (url) => {
  expect(corsHeaders((await ask(app, listed, url)).headers)).toEqual([])
  expect(corsHeaders((await preflight(app, listed, url)).headers)).toEqual([])
})
