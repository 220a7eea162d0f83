import type { RouteContract } from '@terrace/contracts/route'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { buildTestApp, type Caller, type TestApp } from '../harness/build-test-app.ts'

const lines: string[] = []
let app: TestApp
beforeAll(async () => {
  app = await buildTestApp({ log: (line) => void lines.push(line) })
})
afterAll(() => app.close())

/** The browser keeps these responses: it asks each time whether the feed changed, and plans are the same for everyone. */
const kept = ['catalogue.seating-plan', 'listings.feed']

const urlOf = ({ path }: RouteContract) =>
  `/api${path.replaceAll('{product}', 'trade').replaceAll(/:\w+/g, '1')}`

function callRoute(route: RouteContract, by: Caller) {
  return app.app.inject({
    method: route.method,
    url: urlOf(route),
    headers: { authorization: `Bearer ${by.token}` },
  })
}

test('no response to a logged-in caller may be stored, whether it is an error or not', async () => {
  const statuses = new Set<number>()
  for (const role of ['buyer', 'seller', 'operator'] as const)
    for (const route of app.mounted.values()) {
      if (route.auth !== 'account' && route.auth !== role) continue
      // One caller each: some calls end the session.
      const { statusCode, headers } = await callRoute(route, await app.addBuyer({ role }))
      statuses.add(statusCode)
      if (kept.includes(route.name) && statusCode === 200) continue
      expect(headers['cache-control'], `${role}: ${route.name} (${statusCode})`).toBe('no-store')
    }
  expect([...statuses]).toEqual(expect.arrayContaining([200, 422, 404]))
})

test('log lines of a call name its account, session and request', async () => {
  const buyer = await app.addBuyer()
  const response = await app.app.inject({
    url: '/api/settings/trade/info',
    headers: { authorization: `Bearer ${buyer.token}` },
  })
  expect(response.statusCode).toBe(200)
  const line = lines.map((text) => JSON.parse(text)).findLast(({ req }) => req?.url.endsWith('/info'))
  expect(line).toMatchObject({
    reqId: expect.any(String),
    accountId: buyer.accountId,
    sessionId: expect.stringMatching(/^ses_/),
  })
})
