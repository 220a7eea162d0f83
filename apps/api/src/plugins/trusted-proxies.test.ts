import { afterAll, beforeAll, expect, test } from 'vitest'
import { readSecurityEvents } from '../audit/audit.repo.ts'
import { readConfig } from '../config.ts'
import { buildTestApp, type TestApp } from '../test/build-test-app.ts'

let bare: TestApp
let behind: TestApp
beforeAll(async () => {
  bare = await buildTestApp()
  behind = await buildTestApp({
    config: { security: { trustedProxies: ['10.0.0.0/8', '::1'], corsOrigins: [], metricsToken: undefined } },
  })
})
afterAll(() => Promise.all([bare.close(), behind.close()]))

let number = 0

/** The address that the server takes the caller of a failed login to have. */
async function takenFor(
  on: TestApp,
  remoteAddress: string,
  headers: Record<string, string>,
): Promise<string> {
  const userAgent = `browser ${(number += 1)}`
  await on.app.inject({
    method: 'POST',
    url: '/api/auth/login',
    payload: { username: 'nobody', password: 'guess' },
    remoteAddress,
    headers: { ...headers, 'user-agent': userAgent },
  })
  const records = await readSecurityEvents(on.db, { kind: 'login.failed', limit: 100 })
  return records.find((record) => record.userAgent === userAgent)?.address ?? 'not recorded'
}

test('nobody says where they come from unless a proxy is configured', async () => {
  const headers = {
    'x-forwarded-for': '198.51.100.7',
    'x-real-ip': '198.51.100.7',
    forwarded: 'for=198.51.100.7',
  }
  expect(await takenFor(bare, '203.0.113.9', headers)).toBe('203.0.113.9')
  expect(await takenFor(bare, '127.0.0.1', headers)).toBe('127.0.0.1')
})

test.each([
  ['the proxy is believed', '10.1.2.3', '198.51.100.7', '198.51.100.7'],
  ['what the caller made up before it is not', '10.1.2.3', '192.0.2.66, 198.51.100.7', '198.51.100.7'],
  ['a chain of proxies is followed to its end', '::1', '198.51.100.7, 10.9.9.9', '198.51.100.7'],
  ['a stranger is not believed', '203.0.113.9', '198.51.100.7', '203.0.113.9'],
])('with proxies configured, %s', async (_, socket, forwarded, taken) => {
  expect(await takenFor(behind, socket, { 'x-forwarded-for': forwarded })).toBe(taken)
})

test.each([
  ['TRUSTED_PROXIES', '0.0.0.0/0'],
  ['TRUSTED_PROXIES', 'proxy.example.com'],
  ['TRUSTED_PROXIES', '10.0.0.0/33'],
  ['CORS_ORIGINS', '*'],
  ['CORS_ORIGINS', 'https://shop.example.com/'],
  ['CORS_ORIGINS', 'null'],
  ['METRICS_TOKEN', 'short'],
])('%s=%s is refused by its name', (name, value) => {
  expect(() => readConfig({ DATABASE_URL: 'postgres://x', [name]: value })).toThrow(
    new RegExp(`^Configuration is not valid\\. ${name}`),
  )
})

test('lists may be empty, and have blanks around their parts', () => {
  const { security } = readConfig({
    DATABASE_URL: 'postgres://x',
    TRUSTED_PROXIES: ' 10.0.0.0/8 , ::1,',
    CORS_ORIGINS: '',
  })
  expect(security).toEqual({
    trustedProxies: ['10.0.0.0/8', '::1'],
    corsOrigins: [],
    metricsToken: undefined,
  })
})
