import { defineRoute } from '@terrace/contracts/route'
import { beforeEach, describe, expect, onTestFinished, test, vi } from 'vitest'
import { z } from 'zod'
import { testEnv, useTestEnv } from '#web/test/test-env.ts'
import { call, traceCalls } from './api-client.ts'
import { ApiError, errorText } from './api-error.ts'
import { setEnv } from '#web/lib/env.ts'
import { redirectTo } from '#web/lib/url/navigation.ts'
import { readToken, readUser, storeSession } from './session.ts'

vi.mock('#web/lib/url/navigation.ts', () => ({ redirectTo: vi.fn<(path: string) => void>() }))

const echo = defineRoute({
  name: 'test.echo',
  method: 'POST',
  path: '/{product}/echo/:id',
  auth: 'account',
  params: z.object({ id: z.string() }),
  query: z.object({ 'team_id[]': z.array(z.int()).optional(), page: z.int().optional() }),
  body: z.object({ '{product}_user': z.int() }),
  response: z.object({ data: z.object({ '{product}_user': z.boolean() }) }),
  errors: [],
  productKeys: ['{product}_user'],
})
const feed = defineRoute({
  name: 'test.feed',
  method: 'GET',
  path: '/tickets/feed',
  host: 'tickets',
  auth: 'buyer',
  response: z.object({ data: z.array(z.int()) }),
  errors: [],
})

const fetchMock = vi.fn<typeof fetch>()

beforeEach(() => {
  useTestEnv()
  vi.mocked(redirectTo).mockReset()
  fetchMock.mockReset().mockResolvedValue(Response.json({ data: [1] }))
  vi.stubGlobal('fetch', fetchMock)
})

function sent() {
  const [url, init] = fetchMock.mock.calls[0] ?? []
  return { url: typeof url === 'string' ? url : '', init: init ?? {}, headers: new Headers(init?.headers) }
}

describe('requests', () => {
  test('[API-01] paths are relative to the configured API host', async () => {
    fetchMock.mockResolvedValue(Response.json({ data: { trade_user: true } }))
    await call(echo, { params: { id: 'a/b' }, body: { '{product}_user': 1 } })
    expect(sent().url).toBe(`${testEnv.api_base}/trade/echo/a%2Fb`)
  })

  test('[X-API-01] the ticket API has its own host', async () => {
    await call(feed)
    expect(sent().url).toBe(`${testEnv.ticket_api_base}/tickets/feed`)
  })

  test('[API-02] every call accepts JSON', async () => {
    await call(feed)
    expect(sent().headers.get('accept')).toBe('application/json')
  })

  test('[API-03] calls are made with credentials', async () => {
    setEnv({ ...testEnv, ticket_api_base: '/api' })
    await call(feed)
    expect(sent().init.credentials).toBe('include')
  })

  test('requests to another origin are sent without cookies', async () => {
    await call(feed)
    expect(sent().init.credentials).toBe('omit')
  })

  test('[API-04] the bearer token is sent when the cookie exists', async () => {
    storeSession('t0ken', {})
    await call(feed)
    expect(sent().headers.get('authorization')).toBe('Bearer t0ken')
  })

  test('[API-04] without the cookie there is no authorization header', async () => {
    await call(feed)
    expect(sent().headers.has('authorization')).toBe(false)
  })

  test('list values repeat their key, unset values are omitted, keys carry the product', async () => {
    fetchMock.mockResolvedValue(Response.json({ data: { trade_user: true } }))
    await call(echo, {
      params: { id: '1' },
      query: { 'team_id[]': [3, 4], page: undefined },
      body: { '{product}_user': 1 },
      idempotencyKey: 'k1',
    })
    expect(sent().url).toMatch(/\?team_id%5B%5D=3&team_id%5B%5D=4$/)
    expect(sent().init.body).toBe('{"trade_user":1}')
    expect(sent().headers.get('content-type')).toBe('application/json')
    expect(sent().headers.get('idempotency-key')).toBe('k1')
  })
})

