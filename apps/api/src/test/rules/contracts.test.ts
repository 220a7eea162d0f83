import { glob } from 'node:fs/promises'
import { errorCodes } from '@terrace/contracts/error-codes'
import type { RouteContract } from '@terrace/contracts/route'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { commonErrors, type ErrorCopy } from '#api/shared/app-error.ts'
import { buildTestApp, type TestApp } from '../harness/build-test-app.ts'

let app: TestApp
beforeAll(async () => {
  app = await buildTestApp()
})
afterAll(() => app.close())

async function importAll(pattern: string): Promise<Record<string, unknown>[]> {
  const modules: Record<string, unknown>[] = []
  for await (const file of glob(pattern, { cwd: new URL('../../../../../', import.meta.url) })) {
    if (file.includes('.test.')) continue
    modules.push(await import(new URL(`../../../../../${file}`, import.meta.url).href))
  }
  return modules
}

function isRoute(value: unknown): value is RouteContract {
  return value !== null && typeof value === 'object' && 'path' in value && 'errors' in value
}

function isErrors(value: unknown): value is { copy: Record<string, ErrorCopy> } {
  return value !== null && typeof value === 'object' && 'copy' in value && 'make' in value
}

async function allRoutes(): Promise<RouteContract[]> {
  const modules = await importAll('packages/contracts/src/*.ts')
  return modules
    .flatMap((module) => Object.entries(module))
    .filter(([name]) => name.endsWith('Routes'))
    .flatMap(([, routes]) => Object.values(routes ?? {}))
    .filter(isRoute)
}

test('the server serves exactly the routes of the contracts', async () => {
  const routes = await allRoutes()
  expect(routes.length).toBeGreaterThan(10)
  expect(routes.map((route) => route.name).toSorted()).toEqual([...app.mounted.keys()].toSorted())
})

test('every declared error has a status and a message', async () => {
  const modules = await importAll(
    'apps/api/src/{modules/**/*.errors,shared/{idempotency,expected-texts.errors},files/file-store.port}.ts',
  )
  const declared = modules.flatMap((module) => Object.values(module)).filter(isErrors)
  const copy: Record<string, ErrorCopy> = Object.assign(
    {},
    ...[commonErrors, ...declared].map((errors) => errors.copy),
  )
  for (const route of await allRoutes()) {
    for (const code of route.errors) {
      expect(copy[code], `${route.name} may return ${code}`).toBeDefined()
      expect(copy[code]?.title).toMatch(/\w/)
      expect(copy[code]?.status).toBeGreaterThanOrEqual(400)
    }
  }
  // Only commands of the operator raise these.
  const ofCommands = [
    'content.unreadable',
    'data_key.not_found',
    'data_key.not_in_use',
    'data_key.still_needed',
    'data_key.unconfirmed',
    'unmatched.not_found',
  ]
  expect([...Object.keys(copy), ...ofCommands, 'internal'].toSorted()).toEqual([...errorCodes].toSorted())
})

test('only public routes respond without a session', async () => {
  for (const route of await allRoutes()) {
    if (route.auth === 'public') continue
    const url = `/api${route.path.replaceAll('{product}', 'trade').replaceAll(/:\w+/g, '1')}`
    const response = await app.app.inject({ method: route.method, url })
    expect(response.statusCode, route.name).toBe(401)
  }
})

test('[X-ROUTE-04] the same origin serves health and metrics', async () => {
  expect((await app.app.inject('/health/live')).statusCode).toBe(200)
  await vi.waitFor(
    async () => expect((await app.app.inject('/health/ready')).json()).toEqual({ status: 'ok' }),
    { timeout: 30_000 },
  )
  expect((await app.app.inject('/metrics')).body).toContain('http_request_duration_seconds')
})

test('/config.json contains exactly the browser configuration', async () => {
  expect((await app.app.inject('/config.json')).json()).toEqual({
    product: 'trade',
    brand: 'Terrace',
    api_base: '/api',
    ticket_api_base: '/api',
    dev: true,
    payments: { gateway: 'sandbox', card_frame_url: '/sandbox/card-frame' },
    hold_minutes: 30,
    support_phone: '+44 20 7946 0100',
    site_origins: [],
    realtime: { key: 'test-key' },
    search: {
      provider: 'embedded',
      app_id: 'EMBEDDED',
      api_key: 'test-search-key',
      exchanges: [],
      personalization_region: 'eu',
    },
  })
})
