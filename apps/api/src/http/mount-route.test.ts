import { defineRoute } from '@terrace/contracts/route'
import Fastify, { type FastifyBaseLogger } from 'fastify'
import { pino } from 'pino'
import { expect, test } from 'vitest'
import { z } from 'zod'
import { installErrorHandler } from '#api/plugins/error-handler.ts'
import { AppError, commonErrors } from '#api/shared/app-error.ts'
import { mountRoute, type HttpContext } from './mount-route.ts'
import type { AuthenticatedAccount } from './authenticated-account.ts'

const seller: AuthenticatedAccount = {
  accountId: 'usr_1',
  sessionId: 'ses_1',
  teamId: 'tm_1',
  teamName: 'Team',
  role: 'seller',
  canBuy: false,
  canSell: true,
  sellerPermissions: ['view'],
  baseCurrency: 'GBP',
  isSecondFactorDue: false,
}

function context(overrides: Partial<HttpContext> = {}): HttpContext {
  const loggerInstance: FastifyBaseLogger = pino({ level: 'silent' })
  const app = Fastify({ loggerInstance })
  installErrorHandler(app)
  return {
    app,
    product: 'trade',
    strict: true,
    mounted: new Map(),
    authenticate: async () => seller,
    authenticateKey: async () => Promise.reject(new Error('no API keys')),
    requireReauthentication: async () => undefined,
    requirePermission: async () => undefined,
    requireReauthenticationOncePerSession: async () => undefined,
    ...overrides,
  }
}

const echo = defineRoute({
  name: 'test.echo',
  method: 'POST',
  path: '/{product}/echo',
  auth: 'public',
  body: z.strictObject({ count: z.int('must be a whole number').optional() }),
  response: z.object({ data: z.object({ '{product}_count': z.int() }) }),
  errors: [],
  productKeys: ['{product}_count'],
})

test('[X-CONST-01] the configured product name changes paths and keys on the wire', async () => {
  const http = context({ product: 'resale' })
  mountRoute(http, echo, async () => ({ data: { '{product}_count': 3 } }))
  const response = await http.app.inject({ method: 'POST', url: '/resale/echo', payload: {} })
  expect(response.json()).toEqual({ data: { resale_count: 3 } })
})

test('[X-API-02] responses omit fields that the contract does not declare', async () => {
  const http = context()
  const leaky = { data: { '{product}_count': 1, secret: 'cost price' }, internal: true }
  mountRoute(http, echo, async () => leaky)
  const response = await http.app.inject({ method: 'POST', url: '/trade/echo', payload: {} })
  expect(response.json()).toEqual({ data: { trade_count: 1 } })
})

test('[X-API-03] errors carry title, code and request id, and are not cached', async () => {
  const http = context()
  mountRoute(http, echo, async () => {
    throw commonErrors.make('rate.limited')
  })
  const response = await http.app.inject({ method: 'POST', url: '/trade/echo', payload: {} })
  expect(response.statusCode).toBe(429)
  expect(response.headers['cache-control']).toBe('no-store')
  expect(response.json()).toEqual({
    errors: { title: 'Too many requests. Wait a moment and try again' },
    code: 'rate.limited',
    request_id: expect.any(String),
  })
})

test('an unexpected error reveals no internals', async () => {
  const http = context()
  mountRoute(http, echo, async () => {
    throw new Error('connection to 10.0.0.7 refused')
  })
  const response = await http.app.inject({ method: 'POST', url: '/trade/echo', payload: {} })
  expect(response.statusCode).toBe(500)
  expect(response.body).not.toContain('10.0.0.7')
  expect(response.json().errors.title).toBe('Something went wrong!')
})

test('an error code missing from the contract fails the request outside production', async () => {
  const http = context()
  mountRoute(http, echo, async () => {
    throw new AppError('quote.closed', { status: 409, title: 'No' })
  })
  const response = await http.app.inject({ method: 'POST', url: '/trade/echo', payload: {} })
  expect(response.statusCode).toBe(500)
})

test('malformed JSON is rejected with 400', async () => {
  const http = context()
  mountRoute(http, echo, async () => ({ data: { '{product}_count': 1 } }))
  const response = await http.app.inject({
    method: 'POST',
    url: '/trade/echo',
    headers: { 'content-type': 'application/json' },
    payload: '{"count":',
  })
  expect(response.statusCode).toBe(400)
  expect(response.json().code).toBe('request.malformed')
})

test('[X-API-04] an invalid field is reported with its name and the expected value', async () => {
  const http = context()
  mountRoute(http, echo, async () => ({ data: { '{product}_count': 1 } }))
  const response = await http.app.inject({ method: 'POST', url: '/trade/echo', payload: { count: 'two' } })
  expect(response.statusCode).toBe(422)
  expect(response.json().errors).toEqual({
    title: 'count: must be a whole number',
    fields: { count: ['must be a whole number'] },
  })
})

test.each(['constructor', '__proto__', 'toString'])(
  'a field named %s is reported as unknown',
  async (name) => {
    const http = context()
    mountRoute(http, { ...echo, method: 'GET', body: undefined, query: z.strictObject({}) }, async () => ({
      data: { '{product}_count': 1 },
    }))
    const response = await http.app.inject(`/trade/echo?${name}=1`)
    expect(response.statusCode).toBe(422)
    expect(response.json().errors.title).toBe(`${name}: is not a known field`)
  },
)

test('a missing body and a missing field are reported in plain text', async () => {
  const http = context()
  mountRoute(http, { ...echo, body: z.strictObject({ name: z.string() }) }, async () => ({
    data: { '{product}_count': 1 },
  }))
  const send = async (payload?: object) =>
    (await http.app.inject({ method: 'POST', url: '/trade/echo', ...(payload && { payload }) })).json().errors
      .title
  expect(await send()).toBe('body: is required')
  expect(await send({})).toBe('name: is required')
  expect(await send({ name: 7 })).toBe('name: must be of the type string')
})

test('text with a NUL character is rejected by field', async () => {
  const http = context()
  const names = z.array(z.object({ name: z.string() }))
  mountRoute(http, { ...echo, body: names }, async () => ({ data: { '{product}_count': 1 } }))
  const response = await http.app.inject({ method: 'POST', url: '/trade/echo', payload: [{ name: 'a\0b' }] })
  expect(response.statusCode).toBe(422)
  expect(response.json().errors.fields).toEqual({ '0.name': ['must not contain NUL characters'] })
})

test('a role without permission gets 403 before its input is validated', async () => {
  const http = context()
  mountRoute(http, { ...echo, auth: 'buyer', permission: undefined }, async () => ({
    data: { '{product}_count': 1 },
  }))
  const response = await http.app.inject({ method: 'POST', url: '/trade/echo', payload: { count: 'two' } })
  expect(response.statusCode).toBe(403)
})

test('a route that needs reauthentication validates the input first', async () => {
  const http = context({
    requireReauthentication: async () => {
      throw commonErrors.make('session.factor_required', { details: { methods: ['password'] } })
    },
  })
  mountRoute(
    http,
    { ...echo, auth: 'account', permission: undefined, needsReauthentication: true },
    async () => ({
      data: { '{product}_count': 1 },
    }),
  )
  const send = (payload: object) => http.app.inject({ method: 'POST', url: '/trade/echo', payload })
  expect((await send({ count: 'two' })).statusCode).toBe(422)
  const rejected = await send({ count: 2 })
  expect(rejected.statusCode).toBe(403)
  expect(rejected.json()).toMatchObject({
    code: 'session.factor_required',
    errors: { title: 'Confirm that it’s you to continue', methods: ['password'] },
  })
})