describe('traces', () => {
  const span = { traceparent: '00-0af7651916cd43dd8448eb211c80319c-8448eb211c80319c-00' }

  test('a measured call names its span, which gets the response and ends after it was read', async () => {
    const events: string[] = []
    const response = Response.json({ data: [1] })
    vi.spyOn(response, 'json').mockImplementation(async () => {
      events.push('read')
      return { data: [1] }
    })
    fetchMock.mockResolvedValue(response)
    traceCalls((route) => ({
      ...span,
      receive: ({ status }) => events.push(`${route.name} ${status}`),
      end: () => events.push('end'),
    }))
    onTestFinished(() => traceCalls(undefined))
    await call(feed)
    expect(sent().headers.get('traceparent')).toBe(span.traceparent)
    expect(events).toEqual(['test.feed 200', 'read', 'end'])
  })

  test('the span of a call without a response ends, too', async () => {
    fetchMock.mockRejectedValue(new TypeError('Failed to fetch'))
    const [receive, end] = [vi.fn<() => void>(), vi.fn<() => void>()]
    traceCalls(() => ({ ...span, receive, end }))
    onTestFinished(() => traceCalls(undefined))
    await expect(call(feed)).rejects.toThrow('Failed to fetch')
    expect([receive.mock.calls.length, end.mock.calls.length]).toEqual([0, 1])
  })

  test.each([
    ['the first call after loading is known as such', 0, [true, false]],
    ['a call that left before traces were there counts', 1, [false, false]],
  ])('%s', async (_, untraced, expected) => {
    vi.resetModules()
    const [client, { setEnv: setFreshEnv }] = await Promise.all([
      import('./api-client.ts'),
      import('#web/lib/env.ts'),
    ])
    setFreshEnv(testEnv)
    fetchMock.mockImplementation(async () => Response.json({ data: [1] }))
    for (let number = 0; number < untraced; number += 1) await client.call(feed)
    const seen: boolean[] = []
    client.traceCalls((_route, _options, isFirst) => {
      seen.push(isFirst)
      return { ...span, receive: () => undefined, end: () => undefined }
    })
    await client.call(feed)
    await client.call(feed)
    expect(seen).toEqual(expected)
  })

  test('without traces, no call names one', async () => {
    await call(feed)
    expect(sent().headers.has('traceparent')).toBe(false)
  })
})

describe('responses', () => {
  test('a response is parsed by its contract, and product keys are mapped back', async () => {
    fetchMock.mockResolvedValue(Response.json({ data: { trade_user: true, more: 1 } }))
    const response = await call(echo, { params: { id: '1' }, body: { '{product}_user': 1 } })
    expect(response).toEqual({ data: { '{product}_user': true } })
  })

  test('a failure carries status, code, errors, message and request id', async () => {
    const errors = { title: 'Check the form', fields: { email: ['Must be a valid email address'] } }
    fetchMock.mockResolvedValue(
      Response.json({ errors, code: 'input.invalid', request_id: 'req-1' }, { status: 422 }),
    )
    const error = await call(feed).catch((thrown: unknown) => thrown)
    expect(error).toBeInstanceOf(ApiError)
    expect(error).toMatchObject({
      status: 422,
      code: 'input.invalid',
      errors,
      message: 'Check the form',
      requestId: 'req-1',
      fieldErrors: { email: 'Must be a valid email address' },
    })
    expect(redirectTo).not.toHaveBeenCalled()
  })

  test('a failure without a readable body says "Something went wrong!"', async () => {
    fetchMock.mockResolvedValue(new Response('<html>', { status: 502 }))
    await expect(call(feed)).rejects.toMatchObject({ status: 502, message: 'Something went wrong!' })
  })

  test('an invalid response fails as a whole', async () => {
    fetchMock.mockResolvedValue(Response.json({ data: 'x' }))
    await expect(call(feed)).rejects.toMatchObject({ name: 'ApiError', message: 'Something went wrong!' })
  })

  test('[ERROR-17] a network error is rethrown unchanged', async () => {
    const failure = new TypeError('Failed to fetch')
    fetchMock.mockRejectedValue(failure)
    await expect(call(feed)).rejects.toBe(failure)
  })

  test('a network error is named, a bug is not taken for one', async () => {
    const failure = new TypeError('Failed to fetch')
    fetchMock.mockRejectedValue(failure)
    await expect(call(feed)).rejects.toBe(failure)
    expect(errorText(failure)).toBe('Connection lost. Try again.')
    expect(errorText(new TypeError('x is not a function'))).toBe('Something went wrong!')
  })
})

describe('a 401', () => {
  beforeEach(() => {
    history.replaceState(null, '', '/profile?tab=purchases')
    storeSession('t0ken', { id: 'usr_1' })
    localStorage.setItem('userInfo', '{}')
    fetchMock.mockResolvedValue(Response.json({ code: 'session.missing' }, { status: 401 }))
  })

  test('[AUTH401-01] clears both cookies', async () => {
    await expect(call(feed)).rejects.toMatchObject({ status: 401 })
    expect(readToken()).toBeNull()
    expect(readUser()).toBeNull()
    expect(document.cookie).toBe('')
  })

  test('[AUTH401-02] clears local storage', async () => {
    await expect(call(feed)).rejects.toMatchObject({ status: 401 })
    expect(localStorage).toHaveLength(0)
  })

  test('[AUTH401-03] redirects to /login and remembers the page', async () => {
    await expect(call(feed)).rejects.toMatchObject({ status: 401 })
    expect(redirectTo).toHaveBeenCalledExactlyOnceWith('/login?next=%2Fprofile%3Ftab%3Dpurchases')
  })

  test('a 401 on the login page does not reload it', async () => {
    history.replaceState(null, '', '/login')
    await expect(call(feed)).rejects.toMatchObject({ status: 401 })
    expect(redirectTo).not.toHaveBeenCalled()
  })
})
