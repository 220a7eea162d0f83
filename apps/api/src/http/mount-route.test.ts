import { defineRoute } from '@terrace/contracts/route'
import Fastify from 'fastify'
import { expect, test } from 'vitest'
import { z } from 'zod'
import { installErrorHandler } from '../plugins/error-handler.ts'
import { AppError, commonErrors } from '../shared/app-error.ts'
import { mountRoute, type HttpContext } from './mount-route.ts'
import type { SignedIn } from './signed-in.ts'

const seller: SignedIn = {
  accountId: 'usr_1',
  sessionId: 'ses_1',
  teamId: 'tm_1',
  teamName: 'Team',
  role: 'seller',
  baseCurrency: 'GBP',
}

function context(overrides: Partial<HttpContext> = {}): HttpContext {
  const app = Fastify()
  installErrorHandler(app)
  return {
    app,
    product: 'trade',
    strict: true,
    mounted: new Map(),
    authenticate: async () => seller,
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

test('[X-CONST-01] another product name changes paths and keys on the wire', async () => {
  const http = context({ product: 'resale' })
  mountRoute(http, echo, async () => ({ data: { '{product}_count': 3 } }))
  const answer = await http.app.inject({ method: 'POST', url: '/resale/echo', payload: {} })
  expect(answer.json()).toEqual({ data: { resale_count: 3 } })
})

test('[X-API-02] an answer carries nothing that its contract does not declare', async () => {
  const http = context()
  const leaky = { data: { '{product}_count': 1, secret: 'cost price' }, internal: true }
  mountRoute(http, echo, async () => leaky)
  const answer = await http.app.inject({ method: 'POST', url: '/trade/echo', payload: {} })
  expect(answer.json()).toEqual({ data: { trade_count: 1 } })
})

test('[X-API-03] a failure is rendered with title, code and request id, and is not cached', async () => {
  const http = context()
  mountRoute(http, echo, async () => {
    throw commonErrors.make('rate.limited')
  })
  const answer = await http.app.inject({ method: 'POST', url: '/trade/echo', payload: {} })
  expect(answer.statusCode).toBe(429)
  expect(answer.headers['cache-control']).toBe('no-store')
  expect(answer.json()).toEqual({
    errors: { title: 'Too many requests. Please wait a moment and try again' },
    code: 'rate.limited',
    request_id: expect.any(String),
  })
})

test('an unexpected failure tells nothing of its inside', async () => {
  const http = context()
  mountRoute(http, echo, async () => {
    throw new Error('connection to 10.0.0.7 refused')
  })
  const answer = await http.app.inject({ method: 'POST', url: '/trade/echo', payload: {} })
  expect(answer.statusCode).toBe(500)
  expect(answer.body).not.toContain('10.0.0.7')
  expect(answer.json().errors.title).toBe('Something went wrong!')
})

test('an error code that the contract does not declare fails loudly outside production', async () => {
  const http = context()
  mountRoute(http, echo, async () => {
    throw new AppError('test.undeclared', { status: 409, title: 'No' })
  })
  const answer = await http.app.inject({ method: 'POST', url: '/trade/echo', payload: {} })
  expect(answer.statusCode).toBe(500)
})

test('malformed JSON is a 400 that says so', async () => {
  const http = context()
  mountRoute(http, echo, async () => ({ data: { '{product}_count': 1 } }))
  const answer = await http.app.inject({
    method: 'POST',
    url: '/trade/echo',
    headers: { 'content-type': 'application/json' },
    payload: '{"count":',
  })
  expect(answer.statusCode).toBe(400)
  expect(answer.json().code).toBe('request.malformed')
})

test('[X-API-04] a wrong field is named with what would be right', async () => {
  const http = context()
  mountRoute(http, echo, async () => ({ data: { '{product}_count': 1 } }))
  const answer = await http.app.inject({ method: 'POST', url: '/trade/echo', payload: { count: 'two' } })
  expect(answer.statusCode).toBe(422)
  expect(answer.json().errors).toEqual({
    title: 'count: must be a whole number',
    fields: { count: ['must be a whole number'] },
  })
})

test.each(['constructor', '__proto__', 'toString'])(
  'a field called %s is unknown, not a failure',
  async (name) => {
    const http = context()
    mountRoute(http, { ...echo, method: 'GET', body: undefined, query: z.strictObject({}) }, async () => ({
      data: { '{product}_count': 1 },
    }))
    const answer = await http.app.inject(`/trade/echo?${name}=1`)
    expect(answer.statusCode).toBe(422)
    expect(answer.json().errors.title).toBe(`${name}: is not a known field`)
  },
)

test('a missing body and a missing field are told in words', async () => {
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

test('a text with a character that no database text can hold is refused by its field', async () => {
  const http = context()
  const names = z.array(z.object({ name: z.string() }))
  mountRoute(http, { ...echo, body: names }, async () => ({ data: { '{product}_count': 1 } }))
  const answer = await http.app.inject({ method: 'POST', url: '/trade/echo', payload: [{ name: 'a\0b' }] })
  expect(answer.statusCode).toBe(422)
  expect(answer.json().errors.fields).toEqual({ '0.name': ['must not hold NUL'] })
})

test('a role that may not call is refused with 403, whatever the input', async () => {
  const http = context()
  mountRoute(http, { ...echo, auth: 'buyer' }, async () => ({ data: { '{product}_count': 1 } }))
  const answer = await http.app.inject({ method: 'POST', url: '/trade/echo', payload: { count: 'two' } })
  expect(answer.statusCode).toBe(403)
})
