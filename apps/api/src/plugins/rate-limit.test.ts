import { workspaceRoutes } from '@terrace/contracts/workspace'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { buildTestApp, type TestApp } from '#api/test/harness/build-test-app.ts'

let app: TestApp
beforeAll(async () => {
  app = await buildTestApp({ config: { rateLimitPerMinute: 5 } })
})
afterAll(() => app.close())

test('invalid tokens count towards the IP limit, not towards a session', async () => {
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

test('a rate-limited response says when to retry', async () => {
  const call = () => app.app.inject({ url: '/api/auth/sign-up', remoteAddress: '198.51.100.9' })
  for (let number = 0; number < 5; number += 1) await call()
  const rejected = await call()
  expect(rejected.statusCode).toBe(429)
  expect(rejected.json().errors.title).toBe('Too many requests. Wait a moment and try again')
  expect(Number(rejected.headers['retry-after'])).toBeGreaterThan(0)
})
