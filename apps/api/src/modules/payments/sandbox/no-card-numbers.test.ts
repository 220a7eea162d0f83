import { Writable } from 'node:stream'
import Fastify from 'fastify'
import { sql } from 'kysely'
import { pino } from 'pino'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { buildApp, type BuiltApp } from '#api/app.ts'
import { readConfig } from '#api/config/config.ts'
import { createDeps } from '#api/deps.ts'
import type { TestApp } from '#api/test/harness/build-test-app.ts'
import { createTestDatabase, type TestDatabase } from '#api/test/harness/test-database.ts'
import { mountSandbox } from './sandbox.routes.ts'

const number = '4000056655665556'
const printed = '4000 0566 5566 5556'

let database: TestDatabase
let deps: TestApp['deps']
let app: BuiltApp['app']
let log = ''
beforeAll(async () => {
  database = await createTestDatabase()
  const config = readConfig({ DATABASE_URL: database.databaseUrl, RATE_LIMIT_PER_MINUTE: '1000000' })
  const stream = new Writable({
    write(chunk, _encoding, done) {
      log += String(chunk)
      done()
    },
  })
  const { sandbox, ...others } = createDeps(config, { logger: pino({ level: 'trace' }, stream) })
  if (!sandbox) throw new Error('this test needs the sandbox')
  deps = { ...others, sandbox }
  ;({ app } = await buildApp(deps))
  await app.ready()
})
afterAll(async () => {
  await app.close()
  await database.drop()
})

const methods = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE'] as const

interface SandboxRoute {
  method: (typeof methods)[number]
  url: string
}

/** Returns every route below /sandbox, as registered in Fastify. */
async function sandboxRoutes(): Promise<SandboxRoute[]> {
  const routes: SandboxRoute[] = []
  const probe = Fastify()
  probe.addHook('onRoute', (route) => {
    const routeMethods = [route.method].flat()
    for (const method of methods) if (routeMethods.includes(method)) routes.push({ method, url: route.url })
  })
  mountSandbox(probe, { sandbox: { ...deps.sandbox, close: async () => {} }, brand: 'Any' })
  await probe.ready()
  await probe.close()
  // Connect the client to the app again.
  deps.sandbox.loopbackClient.attach(app)
  return routes
}

async function statusOf(
  { method, url }: SandboxRoute,
  body?: { type: string; text: string },
): Promise<number> {
  const response = await app.inject({
    method,
    url,
    headers: {
      authorization: `Bearer ${await deps.sandbox.secretKey()}`,
      'idempotency-key': 'a-key',
      ...(body && { 'content-type': body.type }),
    },
    ...(body && { payload: body.text }),
  })
  expect(response.body).not.toContain(number)
  return response.statusCode
}

test('[X-PAY-03] no sandbox route accepts or stores a card number in any part of a request', async () => {
  const routes = await sandboxRoutes()
  expect(routes.map(({ method, url }) => `${method} ${url}`)).toEqual(
    expect.arrayContaining([
      'POST /sandbox/v1/payment_intents',
      'POST /sandbox/v1/payment_intents/:id/confirm',
      'POST /sandbox/v1/refunds',
      'GET /sandbox/card-frame',
      'POST /sandbox/challenge/:id',
      'POST /sandbox/v1/customers',
      'POST /sandbox/v1/setup_intents/:id/confirm',
      'POST /sandbox/v1/payment_methods/:id/detach',
      'GET /sandbox/*',
    ]),
  )
  for (const { method, url } of routes) {
    const path = url.replace(/:\w+/, 'pi_1').replace('*', 'anything')
    const inputs: [string, Promise<number>][] = [
      ['query', statusOf({ method, url: `${path}?note=${number}` })],
      ['query, printed', statusOf({ method, url: `${path}?note=${encodeURIComponent(printed)}` })],
    ]
    if (/[:*]/.test(url)) inputs.push(['path', statusOf({ method, url: url.replace(/:\w+|\*/, number) })])
    if (method === 'POST') {
      for (const value of [number, printed, Number(number), { deep: [number] }])
        inputs.push([
          `body ${JSON.stringify(value)}`,
          statusOf({ method, url: path }, { type: 'application/json', text: JSON.stringify({ value }) }),
        ])
    }
    if (url.includes('challenge') && method === 'POST')
      inputs.push([
        'form',
        statusOf(
          { method, url: path },
          { type: 'application/x-www-form-urlencoded', text: `decision=approve&card=${number}` },
        ),
      ])
    for (const [input, status] of inputs)
      expect(`${method} ${url} ${input}: ${await status}`).toBe(`${method} ${url} ${input}: 422`)
  }
  // An unreadable body is rejected without repeating its content.
  for (const type of ['application/json', 'text/plain'])
    expect([400, 422]).toContain(
      await statusOf(
        { method: 'POST', url: '/sandbox/v1/payment_intents' },
        { type, text: `{"card": ${number}` },
      ),
    )
  expect(log).not.toContain(number)
  expect(log).not.toContain(printed)
  expect(log).not.toContain(encodeURIComponent(printed))
})

test('[X-PAY-03] the log that must not contain a number does contain log lines', async () => {
  await app.inject('/health?probe=logged')
  expect(log).toContain('probe=logged')
})

test('[X-PAY-03] no text column of the sandbox accepts a card number', async () => {
  const { rows } = await sql<{ table_name: string; column_name: string }>`
    select table_name, column_name from information_schema.columns
    where table_schema = 'sandbox' and column_name ~ 'number|cvc|expiry|pan'`.execute(deps.sandbox.db)
  expect(rows).toEqual([])
  const insert = sql`insert into sandbox.intents (id, status, amount, currency, description, payment_method, card_brand, card_last4)
    values ('pi_x', 'requires_capture', 100, 'gbp', '', ${number}, 'visa', '5556')`
  await expect(insert.execute(deps.sandbox.db)).rejects.toMatchObject({ code: '23514' })
})
