import Fastify, { LogController } from 'fastify'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { readSecurityEvents } from '#api/audit/audit.repo.ts'
import { readConfig } from '#api/config/config.ts'
import { buildTestApp, type TestApp } from '#api/test/harness/build-test-app.ts'
import { installUnlistedProxyWarning } from './unlisted-proxies.ts'

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

/** Client address that the server records for a failed login. */
async function recordedIpAddress(
  on: TestApp,
  remoteAddress: string,
  headers: Record<string, string>,
): Promise<string> {
  const userAgent = `browser ${(number += 1)}`
  await on.app.inject({
    method: 'POST',
    url: '/api/auth/login',
    payload: { username: 'unknown', password: 'guess' },
    remoteAddress,
    headers: { ...headers, 'user-agent': userAgent },
  })
  const records = await readSecurityEvents(on.db, { kind: 'login.failed', limit: 100 })
  return records.find((record) => record.userAgent === userAgent)?.ipAddress ?? 'not recorded'
}

test('forwarded headers are ignored unless a proxy is configured', async () => {
  const headers = {
    'x-forwarded-for': '198.51.100.7',
    'x-real-ip': '198.51.100.7',
    forwarded: 'for=198.51.100.7',
  }
  expect(await recordedIpAddress(bare, '203.0.113.9', headers)).toBe('203.0.113.9')
  expect(await recordedIpAddress(bare, '127.0.0.1', headers)).toBe('127.0.0.1')
})

test.each([
  ['a trusted proxy is believed', '10.1.2.3', '198.51.100.7', '198.51.100.7'],
  ['addresses that the client prepended are ignored', '10.1.2.3', '192.0.2.66, 198.51.100.7', '198.51.100.7'],
  ['a chain of proxies is followed to its end', '::1', '198.51.100.7, 10.9.9.9', '198.51.100.7'],
  ['an untrusted peer is ignored', '203.0.113.9', '198.51.100.7', '203.0.113.9'],
])('with proxies configured, %s', async (_, socket, forwarded, taken) => {
  expect(await recordedIpAddress(behind, socket, { 'x-forwarded-for': forwarded })).toBe(taken)
})

test('a proxy that is not listed is named in the log, once', async () => {
  const lines: { msg?: string; level: number }[] = []
  const server = Fastify({
    trustProxy: ['10.0.0.0/8'],
    logger: { stream: { write: (line: string) => lines.push(JSON.parse(line)) } },
    logController: new LogController({ disableRequestLogging: true }),
  })
  installUnlistedProxyWarning(server)
  server.get('/', () => 'ok')
  const request = (remoteAddress: string, headers: Record<string, string>) =>
    server.inject({ url: '/', remoteAddress, headers })
  await request('10.1.2.3', { 'x-forwarded-for': '198.51.100.7' })
  await request('203.0.113.9', {})
  expect(lines).toEqual([])
  await request('192.168.7.2', { 'x-forwarded-for': '198.51.100.7' })
  await request('192.168.7.2', { 'x-forwarded-for': '198.51.100.8' })
  expect(lines).toEqual([
    expect.objectContaining({ msg: expect.stringContaining('TRUSTED_PROXIES=192.168.7.2') }),
  ])
  await server.close()
})

test.each([
  ['TRUSTED_PROXIES', '0.0.0.0/0'],
  ['TRUSTED_PROXIES', 'proxy.example.com'],
  ['TRUSTED_PROXIES', '10.0.0.0/33'],
  ['CORS_ORIGINS', '*'],
  ['CORS_ORIGINS', 'https://shop.example.com/'],
  ['CORS_ORIGINS', 'null'],
  ['METRICS_TOKEN', 'short'],
])('%s=%s is rejected by name', (name, value) => {
  expect(() => readConfig({ DATABASE_URL: 'postgres://x', [name]: value })).toThrow(
    new RegExp(`^Configuration is not valid\\. ${name}`),
  )
})

test('list settings may be empty and may contain blanks around their parts', () => {
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
