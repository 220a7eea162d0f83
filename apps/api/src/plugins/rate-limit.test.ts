import { workspaceRoutes } from '@terrace/contracts/workspace'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { buildTestApp, type TestApp } from '../test/build-test-app.ts'

let app: TestApp
beforeAll(async () => {
  app = await buildTestApp({ config: { rateLimitPerMinute: 5 } })
})
afterAll(() => app.close())

test('made-up tokens count for the address they come from, and take nothing from a session', async () => {
  const buyer = await app.addBuyer()
  expect((await buyer.call(workspaceRoutes.info)).status).toBe(200)
  const statuses = []
  for (let number = 0; number < 6; number += 1) {
    const authorization = `Bearer ${'x'.repeat(40)}${number}`
    statuses.push(
      (await app.app.inject({ url: '/api/settings/trade/info', headers: { authorization } })).statusCode,
    )
  }
  expect(statuses).toEqual([401, 401, 401, 401, 429, 429])
  expect((await buyer.call(workspaceRoutes.info)).status).toBe(200)
})

test('past the ceiling one is told when to try again', async () => {
  const call = () => app.app.inject({ url: '/api/auth/sign-up', remoteAddress: '198.51.100.9' })
  for (let number = 0; number < 5; number += 1) await call()
  const refused = await call()
  expect(refused.statusCode).toBe(429)
  expect(refused.json().errors.title).toBe('Too many requests. Please wait a moment and try again')
  expect(Number(refused.headers['retry-after'])).toBeGreaterThan(0)
})
