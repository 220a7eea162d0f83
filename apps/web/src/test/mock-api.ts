import type { ErrorCode } from '@terrace/contracts/error-codes'
import { expandProduct, expandProductKeys } from '@terrace/contracts/product'
import type { BodyInputOf, ResponseInputOf, RouteContract } from '@terrace/contracts/route'
import type { WireError } from '@terrace/contracts/wire-error'
import { cleanup } from '@testing-library/react'
import { http, HttpResponse } from 'msw'
import { setupServer } from 'msw/node'
import { afterAll, afterEach, beforeAll, beforeEach } from 'vitest'
import { FetchingRequest } from './imports/fetching-request.ts'
import { testEnv } from './test-env.ts'

/** The running test's number, which requests carry in a header, and its end. */
let test = 0
let isOver = false
let end = Promise.withResolvers<never>()
const testHeader = 'x-test'
const over = () => new TypeError('The test is over')
// The real timer, even when a test uses fake timers.
const { setTimeout } = globalThis

/** Fails requests of an earlier test's page that arrive during the next test; `undefined` for others. */
const rejectLateRequest = (request: Request) =>
  request.headers.get(testHeader) === String(test) ? undefined : HttpResponse.error()

export const server = setupServer(http.all('*', ({ request }) => rejectLateRequest(request)))

/** Handles the calls of a file's tests; a call without a mock fails. */
export function serveMockApi(): void {
  let { fetch } = globalThis
  const { XMLHttpRequest } = globalThis
  beforeAll(() => {
    server.listen({ onUnhandledFrame: 'error' })
    fetch = globalThis.fetch
    const send = fetch
    globalThis.fetch = (input, init) => {
      const headers = new Headers(init?.headers)
      headers.set(testHeader, String(test))
      return isOver ? Promise.reject(over()) : Promise.race([send(input, { ...init, headers }), end.promise])
    }
    replaceRequest(FetchingRequest)
  })
  beforeEach(() => {
    test += 1
    isOver = false
    end = Promise.withResolvers()
    end.promise.catch(() => undefined)
  })
  afterEach(async () => {
    // Unmounting sends the page's last requests, which fail with those still pending.
    cleanup()
    isOver = true
    end.reject(over())
    await new Promise((resolve) => {
      setTimeout(resolve)
    })
    server.resetHandlers()
  })
  afterAll(() => {
    globalThis.fetch = fetch
    replaceRequest(XMLHttpRequest)
    server.close()
  })
}

export interface ApiRequest<Body = unknown> {
  query: URLSearchParams
  params: Readonly<Record<string, string | readonly string[] | undefined>>
  body: Body
  headers: Headers
}

/** An error response; see {@link errorReply}. */
class ErrorReply {
  readonly status: number
  readonly body: WireError
  constructor(status: number, body: WireError) {
    this.status = status
    this.body = body
  }
}

/** Makes a mocked route respond with an error; `details` are merged into `errors` next to the title. */
export function errorReply(
  status: number,
  title: string,
  code?: ErrorCode,
  details: Record<string, unknown> = {},
): ErrorReply {
  return new ErrorReply(status, { errors: { title, ...details }, ...(code !== undefined && { code }) })
}

type RouteReply<R extends RouteContract> = ResponseInputOf<R> | ErrorReply

/**
 * Mocks one call of the contract until the test ends. A response that violates the contract fails the call. Returns
 * the received requests.
 */
export function mockRoute<R extends RouteContract>(
  route: R,
  reply: (request: ApiRequest<BodyInputOf<R>>) => RouteReply<R> | Promise<RouteReply<R>>,
): ApiRequest<BodyInputOf<R>>[] {
  const requests: ApiRequest<BodyInputOf<R>>[] = []
  const base = route.host === 'tickets' ? testEnv.ticket_api_base : testEnv.api_base
  const methods = { GET: http.get, POST: http.post, PATCH: http.patch, DELETE: http.delete }
  server.use(
    methods[route.method](
      `${base}${expandProduct(route.path, testEnv.product)}`,
      async ({ request, params }) => {
        const lateError = rejectLateRequest(request)
        if (lateError) return lateError
        const text = await request.text()
        const isJson = request.headers.get('content-type') === 'application/json'
        // The contract types the request body, see lib/http/api-client.ts; files are sent as they are.
        const body = (text === '' ? undefined : isJson ? JSON.parse(text) : text) as BodyInputOf<R>
        const received = {
          query: new URL(request.url).searchParams,
          params,
          body,
          headers: request.headers,
        }
        requests.push(received)
        const replied = await reply(received)
        if (replied instanceof ErrorReply) return HttpResponse.json(replied.body, { status: replied.status })
        const sent = route.response.parse(replied)
        return Response.json(route.productKeys ? expandProductKeys(sent, testEnv.product) : sent)
      },
    ),
  )
  return requests
}

/** Assigning is not enough: the interceptor makes the property read-only. */
function replaceRequest(value: unknown): void {
  Object.defineProperty(globalThis, 'XMLHttpRequest', { value, configurable: true, writable: true })
}
